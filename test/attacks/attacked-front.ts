import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { createFront, type Front, type FrontLimits, type FrontOptions } from '../../src/server/transports/http/index.ts';
import { listenOnLoopback, sameSecret, secretId, type ListenLimits } from '../../src/system/http/index.ts';

/** A front as the daemon has it, with two tokens. Behind it is what counts every message that comes through. */
export interface Attacked {
  readonly port: number;
  readonly token: string;
  readonly otherToken: string;
  /** Messages that reached what is behind the front. */
  readonly reached: JSONRPCMessage[];
  readonly opened: { root: string | undefined; isOpen: boolean }[];
  readonly logged: string[];
}

export interface AttackedOptions {
  readonly limits?: Partial<FrontLimits>;
  readonly listen?: ListenLimits;
  readonly front?: Partial<FrontOptions>;
}

export async function attackedFront({ limits, listen, front: more }: AttackedOptions = {}): Promise<Attacked> {
  const token = 'a-token-of-the-right-length-and-more-000001';
  const otherToken = 'another-token-of-somebody-else-00000000002';
  const reached: JSONRPCMessage[] = [];
  const opened: Attacked['opened'] = [];
  const logged: string[] = [];
  let front: Front | undefined;
  const listener = await listenOnLoopback(0, (exchange) => front?.take(exchange), listen);
  if ('taken' in listener) throw new Error('There is no free port.');
  front = createFront({
    ports: [listener.port],
    tokens: {
      check: async (bearer) => [token, otherToken].filter((each) => sameSecret(each, bearer)).map((each) => ({ id: secretId(each) }))[0],
    },
    workspace: async (named) => (named === '/opened' ? '/real/opened' : undefined),
    open(root, _, onMessage) {
      const connection = { root, isOpen: true };
      opened.push(connection);
      return {
        send(message) {
          reached.push(message);
          if (!('method' in message && 'id' in message)) return;
          // Says for whom it answers, so that an answer that went astray shows.
          const result = message.method === 'initialize' ? { protocolVersion: '2025-11-25' } : { echoed: message.params?.['mark'] ?? null };
          if (message.method !== 'never') setImmediate(() => onMessage({ jsonrpc: '2.0', id: message.id, result }));
        },
        close: () => void (connection.isOpen = false),
      };
    },
    log: (text) => void logged.push(text),
    limits,
    ...more,
  });
  onTestFinished(async () => {
    front?.close();
    await listener.close();
  });
  return { port: listener.port, token, otherToken, reached, opened, logged };
}

/** What came back on a connection. */
export interface Back {
  /** 0 where the connection was closed without an answer. */
  readonly status: number;
  readonly text: string;
  /** How many answers came. */
  readonly answers: number;
  readonly isClosed: boolean;
}

/**
 * Sends bytes as they are, and waits until the connection is closed, an answer is complete, or the time is over.
 * @param until more than one answer is waited for where that many are asked for; 0: the first bytes of one are enough, as of a stream.
 */
export function raw(port: number, bytes: string | Buffer, { ms = 30_000, until = 1, host = '127.0.0.1' } = {}): Promise<Back> {
  return new Promise((settle) => {
    const socket = connect(port, host);
    let text = '';
    const back = (isClosed: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      const answers = text.split('HTTP/1.1 ').length - 1;
      settle({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text, answers, isClosed });
    };
    const timer = setTimeout(() => back(false), ms);
    socket
      .setEncoding('latin1')
      .on('connect', () => void socket.write(bytes))
      .on('data', (chunk) => {
        text += String(chunk);
        if (complete(text) >= until) back(false);
      })
      .on('error', () => undefined)
      .on('close', () => back(true));
  });
}

/** How many answers are complete; those without a length never are. */
function complete(text: string): number {
  return text
    .split(/(?=HTTP\/1\.1 \d{3})/)
    .map((answer) => ({ answer, length: /\r\ncontent-length: (\d+)\r\n/i.exec(answer)?.[1], head: answer.indexOf('\r\n\r\n') }))
    .filter(({ answer, length, head }) => length !== undefined && head !== -1 && answer.length - head - 4 >= Number(length)).length;
}

/** The lines of a request's header. */
export function lines(...all: readonly string[]): string {
  return `${all.join('\r\n')}\r\n\r\n`;
}

export interface Posted {
  readonly path?: string;
  readonly body?: string | Buffer;
  /** Beside, or in place of, what a client that may ask sends. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** A POST of a client that may ask, as bytes. */
export function post({ port, token }: Attacked, { path = '/mcp', body = ping, headers = {} }: Posted = {}): Buffer {
  const all = {
    Host: `127.0.0.1:${port}`,
    Authorization: `Bearer ${token}`,
    Accept: 'application/json, text/event-stream',
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
  };
  const named = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  return Buffer.concat([Buffer.from(lines(`POST ${path} HTTP/1.1`, ...named)), Buffer.from(body)]);
}

export const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
export const initialize =
  '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"attacker","version":"0"}}}';

/** A session of that token. */
export async function newSession(front: Attacked, token = front.token): Promise<string> {
  const { text } = await raw(front.port, post(front, { body: initialize, headers: { Authorization: `Bearer ${token}` } }));
  const id = /\r\nmcp-session-id: ([\w-]+)\r\n/i.exec(text)?.[1];
  if (id === undefined) throw new Error(`There is no session: ${text}`);
  return id;
}

/** A request of the protocol of 2026-07-28, which needs no session. */
export function standalone(id: number, method: string, mark?: string): Posted {
  const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
  return {
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params: { mark, _meta: meta } }),
    headers: { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method },
  };
}
