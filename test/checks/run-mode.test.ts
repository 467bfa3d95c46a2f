import { describe, expect, it, onTestFinished } from 'vitest';
import type { CheckContext } from '../../src/checks/index.ts';
import { joinedLayer } from '../../src/checks/full/joined-layer.ts';
import type { Layer, Mode } from '../../src/checks/mode.ts';
import { runMode } from '../../src/checks/run-check.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { SnapError } from '../../src/system/index.ts';
import { writableSystem } from '../../src/system/writable.ts';
import { openWorkbench } from '../../src/workbench/index.ts';
import { makeHome } from '../support/program-home.ts';

const error = { severity: 'error', rule: 'r', message: 'm.', source: 's' } as const;

const layer = (name: string, find: Layer['find'], needs: Layer['needs'] = []): Layer => ({ name, needs, find });
const passes = (name: string): Layer => layer(name, () => Promise.resolve(undefined));
const fails = (name: string): Layer => layer(name, async (_, __, record) => record.add({ ...error, file: `${name}.ts` }) as undefined);
const skips = (name: string): Layer => layer(name, () => Promise.resolve({ skipped: `no ${name}` }));
const refuses = (name: string): Layer => layer(name, () => Promise.reject(new SnapError('refused', `${name} refuses.`)));
const needsGit = (name: string): Layer => layer(name, () => Promise.resolve(undefined), ['git']);
/** Reports one finding, and ends only when nobody waits any more, or never. */
const hangs = (name: string, ends: boolean): Layer =>
  layer(name, (_, { signal }, record) => {
    record.add({ ...error, severity: 'warning', file: `${name}.ts` });
    return new Promise((settle) => {
      const keeps = setInterval(() => undefined, 60_000);
      onTestFinished(() => clearInterval(keeps));
      if (ends) signal.addEventListener('abort', () => settle(undefined));
    });
  });

const modeOf = (...layers: readonly Layer[]): Mode => ({ id: 'full', summary: '', limits: [], layers });

async function context(more: Partial<CheckContext> = {}): Promise<CheckContext> {
  const home = makeHome();
  onTestFinished(() => home.remove());
  const system = nodeSystem({ env: { HOME: home.path, PATH: '' }, home: home.path, cwd: home.project });
  const bench = await openWorkbench(writableSystem(system), home.project, { owner: { kind: 'shell' }, watch: false });
  onTestFinished(() => bench.close());
  const program = { version: '0.1.0', node: process.execPath, file: 'snap' };
  return {
    system,
    about: { version: '0.1.0', node: process.versions.node, program },
    namedWorkspace: undefined,
    workbench: () => Promise.resolve(bench),
    signal: new AbortController().signal,
    ...more,
  };
}

const statesOf = async (mode: Mode, maxTime?: number): Promise<readonly string[]> => {
  const { layers, status } = await runMode(mode, {}, await context(), maxTime);
  return [status, ...layers.map(({ name, reason, state }) => [name, state, reason ?? ''].join(' ').trim())];
};

describe('the layers of a mode', () => {
  it.each<[string, Mode, readonly string[]]>([
    ['that pass and are skipped', modeOf(passes('a'), skips('b')), ['passed', 'a passed', 'b skipped no b']],
    ['one of which fails', modeOf(passes('a'), fails('b'), refuses('c')), ['failed', 'a passed', 'b failed', 'c skipped c refuses.']],
    ['joined', modeOf(joinedLayer('a', [passes('x'), passes('y')]), passes('b')), ['passed', 'a passed', 'b passed']],
    [
      'joined, one skipped',
      modeOf(joinedLayer('a', [passes('x'), skips('y'), refuses('z')]), passes('b')),
      ['passed', 'a skipped y: no y; z: z refuses.', 'b passed'],
    ],
    [
      'joined, one skipped and one failed',
      modeOf(joinedLayer('a', [fails('x'), skips('y')]), passes('b')),
      ['failed', 'a failed y: no y', 'b passed'],
    ],
    [
      'joined, of which one needs what is missing',
      modeOf(joinedLayer('a', [passes('x'), needsGit('y')])),
      ['skipped', expect.stringMatching(/^a skipped y: .*git/)],
    ],
  ])('%s', async (_, mode, expected) => expect(await statesOf(mode)).toEqual(expected));

  it.each([true, false])('that do not end in time are a timeout, and what they found is reported (they stop: %s)', async (ends) => {
    const report = await runMode(modeOf(hangs('a', ends), passes('b')), {}, await context(), 50);
    expect(report).toMatchObject({
      status: 'timeout',
      findings: [{ file: 'a.ts', layer: 'a' }],
      layers: [{ state: 'timeout' }, { state: 'passed' }],
    });
  });

  it('run at the same time: together they take as long as the slowest', async () => {
    let running = 0;
    let most = 0;
    const waits = (name: string): Layer =>
      layer(name, async (_, { signal }) => {
        most = Math.max(most, (running += 1));
        await new Promise((settle) => signal.addEventListener('abort', settle));
        running -= 1;
        return undefined;
      });
    await runMode(modeOf(...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(waits)), {}, await context(), 50);
    expect(most).toBe(7);
  });

  it('end with the reason of the caller who no longer waits', async () => {
    const stop = new AbortController();
    const mode = modeOf(
      hangs('a', false),
      layer('b', async () => stop.abort(new Error('gone')) as undefined),
    );
    await expect(runMode(mode, {}, await context({ signal: stop.signal }))).rejects.toThrow('gone');
  });

  it('are announced as they end', async () => {
    const said: string[] = [];
    await runMode(
      modeOf(passes('a'), hangs('b', true)),
      {},
      await context({ progress: (message, done, total) => said.push(`${message} ${done}/${total}`) }),
      50,
    );
    expect(said).toEqual(['a: passed; still running: b 1/2']);
  });

  it('are concluded by the mode', async () => {
    const mode: Mode = {
      ...modeOf(fails('a')),
      conclude: (layers, findings) => ({ details: { confidence: layers.length }, next: findings[0]?.layer ?? '' }),
    };
    expect(await runMode(mode, {}, await context())).toMatchObject({ details: { confidence: 1 }, next: 'a' });
  });
});
