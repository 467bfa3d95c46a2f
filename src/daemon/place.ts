import { SnapError, type System } from '../system/index.ts';
import { protocol } from './protocol.ts';

/** Where the daemon of a user is found, and where it keeps its files. */
export interface DaemonPlace {
  /** The socket, or the name of the pipe on Windows. */
  readonly socket: string;
  /** The directory of the socket; on Windows, only of the other files. It has to be private: {@link System}'s door for sockets checks it. */
  readonly directory: string;
  /** Which run the daemon is, for those it does not answer. */
  readonly stateFile: string;
  /** What is locked while a daemon lives, and while one is started. */
  readonly lifeLock: string;
  readonly startLock: string;
  readonly logFile: string;
  /** The secret with which HTTP clients show that they belong to this user; there while the daemon listens for HTTP. */
  readonly tokenFile: string;
  /** The same for entries that name a file and a port: it is there only while the daemon listens at that port. */
  portTokenFile(port: number): string;
  /** Exists once snap has written an entry with the address: from then on a daemon that a server starts listens for HTTP too. */
  readonly httpWantedFile: string;
  /** The port, while the daemon listens for HTTP: no program of snap sends the token anywhere else. */
  readonly httpPortFile: string;
}

/** A socket's path may have 107 bytes on Linux and 103 on macOS, and a longer one fails with an error that names another cause (EADDRINUSE). */
const maxSocketBytes = 100;
/** The socket is bound to a longer name first: a dot and eight digits more (src/system/sockets/listen.ts). */
const privateSuffixLength = 9;

/**
 * Where the daemon is. Only the protocol's number is in its name, so that programs of different versions meet the same one. Never in the directory for
 * temporary files, which assistants set as they like, so that one user would have several daemons.
 *
 * The directory of the socket is `run` in snap's state directory. Where that path is too long, one named by its hash: below `.snap-run` in the home
 * directory, or below `/run/user/<uid>/snap`. The home comes first, because the other is there only while the person is logged in.
 */
export function daemonPlace(
  { platform, home, own }: Pick<System, 'platform' | 'home' | 'own'>,
  uid: number | undefined,
  number = protocol,
): DaemonPlace {
  const separator = platform === 'win32' ? '\\' : '/';
  const join = (...parts: readonly string[]): string => parts.join(separator);
  const state = join(own.state, 'run');
  const shared = {
    logFile: join(own.state, 'daemon.log'),
    tokenFile: join(own.data, 'token'),
    portTokenFile: (port: number) => join(own.data, `token-${port}`),
    httpWantedFile: join(state, 'http-wanted'),
    httpPortFile: join(state, 'http-port'),
    // The locks go by these names; nothing is at these paths.
    lifeLock: join(state, `d${number}`),
    startLock: join(state, `d${number}.start`),
  };
  if (platform === 'win32') {
    // Windows compares names without case, and a pipe's name is shared by all users of the machine.
    const socket = `\\\\.\\pipe\\snap-${shortHash(own.data.toLowerCase())}-v${number}`;
    return { socket, directory: state, stateFile: join(state, `d${number}.json`), ...shared };
  }
  const directories = [
    state,
    join(home, '.snap-run', shortHash(own.state)),
    ...(uid === undefined ? [] : [`/run/user/${uid}/snap/${shortHash(own.state)}`]),
  ];
  const directory = directories.find((each) => fits(join(each, `d${number}.sock`)));
  if (directory === undefined) throw tooLong();
  return { socket: join(directory, `d${number}.sock`), directory, stateFile: join(directory, `d${number}.json`), ...shared };
}

function fits(path: string): boolean {
  return Buffer.byteLength(path) <= maxSocketBytes - privateSuffixLength;
}

function tooLong(): SnapError {
  return new SnapError('refused', `The path of the daemon's socket would have more than ${maxSocketBytes} bytes.`, {
    hint: 'Set SNAP_DATA_DIR to a directory with a shorter path.',
  });
}

function shortHash(text: string): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex').slice(0, 16);
}
