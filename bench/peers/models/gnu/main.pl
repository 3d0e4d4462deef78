% main SOLUTIONS MILLISECONDS: solves the puzzles on standard input, one term each, looking for that
% many solutions.
%
% After each, the CPU time from the puzzle in memory to the answer: the mean of as many runs as fit into
% so many milliseconds. The clock ticks in milliseconds; the first run starts when it ticks.

:- initialization(main).

main :-
    argument_list(Words), numbers(Words, [Wanted, Spend]),
    catch(answers(Wanted, Spend), Error, (write(error(Error)), nl, flush_output, halt(1))),
    halt(0).

numbers([], []).
numbers([Word|Words], [Number|Numbers]) :- number_atom(Number, Word), numbers(Words, Numbers).

% Driven by failure, so that nothing is left on the stacks.
answers(Wanted, Spend) :-
    repeat,
    read(Puzzle),
    ( Puzzle == end_of_file -> ! ; answer(Puzzle, Wanted, Spend), fail ).

answer(Puzzle, Wanted, Spend) :-
    write(start), nl, flush_output,
    cpu(Early), tick(Early, Start),
    ( run(Puzzle, Wanted, yes), fail ; true ),
    cpu(Now),
    repeated(Puzzle, Wanted, Spend, Start, Now, 1).

tick(Early, Start) :- cpu(Now), ( Now > Early -> Start = Now ; tick(Early, Start) ).

repeated(Puzzle, Wanted, Spend, Start, Now, Runs) :-
    Now - Start < Spend, !,
    ( run(Puzzle, Wanted, no), fail ; true ),
    cpu(Later), More is Runs + 1,
    repeated(Puzzle, Wanted, Spend, Start, Later, More).
repeated(_, _, _, Start, Now, Runs) :-
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
