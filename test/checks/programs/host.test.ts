import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startHost, type Host } from '../../../src/checks/programs/hosts/host.ts';
import { nodeSystem } from '../../../src/system/node.ts';
import { writableSystem } from '../../../src/system/writable.ts';
import { builtProgram } from '../../support/built-program.ts';
import { temporaryHome } from '../../support/temporary-home.ts';
import { until } from '../../support/processes.ts';

/**
 * What a compiler does when it is loaded: it starts two processes, one in the group of the host and one outside of it, which hold the streams of the
 * host and do not end when they are asked to.
 */
const starts = `
const { spawn } = require('node:child_process');
const { readFileSync } = require('node:fs');
const stays = "process.on('SIGTERM', () => {}); process.on('SIGHUP', () => {}); setInterval(() => {}, 1000); require('node:fs').appendFileSync(process.argv[1], process.pid + '\\\\n')";
for (const detached of [false, true]) spawn(process.execPath, ['-e', stays, PIDS], { detached, stdio: ['ignore', 'inherit', 'inherit'] });
// Both run.
while (readFileSync(PIDS, 'utf8').split('\\n').length < 3);
`;

const isAlive = (pid: number): boolean => {
  try {
    // A dead process that nobody has reaped keeps its number.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

/** A host whose compiler starts processes, and then is as `body` says. */
async function hostOf(body: string): Promise<{ readonly host: Host; started(): readonly number[] }> {
  builtProgram();
  const home = temporaryHome();
  const pids = home.at('pids');
  home.put('pids', '');
  home.put('project/compiler.js', `${starts.replaceAll('PIDS', JSON.stringify(pids))}\n${body}`);
  const root = home.at('project');
  const system = writableSystem(nodeSystem({ home: home.path, cwd: root, env: { HOME: home.path, PATH: process.env['PATH'] ?? '' } }));
  const args = [join(root, 'compiler.js')];
  const host = await startHost(system, { root, directory: '', program: 'typescript-host.mjs', args, maxMiB: 100 });
  onTestFinished(() => host.end());
  return { host, started: () => readFileSync(pids, 'utf8').split('\n').filter(Boolean).map(Number) };
}

const question = { config: '/x/tsconfig.json', buildInfo: '/x/info', first: [] };
/** Works without an end. */
const works = `module.exports = { sys: {}, version: '5.9.0', getParsedCommandLineOfConfigFile() { for (;;); } };`;
const breaks = `module.exports = { sys: {}, version: '5.9.0', getParsedCommandLineOfConfigFile() { process.exit(3); } };`;

describe.runIf(process.platform === 'linux')('what the code of a project has started in a host', () => {
  const waitsFor = until;

  it('ends with it when the question is cancelled', async () => {
    const { host, started } = await hostOf(works);
    const caller = new AbortController();
    const asked = host.ask(question, caller.signal);
    expect(await waitsFor(() => started().length === 2)).toBe(true);
    caller.abort();
    expect(await asked).toEqual({ kind: 'cancelled' });
    expect(started().filter(isAlive)).toEqual([]);
  });

  it('ends with it when it ends by itself, and nobody waits for an answer that does not come', async () => {
    const { host, started } = await hostOf(breaks);
    expect(await host.ask(question, AbortSignal.timeout(10_000))).toMatchObject({ kind: 'gone' });
    expect(host.isGone()).toBe(true);
    expect(started()).toHaveLength(2);
    expect(await waitsFor(() => !started().some(isAlive))).toBe(true);
  });

  it('ends with it when another takes its place', async () => {
    const { host, started } = await hostOf(works);
    expect(await host.ask(question, AbortSignal.timeout(300))).toEqual({ kind: 'late' });
    expect(await waitsFor(() => started().length === 2)).toBe(true);
    await host.end();
    expect(started().filter(isAlive)).toEqual([]);
  });
});
