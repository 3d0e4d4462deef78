% main SOLUTIONS FILE...: solves each puzzle, looking for that many solutions.
%
% After each file, the CPU time from the puzzle in memory to the answer: the mean of as many runs as
% fit into 50 ms.

:- use_module(library(clpfd)).
:- use_module(library(solution_sequences), [limit/2]).

main :-
    current_prolog_flag(argv, [Word|Files]),
    atom_number(Word, Wanted),
    forall(member(File, Files), answer(File, Wanted)),
    halt.

answer(File, Wanted) :-
    format("file ~w~n", [File]), flush_output,
    setup_call_cleanup(open(File, read, Stream), read(Stream, Puzzle), close(Stream)),
    statistics(cputime, Start),
    run(Puzzle, Wanted, yes),
    statistics(cputime, Now),
    repeated(Puzzle, Wanted, Start, Now, 1).

repeated(Puzzle, Wanted, Start, Now, Runs) :-
    Now - Start < 0.05, Runs < 1000, !,
    run(Puzzle, Wanted, no),
    statistics(cputime, Later), More is Runs + 1,
    repeated(Puzzle, Wanted, Start, Later, More).
repeated(_, _, Start, Now, Runs) :-
    Seconds is (Now - Start) / Runs,
    format("end ~w~n", [Seconds]), flush_output.

% run(+Puzzle, +Wanted, +Print): finds up to Wanted solutions.
run(Puzzle, Wanted, Print) :-
    forall(limit(Wanted, solve(Puzzle, Answer)),
           ( Print == yes -> atomic_list_concat([solution|Answer], ' ', Line), writeln(Line), flush_output ; true )).
