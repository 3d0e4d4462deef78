% Multi-Balance: each cell has a number or 0. Only a cell whose row and column have one fulcrum each
% can hold a number; torques balance on each line with one fulcrum, whether used or not.

solve(multibalance(Height, Width, N, Fulcrums), Answer) :-
    findall(R-P, ( between(1, Height, R), findall(C, member(R-C, Fulcrums), [P]) ), Rows),
    findall(C-P, ( between(1, Width, C), findall(R, member(R-C, Fulcrums), [P]) ), Columns),
    findall(cell(R, C, _), ( member(R-_, Rows), member(C-_, Columns), \+ memberchk(R-C, Fulcrums) ), Cells),
    maplist(value, Cells, Values),
    Values ins 0..N,
    numlist(1, N, Numbers), pairs_keys(Once, Numbers), pairs_values(Once, Ones), maplist(=(1), Ones),
    length(Values, Count), Empty is Count - N,
    Empty >= 0,
    global_cardinality(Values, [0-Empty|Once]),
    maplist(row(Cells), Rows, UsedRows),
    maplist(column(Cells), Columns, UsedColumns),
    exclusive(UsedRows, UsedColumns),
    labeling([ff, down], Values),
    maplist(place(Width, Cells), Numbers, Answer).

value(cell(_, _, Value), Value).

place(Width, Cells, Number, Place) :- memberchk(cell(R, C, Number), Cells), Place is (R - 1) * Width + C - 1.

row(Cells, R-P, used(R-P, Used)) :- line(Cells, row, R, P, Used).

column(Cells, C-P, used(P-C, Used)) :- line(Cells, column, C, P, Used).

% Torques balance; Used tells whether the line has numbers.
line(Cells, Side, Line, Pivot, Used) :-
    hooks(Cells, Side, Line, Pivot, Distances, Values),
    scalar_product(Distances, Values, #=, 0),
    sum(Values, #=, Sum),
    Used #<==> Sum #> 0.

hooks([], _, _, _, [], []).
hooks([cell(R, C, Value)|Cells], Side, Line, Pivot, Distances, Values) :-
    ( on(Side, R, C, Line, Place) ->
        At is Place - Pivot, Distances = [At|Ds], Values = [Value|Vs]
    ; Distances = Ds, Values = Vs ),
    hooks(Cells, Side, Line, Pivot, Ds, Vs).

on(row, R, C, R, C).
on(column, R, C, C, R).

% No fulcrum carries both its row and its column.
exclusive([], _).
exclusive([used(Fulcrum, Row)|Rows], Columns) :-
    ( memberchk(used(Fulcrum, Column), Columns) -> Row + Column #=< 1 ; true ),
    exclusive(Rows, Columns).
