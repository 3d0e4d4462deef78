% main SOLUTIONS MILLISECONDS: solves the puzzles on standard input, one term each, looking for that
% many solutions.
%
% After each, the CPU time from the puzzle in memory to the answer: the mean of as many runs as fit into
% so many milliseconds.

:- use_module(library(clpfd)).
:- use_module(library(solution_sequences), [limit/2]).

main :-
    current_prolog_flag(argv, Words),
    maplist(atom_number, Words, [Wanted, Milliseconds]),
    Spend is Milliseconds / 1000,
    repeat,
    read(Puzzle),
    ( Puzzle == end_of_file -> ! ; answer(Puzzle, Wanted, Spend), fail ),
    halt.

answer(Puzzle, Wanted, Spend) :-
    format("start~n"), flush_output,
    statistics(cputime, Start),
    run(Puzzle, Wanted, yes),
    statistics(cputime, Now),
    repeated(Puzzle, Wanted, Spend, Start, Now, 1).

repeated(Puzzle, Wanted, Spend, Start, Now, Runs) :-
    Now - Start < Spend, !,
    run(Puzzle, Wanted, no),
    statistics(cputime, Later), More is Runs + 1,
    repeated(Puzzle, Wanted, Spend, Start, Later, More).
repeated(_, _, _, Start, Now, Runs) :-
    Seconds is (Now - Start) / Runs,
    format("end ~w~n", [Seconds]), flush_output.

% run(+Puzzle, +Wanted, +Print): finds up to Wanted solutions.
run(Puzzle, Wanted, Print) :-
    forall(limit(Wanted, solve(Puzzle, Answer)),
           ( Print == yes -> atomic_list_concat([solution|Answer], ' ', Line), writeln(Line), flush_output ; true )).
