import { isRecord, parseRun, pause, textIn } from '../../system/index.ts';
import { connectTo, type LineSocket } from '../../system/sockets/index.ts';
import {
  endingMethod,
  errorCodes,
  eventMethod,
  maxFrameBytes,
  protocol,
  type Hello,
  type Method,
  type Params,
  type Result,
  type Welcome,
} from '../protocol.ts';
import { readFrame, type Frame } from '../rpc/frame.ts';
import { openCalls, DaemonUnavailable, type CallOptions } from './calls.ts';

/** One connection to the daemon, greeted. */
export interface Link {
  readonly welcome: Welcome;
  /**
   * @throws SnapError what the daemon refused for a reason the person has to know; the signal's reason; `DaemonUnavailable` for everything else:
   *   then the caller does the work itself.
   */
  call<M extends Method>(method: M, params: Params<M>, options?: CallOptions): Promise<Result<M>>;
  /** Settles with how it ended. Never rejects. */
  readonly ended: Promise<LinkEnd>;
  /** Whether it keeps the process alive while no call waits. It does not, at first. */
  keepAlive(isKept: boolean): void;
  close(): void;
}

/** `ending`: the daemon's reason for its end; absent where it gave none. */
export interface LinkEnd {
  readonly ending: string | undefined;
  readonly isOurs: boolean;
}

/** What was met at the socket. */
export type Met =
  | { readonly kind: 'ready'; readonly link: Link }
  /** `isLost`: something accepted the connection and ended it before the hello, as a daemon does that ends. */
  | { readonly kind: 'absent'; readonly isLost?: true }
  /** A process listens, but does not answer the hello in time. */
  | { readonly kind: 'silent' }
  /** It says that it is of another protocol. */
  | { readonly kind: 'other-protocol'; readonly theirs: number }
  /** It takes no more clients at the moment, or is ending. */
  | { readonly kind: 'refused'; readonly reason: string; readonly isEnding: boolean }
  /** Not used, because it may belong to another user. */
  | { readonly kind: 'unsafe'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

export interface MeetOptions {
  readonly socket: string;
  readonly hello: Omit<Hello, 'protocol'>;
  readonly maxMs: number;
  /** The params of a notification `event`. */
  readonly onEvent?: ((event: unknown) => void) | undefined;
}

/** Connects and says hello. Never rejects. */
export async function meetDaemon({ socket: path, hello, maxMs, onEvent }: MeetOptions): Promise<Met> {
  const began = performance.now();
  let socket: LineSocket | undefined;
  let ending: string | undefined;
  let isOurs = false;
  let isKept = false;
  let end: (how: LinkEnd) => void = () => undefined;
  const ended = new Promise<LinkEnd>((settle) => (end = settle));
  const calls = openCalls(
    (line) => socket?.send(line),
    () => {
      ending = 'does not answer';
      socket?.destroy();
    },
    (count) => socket?.keepAlive(isKept || count > 0),
  );
  const take = (frame: Frame): void => {
    // An error without an id: the daemon does not accept this client.
    if (frame.kind === 'error' && frame.id === null) return calls.refuse(frame.error);
    if (frame.kind === 'result' || frame.kind === 'error') return calls.take(frame);
    if (frame.kind !== 'notification') return;
    if (frame.method === eventMethod) onEvent?.(frame.params['event']);
    else if (frame.method === endingMethod) ending = textIn(frame.params['reason']);
  };
  const left = (): number => Math.max(1, maxMs - (performance.now() - began));
  const connect = () =>
    connectTo(
      path,
      { maxLineBytes: maxFrameBytes, maxMs: left() },
      {
        onLine(line) {
          calls.heard();
          take(readFrame(line));
        },
        onEnd() {
          calls.fail(ending === undefined ? 'the connection to the daemon was lost' : `the daemon ended (${ending})`);
          end({ ending, isOurs });
        },
      },
    );
  let connected = await connect();
  while (connected.kind === 'busy' && left() > 10) {
    await pause(10);
    connected = await connect();
  }
  if (connected.kind === 'busy') return { kind: 'silent' };
  if (connected.kind !== 'connected') return connected;
  ({ socket } = connected);
  const close = (): void => {
    isOurs = true;
    socket?.close();
  };
  const welcome = await greet(() => calls.call('hello', { protocol, ...hello }, { maxMs: left() }));
  if (welcome.kind !== 'welcome') {
    socket.destroy();
    return welcome;
  }
  socket.keepAlive(false);
  const link: Link = {
    welcome: welcome.welcome,
    ended,
    close,
    keepAlive(isAsked) {
      isKept = isAsked;
      socket?.keepAlive(isKept || calls.count > 0);
    },
    // What comes is what the protocol says for this method: the daemon is this user's own, as its place shows.
    call: (method, params, options = {}) => calls.call(method, params, options),
  };
  return { kind: 'ready', link };
}

/** Says hello. @returns the result as a value, errors too. */
async function greet(
  hello: () => Promise<unknown>,
): Promise<{ readonly kind: 'welcome'; readonly welcome: Welcome } | Exclude<Met, { kind: 'ready' }>> {
  try {
    const welcome = welcomeIn(await hello());
    if (welcome === undefined) return { kind: 'failed', reason: 'what listens there is not the daemon of snap' };
    return welcome.protocol === protocol ? { kind: 'welcome', welcome } : { kind: 'other-protocol', theirs: welcome.protocol };
  } catch (error) {
    if (!(error instanceof DaemonUnavailable)) return { kind: 'failed', reason: 'it refused the hello' };
    if (error.kind === 'lost') return { kind: 'absent', isLost: true };
    if (error.answer === undefined) return { kind: 'silent' };
    const { code, data } = error.answer;
    const theirs = isRecord(data) ? data['protocol'] : undefined;
    if (code === errorCodes.hello && typeof theirs === 'number') return { kind: 'other-protocol', theirs };
    return { kind: 'refused', reason: error.message, isEnding: code === errorCodes.ending };
  }
}

function welcomeIn(value: unknown): Welcome | undefined {
  if (!isRecord(value)) return undefined;
  const run = parseRun(value['run']);
  const { protocol: number, build, startedAt } = value;
  if (run === undefined || typeof number !== 'number' || typeof build !== 'string' || typeof startedAt !== 'string') return undefined;
  return { protocol: number, build, run, startedAt };
}

/** Why there is no connection, as a sentence without its full stop. */
export function reasonOf(met: Exclude<Met, { kind: 'ready' }>): string {
  switch (met.kind) {
    case 'absent':
      return 'no daemon is running';
    case 'silent':
      return 'the daemon does not answer';
    case 'other-protocol':
      return `the daemon speaks another protocol: it has ${met.theirs}, this program has ${protocol}`;
    case 'refused':
      return met.reason;
    case 'unsafe':
      return `the socket of the daemon ${met.reason}`;
    case 'failed':
      return `the daemon cannot be reached: ${met.reason}`;
    default:
      return met satisfies never;
  }
}
