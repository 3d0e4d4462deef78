% Multi-Balance: each cell has a number or 0. Only a cell whose row and column have one fulcrum each
% can hold a number; torques balance on each line with one fulcrum, whether used or not.

solve(multibalance(Height, Width, N, Fulcrums), Answer) :-
    fd_set_vector_max(N),
    findall(R-P, ( between(1, Height, R), findall(C, member(R-C, Fulcrums), [P]) ), Rows),
    findall(C-P, ( between(1, Width, C), findall(R, member(R-C, Fulcrums), [P]) ), Columns),
    findall(cell(R, C, _), ( member(R-_, Rows), member(C-_, Columns), \+ member(R-C, Fulcrums) ), Cells),
    values(Cells, Values),
    fd_domain(Values, 0, N),
    each_once(1, N, Values),
    rows(Rows, Cells, UsedRows), columns(Columns, Cells, UsedColumns),
    exclusive(UsedRows, UsedColumns),
    fd_labeling(Values, [variable_method(ff), value_method(max)]),
    places(1, N, Width, Cells, Answer).

values([], []).
values([cell(_, _, Value)|Cells], [Value|Values]) :- values(Cells, Values).

each_once(I, N, _) :- I > N, !.
each_once(I, N, Values) :- fd_exactly(1, Values, I), Next is I + 1, each_once(Next, N, Values).

rows([], _, []).
rows([R-P|Rows], Cells, [used(R, P, Used)|More]) :-
    hooks(Cells, R, row, P, Hooks), line(Hooks, Used), rows(Rows, Cells, More).

columns([], _, []).
columns([C-P|Columns], Cells, [used(P, C, Used)|More]) :-
    hooks(Cells, C, column, P, Hooks), line(Hooks, Used), columns(Columns, Cells, More).

% The cells of a line, with their distances to its fulcrum.
hooks([], _, _, _, []).
hooks([cell(R, C, Value)|Cells], Line, Side, Pivot, Hooks) :-
    ( Side = row, R = Line -> At is C - Pivot, Hooks = [At-Value|More]
    ; Side = column, C = Line -> At is R - Pivot, Hooks = [At-Value|More]
    ; Hooks = More ),
    hooks(Cells, Line, Side, Pivot, More).

line(Hooks, Used) :-
    torques(Hooks, Left, Right, Sum),
    Left #= Right,
    Used #<=> (Sum #> 0).

torques([], 0, 0, 0).
torques([At-Value|Hooks], Left, Right, Value + Sum) :-
    Distance is abs(At),
    ( At < 0 -> Left = Distance * Value + Lefts, Right = Rights
    ; Left = Lefts, Right = Distance * Value + Rights ),
    torques(Hooks, Lefts, Rights, Sum).

% No fulcrum carries both its row and its column.
exclusive([], _).
exclusive([used(R, C, Row)|Rows], Columns) :-
    ( member(used(R, C, Column), Columns) -> Row + Column #=< 1 ; true ),
    exclusive(Rows, Columns).

places(I, N, _, _, []) :- I > N, !.
places(I, N, Width, Cells, [Place|Places]) :-
    member(cell(R, C, I), Cells), !, Place is (R - 1) * Width + C - 1,
    Next is I + 1, places(Next, N, Width, Cells, Places).
