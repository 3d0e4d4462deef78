"""Ctrl-C is tried, though a shell may have started all of this in the background, where it is ignored."""

import signal

signal.signal(signal.SIGINT, signal.default_int_handler)
