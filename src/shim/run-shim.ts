import type { Readable } from 'node:stream';
import { lineCutter, settlesWithin, type LineBytes } from '../system/index.ts';
import { httpClient } from '../system/http/index.ts';
import { bridge, type Bridge } from './bridge.ts';
import type { DeadlineOptions } from './deadlines.ts';
import { envelopeOf, envelopeOfEnds, messageOf } from './envelope.ts';
import { errorAnswer, useStdioOrRepair } from './faults.ts';
import type { Output } from './flow.ts';
import { clock } from './pending.ts';
import { maxMessageBytes } from './read-stream.ts';
import type { Target } from './target.ts';

export interface ShimOptions extends DeadlineOptions {
  readonly input: Readable;
  readonly output: Output & { on(event: 'error' | 'drain', listener: () => void): unknown };
  /** Fires when the process is asked to end. */
  readonly signal: AbortSignal;
  /** Takes a line about trouble, for the log that the assistant keeps. */
  readonly log: (text: string) => void;
}

/**
 * A request younger than this when the input ends was sent by a pipe (`printf … | snap mcp shim`), whose reader still wants the answer. The client of
 * an older one has left without waiting.
 */
const youngMs = 250;
/** How long the answers to such requests are waited for. */
const maxWaitMs = 5_000;
const maxFlushMs = 200;
/** Enough of a line that is too long to find its id. */
const endBytes = 1024;

/** Joins the client on standard input and output with a remote server until one of them leaves for good. */
export async function runShim(target: Target, options: ShimOptions): Promise<void> {
  const { input, output } = options;
  const client = httpClient();
  const joined = bridge({ ...options, target, client });
  await new Promise<void>((resolve) => {
    readLines(options, {
      line: (line) => take(joined, line),
      isBehind: () => joined.isBehind,
      over: () => whenAnswered(joined, resolve),
      left: resolve,
    });
    // The output tells a client that does not read; what it has read lets the input go on.
    const goOn = (): void => {
      if (!joined.isBehind && input.isPaused()) input.resume();
    };
    joined.onProgress = goOn;
    output.on('drain', goOn);
  });
  await joined.close();
  // The answers given at the end are on their way before the process ends; a client that reads nothing is not waited for.
  await settlesWithin(maxFlushMs, new Promise<void>((resolve) => void output.write('', () => resolve())));
  client.close();
}

/** Answers every request with what to do, where no remote server was named. */
export async function runWithoutRemote(version: string, options: ShimOptions): Promise<void> {
  const message = `snap mcp shim: there is no remote server to bridge to in snap ${version} unless --url names one. ${useStdioOrRepair}`;
  const { input, output } = options;
  const write = (id: string | number | null, code: number, text: string): void => {
    for (const piece of errorAnswer(id, { code, message: text }).pieces) output.write(`${piece.toString()}\n`);
  };
  await new Promise<void>((resolve) => {
    readLines(options, {
      line: (line) => {
        const envelope = line.kind === 'whole' ? envelopeOf(messageOf(line.bytes)) : endsOf(line);
        if (envelope?.kind === 'request') write(envelope.id, -32000, message);
        else if (envelope?.kind === 'not-json') write(null, -32700, 'The line is not JSON.');
      },
      isBehind: () => output.writableLength > endBytes * endBytes,
      over: resolve,
      left: resolve,
    });
    output.on('drain', () => input.resume());
  });
}

interface Reader {
  line(line: LineBytes): void;
  isBehind(): boolean;
  /** The input has ended. */
  over(): void;
  /** The client does not read any more, or the process is asked to end. */
  left(): void;
}

function readLines({ input, output, signal }: ShimOptions, { line, isBehind, over, left }: Reader): void {
  const cutter = lineCutter({ limit: maxMessageBytes, ends: endBytes }, line);
  let isOver = false;
  const onOver = (): void => {
    if (isOver) return;
    isOver = true;
    const rest = cutter.rest();
    if (rest !== undefined) line(rest);
    over();
  };
  input.on('data', (chunk: Buffer) => {
    cutter.push(chunk);
    if (isBehind()) input.pause();
  });
  // A terminal that hangs up reports an error instead of an end.
  input.once('end', onOver).once('close', onOver).once('error', onOver);
  output.on('error', left);
  signal.addEventListener('abort', left);
}

function take(joined: Bridge, line: LineBytes): void {
  if (line.kind === 'too-long') return joined.tooLong(line.length, endsOf(line));
  if (line.bytes.toString('latin1').trim() !== '') joined.line(line.bytes);
}

function endsOf({ head, tail }: Extract<LineBytes, { kind: 'too-long' }>): ReturnType<typeof envelopeOfEnds> {
  return envelopeOfEnds(head.toString('latin1'), tail.toString('latin1'));
}

/** The input has ended: waits for the answers that a reader may still want. */
function whenAnswered(joined: Bridge, done: () => void): void {
  const now = clock();
  const look = (): void => {
    if (![...joined.open].some(({ since }) => now - since <= youngMs)) done();
  };
  joined.onProgress = look;
  setTimeout(done, maxWaitMs).unref();
  look();
}
