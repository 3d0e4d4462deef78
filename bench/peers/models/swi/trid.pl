% Trid: the vertices on each line of the triangle, in all three directions, differ.

solve(trid(N, Sums, Givens), Vertices) :-
    numlist(1, N, Lengths),
    maplist(length, Rows, Lengths),
    append(Rows, Vertices),
    Vertices ins 1..N,
    given(Givens, Rows),
    maplist(reverse, Rows, Mirror),
    slanted(Rows, Left), slanted(Mirror, Right),
    append([Rows, Left, Right], Lines),
    maplist(all_different, Lines),
    maplist(triangle(Rows), Sums),
    labeling([ff], Vertices).

% The first of all rows, the second of all rows that have one, and so on.
slanted([], []).
slanted([[First]|Rows], [[First|Firsts]|Lines]) :-
    maplist(split, Rows, Firsts, Rests),
    slanted(Rests, Lines).

split([First|Rest], First, Rest).

triangle(Rows, sum(A, B, C, Sum)) :-
    maplist(vertex(Rows), [A, B, C], Corners), sum(Corners, #=, Sum).

given([], _).
given([given(R, P, Value)|Givens], Rows) :- vertex(Rows, R-P, Value), given(Givens, Rows).

vertex(Rows, R-P, Vertex) :- nth1(R, Rows, Row), nth1(P, Row, Vertex).
