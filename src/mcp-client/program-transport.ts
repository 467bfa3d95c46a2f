import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { JSONRPCMessageSchema, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { idAtTheEnds, lineCutter, type LineBytes, type RunningProgram } from '../system/index.ts';

/** The streams of a started server: JSON-RPC one message a line, and everything else that it writes. */
export interface ProgramTransport extends Transport {
  /** For the program's stdout. */
  readonly onOutput: (bytes: Uint8Array) => void;
  /** For the program's stderr. */
  readonly onErrorOutput: (bytes: Uint8Array) => void;
  /** To be called before `start`. */
  attach(program: RunningProgram): void;
  /**
   * The first line on stdout that is not a message, as it was written.
   * @param isOver the output has ended, so a line without a line break is complete
   */
  noise(isOver: boolean): string | undefined;
  /** The end of stderr as it was written; the beginning may be cut off. */
  stderr(): string;
}

/** The largest message that servers built with the SDK can write. */
const largestMessage = 10 * 1024 * 1024;
const keptOfLongLine = 2 * 1024;
const keptStderr = 16 * 1024;

/**
 * Unlike the SDK's own transport it records a line that is not a message instead of failing, and it never reports a closed connection:
 * the program itself reports how it ended.
 * @param maxMessageBytes what is larger is no message. With a limit of its own, the request is answered with the error {@link tooLarge}.
 */
export function programTransport(maxMessageBytes?: number): ProgramTransport {
  let program: RunningProgram | undefined;
  let noise: string | undefined;
  let isHeard = false;
  let stderr: Buffer = Buffer.alloc(0);

  const take = (line: LineBytes): void => {
    const text = textOf(line);
    if (isBlank(text)) return;
    const message = line.kind === 'whole' ? messageOf(text) : undefined;
    if (message === undefined) {
      noise ??= text;
      const id = maxMessageBytes !== undefined && line.kind === 'too-long' ? idOf(line) : undefined;
      if (id !== undefined) transport.onmessage?.({ jsonrpc: '2.0', id, error: { code: -32_000, message: tooLarge } });
    } else {
      isHeard = true;
      transport.onmessage?.(message);
    }
  };
  const cutter = lineCutter({ limit: maxMessageBytes ?? largestMessage, ends: keptOfLongLine }, take);

  const transport: ProgramTransport = {
    onOutput: cutter.push,
    onErrorOutput(bytes) {
      // It is cut at twice the size, so that many small writes do not copy the text each time.
      stderr = Buffer.concat([stderr, bytes.subarray(-keptStderr)]);
      if (stderr.length > 2 * keptStderr) stderr = Buffer.from(stderr.subarray(-keptStderr));
    },
    attach: (started) => void (program = started),
    noise(isOver) {
      if (noise !== undefined) return noise;
      const last = cutter.rest();
      const text = last === undefined ? '' : textOf(last);
      if (isBlank(text)) return undefined;
      // A message without a line break never reaches a client, so it is noise too, but not while it is still arriving.
      const isUnderWay = !isOver && /^\s*[{[]/.test(text) && (isHeard || messageOf(text) === undefined);
      return isUnderWay ? undefined : text;
    },
    stderr: () => stderr.toString('utf8'),
    start: async () => undefined,
    send: async (message) => program?.write(`${JSON.stringify(message)}\n`),
    close: async () => transport.onclose?.(),
  };
  return transport;
}

/** The message of the error for an answer beyond the limit. */
export const tooLarge = 'the answer is too large';

function idOf({ head, tail }: Extract<LineBytes, { kind: 'too-long' }>): string | number | undefined {
  return idAtTheEnds(head.toString('latin1'), tail.toString('latin1'));
}

/** How much of a line is kept to be shown; a message is read from the whole line. */
function textOf(line: LineBytes): string {
  return (line.kind === 'whole' ? line.bytes : line.head).toString('utf8');
}

/** Not `trim`, which removes a byte order mark. */
function isBlank(text: string): boolean {
  return /^[ \t\r]*$/.test(text);
}

function messageOf(line: string): JSONRPCMessage | undefined {
  try {
    return JSONRPCMessageSchema.safeParse(JSON.parse(line)).data;
  } catch {
    // It only throws for a line that is not JSON.
    return undefined;
  }
}
