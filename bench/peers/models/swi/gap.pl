% Gap: cells are 0 or 1, two in each line, at most one in each square of four. A line with a clue
% also has a variable for where its first filled cell is, and is decided by that.

solve(gap(N, RowClues, ColumnClues), Answer) :-
    length(Rows, N), maplist(row(N), Rows),
    transpose(Rows, Columns),
    squares(Rows),
    append(Rows, Columns, Lines), append(RowClues, ColumnClues, Clues),
    lines(Lines, Clues, N, Firsts),
    labeling([ff], Firsts),
    append(Rows, Cells), labeling([down], Cells),
    maplist(places, Rows, Pairs),
    append(Pairs, Answer).

row(N, Row) :- length(Row, N), Row ins 0..1.

places(Row, Places) :- findall(Place, nth1(Place, Row, 1), Places).

squares([_]).
squares([Row, Next|Rows]) :- touching(Row, Next), squares([Next|Rows]).

touching([_], [_]).
touching([A, B|Row], [C, D|Next]) :- A + B + C + D #=< 1, touching([B|Row], [D|Next]).

lines([], [], _, []).
lines([Line|Lines], [Clue|Clues], N, Firsts) :-
    sum(Line, #=, 2),
    ( Clue < 0 -> Firsts = More ; clued(Line, Clue, N, First), Firsts = [First|More] ),
    lines(Lines, Clues, N, More).

% The filled cells are First and First + Clue + 1.
clued(Line, Clue, N, First) :-
    Shift is Clue + 1, Last is N - Shift,
    First in 1..Last,
    numlist(1, N, Places),
    maplist(start(First, Last), Places, Starts),
    length(Zeros, Shift), maplist(=(0), Zeros),
    append(Zeros, Starts, Shifted),
    filled(Line, Starts, Shifted).

start(First, Last, I, Start) :- I =< Last -> Start #<==> First #= I ; Start = 0.

filled([], _, _).
filled([Cell|Cells], [A|As], [B|Bs]) :- Cell #= A + B, filled(Cells, As, Bs).
