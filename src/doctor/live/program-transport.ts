import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { JSONRPCMessageSchema, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { lineCutter, type LineBytes, type RunningProgram } from '../../system/index.ts';

/** The streams of a started server: JSON-RPC one message a line, and everything else that it writes. */
export interface ProgramTransport extends Transport {
  /** For the program's stdout. */
  readonly onOutput: (bytes: Uint8Array) => void;
  /** For the program's stderr. */
  readonly onErrorOutput: (bytes: Uint8Array) => void;
  /** To be called before `start`. */
  attach(program: RunningProgram): void;
  /**
   * The first line on stdout that is no message; as it was written.
   * @param isOver nothing more comes, so what has no line break yet never gets one
   */
  noise(isOver: boolean): string | undefined;
  /** The end of stderr; as it was written, and perhaps cut at its beginning. */
  stderr(): string;
}

/** As much as the servers built with the SDK can write in one message. */
const longestMessage = 10 * 1024 * 1024;
const keptOfLongLine = 2 * 1024;
const keptStderr = 16 * 1024;

/**
 * Unlike the SDK's own transport it takes a line that is no message as a fact, not as an error, and it never says that the other side
 * closed: how a program ended is asked of the program.
 */
export function programTransport(): ProgramTransport {
  let program: RunningProgram | undefined;
  let noise: string | undefined;
  let isHeard = false;
  let stderr: Buffer = Buffer.alloc(0);

  const take = (line: LineBytes): void => {
    const text = textOf(line);
    if (isBlank(text)) return;
    const message = line.kind === 'whole' ? messageOf(text) : undefined;
    if (message === undefined) noise ??= text;
    else {
      isHeard = true;
      transport.onmessage?.(message);
    }
  };
  const cutter = lineCutter({ limit: longestMessage, ends: keptOfLongLine }, take);

  const transport: ProgramTransport = {
    onOutput: cutter.push,
    onErrorOutput(bytes) {
      // Twice the amount before it is cut, so that many small writes cost no more than one copy each in the mean.
      stderr = Buffer.concat([stderr, bytes.subarray(-keptStderr)]);
      if (stderr.length > 2 * keptStderr) stderr = Buffer.from(stderr.subarray(-keptStderr));
    },
    attach: (started) => void (program = started),
    noise(isOver) {
      if (noise !== undefined) return noise;
      const last = cutter.rest();
      const text = last === undefined ? '' : textOf(last);
      if (isBlank(text)) return undefined;
      // A message without its line break never reaches a client, so it is noise as well; one that we were in the middle of is not.
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

/** As much of a line as is worth showing; a message is read from a whole one. */
function textOf(line: LineBytes): string {
  return (line.kind === 'whole' ? line.bytes : line.head).toString('utf8');
}

/** Not `trim`, for which a byte order mark is a space. */
function isBlank(text: string): boolean {
  return /^[ \t\r]*$/.test(text);
}

function messageOf(line: string): JSONRPCMessage | undefined {
  try {
    return JSONRPCMessageSchema.safeParse(JSON.parse(line)).data;
  } catch {
    // The only thing it throws for is a line that is no JSON.
    return undefined;
  }
}
