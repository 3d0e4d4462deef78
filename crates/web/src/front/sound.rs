//! The sound of a solved puzzle: two soft notes.

use web_sys::{AudioContext, OscillatorType};

/// The notes: when they begin and how high they are, in seconds and hertz.
const NOTES: [(f64, f32); 2] = [(0.0, 523.25), (0.18, 783.99)];
const LONG: f64 = 0.9;

/// Plays it; nothing happens where the browser does not allow it.
pub(super) fn solved() {
    let _ = play();
}

fn play() -> Result<(), wasm_bindgen::JsValue> {
    let context = AudioContext::new()?;
    let now = context.current_time();
    for (after, height) in NOTES {
        let (note, loudness) = (context.create_oscillator()?, context.create_gain()?);
        note.set_type(OscillatorType::Sine);
        note.frequency().set_value(height);
        loudness.gain().set_value_at_time(0.0001, now + after)?;
        loudness.gain().exponential_ramp_to_value_at_time(0.2, now + after + 0.03)?;
        loudness.gain().exponential_ramp_to_value_at_time(0.0001, now + after + LONG)?;
        note.connect_with_audio_node(&loudness)?;
        loudness.connect_with_audio_node(&context.destination())?;
        note.start_with_when(now + after)?;
        note.stop_with_when(now + after + LONG)?;
    }
    Ok(())
}
