# Runs a command in a terminal of its own: terminal.py <columns> <rows> <command>...
# What is typed comes on standard input, what is shown goes to standard output; ends as the command does.
import fcntl, os, pty, select, signal, struct, sys, termios

columns, rows, *command = sys.argv[1:]
child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", int(rows), int(columns), 0, 0))
    os.execvp(command[0], command)

signal.signal(signal.SIGTERM, lambda number, _: os.kill(child, number))
sources = [0, terminal]
while True:
    for source in select.select(sources, [], [])[0]:
        try:
            data = os.read(source, 65536)
        except OSError:  # the last one who held the other side of the terminal is gone
            data = b""
        if not data and source == terminal:
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        elif not data:
            sources.remove(0)
        else:
            os.write(terminal if source == 0 else 1, data)
