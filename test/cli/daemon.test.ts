import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { makeHome, ownEntries, type Home } from '../support/program-home.ts';
import { isAlive, isGone, until } from '../support/processes.ts';

const root = join(import.meta.dirname, '../..');
const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, strict: false, formats: { 'date-time': /^\d{4}-\d\d-\d\dT[\d:.]+Z$/ } });
const env = { SVC_SSE_PORT: 'none', SNAP_DAEMON_IDLE_MS: '20000' };

let home: Home;
beforeAll(() => {
  home = makeHome();
});
afterAll(async () => {
  await home.run(['daemon', 'stop']);
  home.remove();
});

async function snap(...args: readonly string[]) {
  return home.run(args, { env });
}

async function document(schema: string, ...args: readonly string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await snap(...args, '--json');
  expect([code, err]).toEqual([0, '']);
  const value = JSON.parse(out) as Record<string, unknown>;
  const validate = ajv.compile(JSON.parse(readFileSync(join(root, `docs/schemas/${schema}.json`), 'utf8')) as object);
  ajv.removeSchema(`urn:snap-mcp:schema:${schema}:1`);
  validate(value);
  expect(validate.errors ?? []).toEqual([]);
  return value;
}

interface DaemonStatus {
  readonly pid: number;
  readonly tokenFile: string;
  readonly http: { readonly url: string | null };
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return String(typeof address === 'object' && address !== null ? address.port : 0);
}

// One journey: each step is what a person does next.
describe('the daemon in the shell', () => {
  let pid = 0;

  it('status starts nothing, and says that none runs', async () => {
    expect(await document('daemon-status', 'daemon', 'status')).toMatchObject({
      running: false,
      pid: null,
      clients: [],
      http: { state: 'off' },
    });
    const { out, code } = await snap('daemon', 'status');
    expect([code, out]).toEqual([0, expect.stringMatching(/^No daemon runs\./)]);
    expect(readdirSync(home.path).filter((name) => name !== 'project' && name !== '.snap-data')).toEqual([]);
    expect(ownEntries(home.path)).toEqual([]);
    expect((await snap('daemon', 'stop')).out).toBe('No daemon runs.\n');
    expect(await document('daemon-stop', 'daemon', 'stop')).toMatchObject({ ended: null });
    expect((await snap('events')).code).toBe(3);
    expect((await snap('daemon', 'logs')).code).toBe(0);
  });

  it('start starts it, names a bad port, and does nothing the second time', async () => {
    const started = await document('daemon-start', 'daemon', 'start');
    expect(started).toMatchObject({
      state: 'started',
      ended: null,
      http: { state: 'refused', reason: expect.stringContaining('SVC_SSE_PORT') },
    });
    pid = Number(started['pid']);
    expect(isAlive(pid)).toBe(true);
    const { out, code } = await snap('daemon', 'start');
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^The daemon runs already \\(process ${pid}\\)\\.\nNo HTTP: .*SVC_SSE_PORT`)),
    ]);
  });

  it('status tells the story', async () => {
    const status = await document('daemon-status', 'daemon', 'status');
    expect(status).toMatchObject({ running: true, answers: true, pid, protocol: 1, clients: [], workspaces: [] });
    // It does not listen for HTTP.
    expect(existsSync(String(status['tokenFile']))).toBe(false);
    const { out } = await snap('daemon', 'status');
    for (const part of [`process ${pid}, since`, 'protocol 1', 'Token file  ~', 'Log file    ~', 'Clients     none'])
      expect(out).toContain(part);
  });

  it('logs and events say what happened', async () => {
    const { lines } = await document('daemon-logs', 'daemon', 'logs');
    expect(lines).toContainEqual(expect.stringContaining(`started: process ${pid}`));
    const { events } = await document('events', 'events', '--type', 'daemon.state');
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'daemon.state', data: expect.objectContaining({ state: 'started', pid }) }),
    );
    expect((await snap('events', '--type', 'daemon.state')).out).toContain(`started, process ${pid}`);
    const { code, err } = await snap('events', '--type', 'daemon.stat');
    expect([code, err]).toEqual([2, expect.stringContaining('Did you mean "daemon.state"?')]);
  });

  it('restart gives another process', async () => {
    const restarted = await document('daemon-start', 'daemon', 'restart');
    expect(restarted).toMatchObject({ state: 'started', ended: { pid, how: 'asked' } });
    expect(await isGone(pid)).toBe(true);
    pid = Number(restarted['pid']);
  });

  it('stop ends it and leaves only its files', async () => {
    expect((await snap('daemon', 'stop')).out).toBe(`The daemon has ended (process ${pid}).\n`);
    expect(await isGone(pid)).toBe(true);
    expect(await document('daemon-status', 'daemon', 'status')).toMatchObject({ running: false });
  });

  it('one that follows a killed one listens at its port again', async () => {
    const port = await freePort();
    const status = async (): Promise<DaemonStatus> => JSON.parse((await snap('daemon', 'status', '--json')).out) as DaemonStatus;
    await home.run(['daemon', 'start'], { env: { ...env, SVC_SSE_PORT: port } });
    const { pid: killed, tokenFile } = await status();
    const token = readFileSync(tokenFile, 'utf8');
    const headers = (asked = port) => home.start(['daemon', 'headers', '--port', asked]);
    expect(JSON.parse((await headers()).out)).toEqual({ Authorization: `Bearer ${token}` });
    // The port of another entry may be another program's.
    expect(await headers('8765')).toMatchObject({ code: 3, out: '', err: expect.stringContaining(`listens at port ${port}`) });
    expect(await home.run(['daemon', 'headers'])).toMatchObject({ code: 3, out: '', err: expect.stringContaining('calls port 8765') });
    process.kill(killed, 'SIGKILL');
    expect(await isGone(killed)).toBe(true);
    expect(readFileSync(tokenFile, 'utf8')).toBe(token);
    expect(await headers()).toMatchObject({ code: 3, out: '', err: expect.stringContaining('No daemon runs, so no token is valid.') });

    const next = home.start(['daemon', 'start', '--foreground'], { env: { ...env, SVC_SSE_PORT: '' } });
    let seen = await status();
    await until(async () => (seen = await status()).http.url !== null);
    expect(seen.http.url).toBe(`http://127.0.0.1:${port}`);
    expect(readFileSync(tokenFile, 'utf8')).not.toBe(token);
    await snap('daemon', 'stop');
    expect(existsSync(tokenFile)).toBe(false);
    expect((await next).code).toBe(0);
  });

  it('a wrong SNAP_DAEMON_IDLE_MS is named', async () => {
    const { code, err } = await home.start(['daemon', 'start', '--foreground'], { env: { SNAP_DAEMON_IDLE_MS: 'soon' } });
    expect([code, err]).toEqual([2, expect.stringContaining('SNAP_DAEMON_IDLE_MS')]);
  });

  it('in the foreground it ends by itself, with 0', async () => {
    const { code, err } = await home.start(['daemon', 'start', '--foreground'], { env: { SNAP_DAEMON_IDLE_MS: '50' } });
    expect([code, err]).toEqual([0, expect.stringMatching(/^The daemon runs \(process \d+\)\. Ctrl-C ends it\.\n$/)]);
  });
});
