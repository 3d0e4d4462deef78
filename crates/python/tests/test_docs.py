"""The examples in the documentation of what is not written in Python."""

import doctest

import equipoise


def test_examples_say_what_happens() -> None:
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    tried = 0
    for name in equipoise.__all__:
        value = getattr(equipoise, name)
        documented = {name: value}
        if isinstance(value, type):
            documented |= {f"{name}.{part}": getattr(value, part) for part in vars(value)}
        for where, part in documented.items():
            text = getattr(part, "__doc__", None) or ""
            if ">>>" in text:
                runner.run(parser.get_doctest(text, {}, where, None, None))
                tried += 1
    assert tried >= 10 and runner.failures == 0


def test_all_that_people_use_is_documented() -> None:
    for name in equipoise.__all__:
        value = getattr(equipoise, name)
        assert value.__doc__, name
        if isinstance(value, type) and value.__module__ == "equipoise":
            for part in vars(value):
                assert part.startswith("_") or getattr(value, part).__doc__ is not None, f"{name}.{part}"
