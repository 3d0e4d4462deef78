% main SOLUTIONS FILE...: solves each puzzle, looking for that many solutions.
%
% After each file, the CPU time from the puzzle in memory to the answer. The clock ticks in
% milliseconds, so a short run is repeated until 50 ms are spent, and the mean counts.

:- initialization(main).

main :-
    argument_value(1, Word), number_atom(Wanted, Word),
    argument_list([_|Files]),
    catch(answers(Files, Wanted), Error, (write(error(Error)), nl, flush_output, halt(1))),
    halt(0).

answers([], _).
answers([File|Files], Wanted) :-
    write('file '), write(File), nl, flush_output,
    see(File), read(Puzzle), seen,
    cpu(Start),
    ( run(Puzzle, Wanted, yes), fail ; true ),
    cpu(Now),
    repeated(Puzzle, Wanted, Start, Now, 1),
    answers(Files, Wanted).

repeated(Puzzle, Wanted, Start, Now, Runs) :-
    Now - Start < 50, Runs < 1000, !,
    ( run(Puzzle, Wanted, no), fail ; true ),
    cpu(Later), More is Runs + 1,
    repeated(Puzzle, Wanted, Start, Later, More).
repeated(_, _, Start, Now, Runs) :-
    Seconds is (Now - Start) / 1000 / Runs,
    write('end '), write(Seconds), nl, flush_output.

% run(+Puzzle, +Wanted, +Print): finds up to Wanted solutions.
run(Puzzle, Wanted, Print) :-
    g_assign(found, 0),
    solve(Puzzle, Answer),
    ( Print == yes -> write('solution'), line(Answer), nl, flush_output ; true ),
    g_inc(found), g_read(found, Wanted), !.

line([]).
line([Value|Values]) :- write(' '), write(Value), line(Values).

cpu(Time) :- statistics(cpu_time, [Time, _]).

% What several models need.

sum([], 0).
sum([X|Xs], X + Sum) :- sum(Xs, Sum).

flat([], []).
flat([Row|Rows], Cells) :- append(Row, Rest, Cells), flat(Rows, Rest).

transposed([[]|_], []) :- !.
transposed(Rows, [Column|Columns]) :- heads(Rows, Column, Rests), transposed(Rests, Columns).

heads([], [], []).
heads([[X|Xs]|Rows], [X|Heads], [Xs|Rests]) :- heads(Rows, Heads, Rests).
