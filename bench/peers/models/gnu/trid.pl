% Trid: the vertices on each line of the triangle, in all three directions, differ.

solve(trid(N, Sums, Givens), Vertices) :-
    fd_set_vector_max(N),
    rows(1, N, Rows),
    flat(Rows, Vertices),
    given(Givens, Rows),
    different(Rows),
    slanted(Rows, Left), different(Left),
    mirrored(Rows, Mirror), slanted(Mirror, Right), different(Right),
    triangles(Sums, Rows),
    fd_labelingff(Vertices).

rows(R, N, []) :- R > N, !.
rows(R, N, [Row|Rows]) :- length(Row, R), fd_domain(Row, 1, N), Next is R + 1, rows(Next, N, Rows).

different([]).
different([Line|Lines]) :- fd_all_different(Line), different(Lines).

% The first of all rows, the second of all rows that have one, and so on.
slanted([], []).
slanted([[First]|Rows], [[First|Firsts]|Lines]) :- heads(Rows, Firsts, Rests), slanted(Rests, Lines).

mirrored([], []).
mirrored([Row|Rows], [Mirror|Mirrors]) :- reverse(Row, Mirror), mirrored(Rows, Mirrors).

triangles([], _).
triangles([sum(A, B, C, Sum)|Sums], Rows) :-
    vertex(A, Rows, X), vertex(B, Rows, Y), vertex(C, Rows, Z),
    X + Y + Z #= Sum,
    triangles(Sums, Rows).

given([], _).
given([given(R, P, Value)|Givens], Rows) :- vertex(R-P, Rows, Value), given(Givens, Rows).

vertex(R-P, Rows, Vertex) :- nth(R, Rows, Row), nth(P, Row, Vertex).
