//! Work for many threads, whose results are taken in order.

use std::num::NonZero;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// How many results of one piece wait to be taken before its thread waits.
const WAITING: usize = 256;

/// Takes a result; says whether more are wanted.
type Tell<'a, R> = &'a mut dyn FnMut(R) -> ControlFlow<()>;

/// The pieces that nobody has begun, and where their results go.
type Queue<R> = Mutex<Option<(Range<usize>, Sender<Receiver<R>>)>>;

/// Does pieces of work by their numbers, and takes the results in the order of
/// the pieces, whichever is done first. Once `take` breaks, the flag is set, and
/// work under way should end soon.
pub(crate) fn in_order<R: Send>(
    pieces: usize,
    threads: NonZero<usize>,
    work: impl Fn(usize, &AtomicBool, Tell<'_, R>) + Sync,
    take: &mut dyn FnMut(R) -> ControlFlow<()>,
) {
    let stop = AtomicBool::new(false);
    let threads = threads.get().min(pieces);
    // Where there are no threads to be had, as in a browser, it is done here.
    if threads > 1 && with_threads(pieces, threads, &stop, &work, take) {
        return;
    }
    for piece in 0..pieces {
        let mut tell = |result| {
            let wish = take(result);
            stop.store(wish.is_break(), Ordering::Relaxed);
            wish
        };
        work(piece, &stop, &mut tell);
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
}

/// As [`in_order`]; false when the system gave us no thread, and nothing was done.
fn with_threads<R: Send>(
    pieces: usize,
    threads: usize,
    stop: &AtomicBool,
    work: &(impl Fn(usize, &AtomicBool, Tell<'_, R>) + Sync),
    take: &mut dyn FnMut(R) -> ControlFlow<()>,
) -> bool {
    let (turns, results) = channel();
    let queue: Queue<R> = Mutex::new(Some((0..pieces, turns)));
    let labour = || {
        while let Some((piece, results)) = next(&queue) {
            work(piece, stop, &mut |result| match results.send(result) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            });
        }
    };
    thread::scope(|scope| {
        let spawn = |_: &usize| thread::Builder::new().spawn_scoped(scope, labour).is_ok();
        if (0..threads).take_while(spawn).count() == 0 {
            return false;
        }
        let _ = results.into_iter().flatten().try_for_each(take);
        stop.store(true, Ordering::Relaxed);
        true
    })
}

/// Takes the next piece, with a place in the queue for its results.
fn next<R>(queue: &Queue<R>) -> Option<(usize, std::sync::mpsc::SyncSender<R>)> {
    let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
    let (pieces, turns) = queue.as_mut()?;
    let piece = pieces.next();
    let (sender, results) = sync_channel(WAITING);
    if let Some(piece) = piece
        && turns.send(results).is_ok()
    {
        return Some((piece, sender));
    }
    // Without its sender the taker knows that this was all.
    *queue = None;
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is taken of three results of each piece, at most `most`.
    fn taken(pieces: usize, threads: usize, most: usize) -> Vec<usize> {
        let mut taken = Vec::new();
        let work = |piece: usize, _: &AtomicBool, tell: Tell<'_, usize>| {
            let _ = (0..3).try_for_each(|result| tell(3 * piece + result));
        };
        in_order(pieces, NonZero::new(threads).unwrap(), work, &mut |result| {
            taken.push(result);
            if taken.len() >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        taken
    }

    #[test]
    fn results_come_in_order_and_no_more_than_wanted() {
        for threads in [1, 2, 9] {
            for (pieces, most, expected) in [(0, 9, 0), (1, 9, 3), (500, 9999, 1500), (5000, 100, 100)] {
                assert!(taken(pieces, threads, most).into_iter().eq(0..expected), "{threads} threads, {pieces} pieces");
            }
        }
    }
}
