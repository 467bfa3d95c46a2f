import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import { builtProgram } from '../support/built-program.ts';
import { removeTree } from '../support/processes.ts';

export interface StartOptions {
  readonly args?: readonly string[];
  readonly home?: string;
  readonly cwd?: string;
  readonly program?: string;
  /** Beside HOME and an empty PATH. */
  readonly env?: Readonly<Record<string, string>>;
  /** Another user and group; only root can. */
  readonly uid?: number;
}

/**
 * An empty home with these files, gone after the test. By `onTestFinished`, here and below: the files of one worker share this module, so `afterEach`
 * would be registered for the first of them alone.
 */
export function madeHome(files: Readonly<Record<string, string>> = {}): string {
  const home = mkdtempSync(join(tmpdir(), 'snap-server-'));
  onTestFinished(() => removeTree(home));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  return home;
}

/** As the worst client starts it: nothing on the PATH, in the root directory. */
function parameters({ args = ['mcp', '--stdio'], home = '', cwd = '/', program = builtProgram(), env = {} }: StartOptions) {
  // An empty home would be taken for none, and the real one of whoever runs the tests used.
  const own = home === '' ? madeHome() : home;
  const data = { SNAP_DATA_DIR: join(own, '.snap-data') };
  return {
    command: process.execPath,
    args: [program, ...args],
    env: { HOME: own, PATH: '', USERPROFILE: own, SNAP_DAEMON: 'off', ...data, ...env },
    cwd,
  };
}

/** The server with the SDK's client on it. */
export async function connected(options: StartOptions = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StdioClientTransport({ ...parameters(options), stderr: 'inherit' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

const answer = z.object({ content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]), isError: z.boolean().optional() });

/** The one text a tool answers with. */
export async function call(
  client: Client,
  input: Record<string, unknown> | undefined,
  name = 'check',
): Promise<{ text: string; line: string; isError: boolean }> {
  const { content, isError } = answer.parse(await client.callTool({ name, ...(input === undefined ? {} : { arguments: input }) }));
  const [{ text }] = content;
  return { text, line: text.split('\n', 1)[0] ?? '', isError: isError === true };
}

const message = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
});
export type Answer = z.infer<typeof message>;

/** The program with a bare hand on its streams. */
export class RawServer {
  readonly process: ChildProcessWithoutNullStreams;
  readonly exit: Promise<readonly [code: number | null, signal: string | null]>;
  /** Whole lines of stdout, the messages of those that were read, and what follows the last line. Each is looked at once. */
  readonly #lines: string[] = [];
  readonly #messages: Readonly<Record<string, unknown>>[] = [];
  #rest: Buffer[] = [];
  readonly #err: Buffer[] = [];

  constructor(options: StartOptions = {}) {
    const { command, args, env, cwd } = parameters(options);
    const { uid } = options;
    this.process = spawn(command, args, { env, cwd, ...(uid === undefined ? {} : { uid, gid: uid }) });
    this.process.stdout.on('data', (chunk: Buffer) => this.#take(chunk));
    this.process.stderr.on('data', (chunk: Buffer) => this.#err.push(chunk));
    this.exit = once(this.process, 'close').then(([code, signal]) => [code, signal] as const);
    // Until it has ended: it writes its compiled code into a home that is about to be removed.
    onTestFinished(async () => {
      this.process.kill('SIGKILL');
      await this.exit;
    });
  }

  write(...lines: readonly (string | object)[]): void {
    for (const line of lines) this.process.stdin.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
  }

  /** Sends lines, ends the input, waits for the exit. Every line of stdout must be a message. */
  async converse(...lines: readonly (string | object)[]): Promise<{ answers: readonly Answer[]; stderr: string; code: number | null }> {
    this.write(...lines);
    this.process.stdin.end();
    const [code] = await this.exit;
    return { answers: this.answers(), stderr: this.stderr, code };
  }

  answers(): readonly Answer[] {
    if (this.#rest.length > 0) throw new Error('stdout does not end with a whole line');
    return this.#lines.map((line) => message.parse(JSON.parse(line)));
  }

  #take(chunk: Buffer): void {
    const end = chunk.lastIndexOf(0x0a) + 1;
    if (end > 0) {
      const lines = Buffer.concat([...this.#rest, chunk.subarray(0, end)])
        .toString()
        .split('\n');
      for (const line of lines.slice(0, -1)) this.#lines.push(line);
      this.#rest = [];
    }
    if (end < chunk.length) this.#rest.push(chunk.subarray(end));
  }

  get stderr(): string {
    return Buffer.concat(this.#err).toString();
  }

  /** Until stdout holds that many lines. */
  async lines(count: number): Promise<void> {
    while (this.#lines.length < count) await once(this.process.stdout, 'data');
  }

  /** The answer to the request of that id, when it is there. */
  async answerTo(id: number | string): Promise<Answer> {
    for (;;) {
      const found = this.messages().find((each) => each['id'] === id && !('method' in each));
      if (found !== undefined) return message.parse(found);
      await once(this.process.stdout, 'data');
    }
  }

  /** Every whole message so far: answers, requests and notifications. */
  messages(): readonly Readonly<Record<string, unknown>>[] {
    for (const line of this.#lines.slice(this.#messages.length)) {
      this.#messages.push(z.record(z.string(), z.unknown()).parse(JSON.parse(line)));
    }
    return [...this.#messages];
  }

  /** Until standard error holds it; what it matched. */
  async said(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.stderr);
      if (found !== null) return found;
      await once(this.process.stderr, 'data');
    }
  }
}

export const initialize = {
  jsonrpc: '2.0',
  id: 'hello',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
} as const;

export function toolCall(id: number | string, input: unknown, name = 'check', meta?: object): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: input, ...(meta === undefined ? {} : { _meta: meta }) } };
}

export function cancel(requestId: number | string): object {
  return { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } };
}
