% Gap: cells are 0 or 1, two in each line, at most one in each square of four. A line with a clue
% also has a variable for where its first filled cell is, and is decided by that.

solve(gap(N, RowClues, ColumnClues), Answer) :-
    fd_set_vector_max(N),
    length(Rows, N), board(Rows, N),
    transposed(Rows, Columns),
    squares(Rows),
    lines(Rows, RowClues, N, RowFirsts), lines(Columns, ColumnClues, N, ColumnFirsts),
    append(RowFirsts, ColumnFirsts, Firsts),
    fd_labelingff(Firsts),
    flat(Rows, Cells),
    fd_labeling(Cells, [value_method(max)]),
    places(Rows, Answer).

board([], _).
board([Row|Rows], N) :- length(Row, N), fd_domain_bool(Row), board(Rows, N).

squares([_]) :- !.
squares([Row, Next|Rows]) :- touching(Row, Next), squares([Next|Rows]).

touching([_], [_]) :- !.
touching([A, B|Row], [C, D|Next]) :- A + B + C + D #=< 1, touching([B|Row], [D|Next]).

lines([], [], _, []).
lines([Line|Lines], [Clue|Clues], N, Firsts) :-
    sum(Line, Sum), Sum #= 2,
    ( Clue < 0 -> Firsts = More ; clued(Line, Clue, N, First), Firsts = [First|More] ),
    lines(Lines, Clues, N, More).

% The filled cells are First and First + Clue + 1.
clued(Line, Clue, N, First) :-
    Shift is Clue + 1, Last is N - Shift,
    fd_domain(First, 1, Last),
    starts(1, N, Last, First, Starts),
    length(Zeros, Shift), zeros(Zeros),
    append(Zeros, Starts, Shifted),
    filled(Line, Starts, Shifted).

starts(I, N, _, _, []) :- I > N, !.
starts(I, N, Last, First, [Start|Starts]) :-
    ( I =< Last -> Start #<=> (First #= I) ; Start = 0 ),
    Next is I + 1, starts(Next, N, Last, First, Starts).

zeros([]).
zeros([0|Zeros]) :- zeros(Zeros).

filled([], _, _).
filled([Cell|Cells], [A|As], [B|Bs]) :- Cell #= A + B, filled(Cells, As, Bs).

places([], []).
places([Row|Rows], [A, B|Places]) :- nth(A, Row, 1), nth(B, Row, 1), A < B, !, places(Rows, Places).
