% Aztec Math: each cell, with the two below it, is a triple of the four operations.

solve(aztec(Givens), Cells) :-
    findall([Top, A, B], triple(Top, A, B), Triples),
    % fd_relation numbers the triples, and forgets those beyond the largest value a domain can have.
    length(Triples, Count), fd_set_vector_max(Count),
    rows(Givens, Rows),
    pyramid(Rows, Triples),
    flat(Rows, Cells),
    fd_labelingff(Cells).

rows([], []).
rows([Given|Givens], [Row|Rows]) :-
    cells(Given, Row), fd_all_different(Row), rows(Givens, Rows).

cells([], []).
cells([0|Givens], [Cell|Cells]) :- !, fd_domain(Cell, 1, 9), cells(Givens, Cells).
cells([Cell|Givens], [Cell|Cells]) :- cells(Givens, Cells).

triple(Top, A, B) :-
    between(1, 9, A), between(1, 9, B), A =\= B, between(1, 9, Top),
    ( Top =:= A + B -> true ; Top =:= abs(A - B) -> true ; Top =:= A * B -> true
    ; Top * A =:= B -> true ; Top * B =:= A ).

pyramid([_], _) :- !.
pyramid([Upper, Lower|Rows], Triples) :- above(Upper, Lower, Triples), pyramid([Lower|Rows], Triples).

above([], [_], _).
above([Top|Tops], [A, B|Lower], Triples) :-
    fd_relation(Triples, [Top, A, B]), above(Tops, [B|Lower], Triples).
