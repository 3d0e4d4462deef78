#!/usr/bin/env python3
"""Two solvers on one puzzle: which is ahead, and by how much. `compare.py` by itself tests this."""

import statistics


def quartiles(times):
    """The lower quartile, the median and the upper quartile."""
    if len(times) == 1:
        return [times[0]] * 3
    return statistics.quantiles(times, n=4, method="inclusive")


def compared(ours, theirs):
    """How many times as long as ours theirs takes, by medians, and how we stand: `behind` or `ahead` only
    where the quartile ranges do not overlap, else `level`."""
    (low, median, high), (their_low, their_median, their_high) = quartiles(ours), quartiles(theirs)
    state = "behind" if their_high < low else "ahead" if high < their_low else "level"
    return their_median / median, state


def spread(ratios):
    """The least, the 5th percentile, the median, the 95th percentile and the largest."""
    if len(ratios) == 1:
        return ratios * 5
    parts = statistics.quantiles(ratios, n=20, method="inclusive")
    return [min(ratios), parts[0], statistics.median(ratios), parts[-1], max(ratios)]


def test():
    steady = [10.0] * 20
    noisy = [8.0, 9.0, 10.0, 11.0, 12.0] * 4
    assert compared(steady, [30.0] * 20) == (3.0, "ahead")
    assert compared(steady, [5.0] * 20) == (0.5, "behind")
    # The medians differ, but by less than the runs of one solver among themselves.
    assert compared([9.5] * 20, noisy) == (10 / 9.5, "level")
    assert compared(noisy, [9.5] * 20) == (0.95, "level")
    # One slow run says nothing.
    assert compared(steady, [5.0] * 19 + [500.0]) == (0.5, "behind")
    assert compared([2.0], [3.0]) == (1.5, "ahead")
    assert spread([7.0]) == [7.0] * 5
    assert spread([float(n) for n in range(100, -1, -1)]) == [0.0, 5.0, 50.0, 95.0, 100.0]
    print("the comparison is right about 8 cases")


if __name__ == "__main__":
    test()
