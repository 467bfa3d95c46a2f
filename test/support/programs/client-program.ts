// An assistant that is about to be killed: it starts an MCP server, says how far it is, and waits.
//   node client-program.mjs '{"command": ["node", …, "mcp", "--stdio"], "shells": 0, "moment": "idle"}'
import { spawn } from 'node:child_process';
import { openSync, writeSync } from 'node:fs';

interface Plan {
  /** The program and arguments of the server. */
  readonly command: readonly string[];
  /** How many shells are between this process and the server, each waiting for the next. */
  readonly shells: number;
  /** `starting`: nothing was sent. `idle`: the handshake is over. `calling`: a call was just sent. */
  readonly moment: 'starting' | 'idle' | 'calling';
  /** A file the server reads instead of a pipe: it never ends, so the death of this process does not show there. */
  readonly input?: string;
  /** What `calling` calls. */
  readonly call: object;
}

const { command, shells, moment, input, call }: Plan = JSON.parse(process.argv[2] ?? '');

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
let line = command;
// The `true` at the end keeps a shell from becoming what it starts.
for (let i = 0; i < shells; i += 1) line = ['/bin/sh', '-c', `${line.map(quoted).join(' ')}; true`];
const [file = '', ...args] = line;

// Opened for reading and writing, such a file (a FIFO) never reports an end, and what is written to it is read from it.
const fd = input === undefined ? undefined : openSync(input, 'r+');
const server = spawn(file, args, { stdio: [fd ?? 'pipe', 'pipe', 'ignore'] });

const send = (message: object): void => {
  const text = `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
  if (fd === undefined) server.stdin?.write(text);
  else writeSync(fd, text);
};
let heard = '';
const answered = async (id: number): Promise<void> => {
  while (!heard.includes(`"id":${id}`)) {
    await new Promise<void>((resolve) => server.stdout?.once('data', (chunk) => ((heard += String(chunk)), resolve())));
  }
};

if (moment !== 'starting') {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'killed', version: '1.0.0' } };
  send({ id: 1, method: 'initialize', params });
  await answered(1);
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/list' });
  await answered(2);
  if (moment === 'calling') send({ id: 3, method: 'tools/call', params: call });
}
process.stdout.write('ready\n');
setInterval(() => undefined, 60_000);
