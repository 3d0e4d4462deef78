puzzle(1, [_,5,_,_,
