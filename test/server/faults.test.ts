import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { initialize, madeHome, RawServer, toolCall } from './started.ts';

const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === 'linux';
const readIt = ['-e', 'fs.accessSync(process.argv[1])', import.meta.filename];
/** A checkout below a private directory, such as root's home, cannot be read by the user that these servers run as. */
const isReadByNobody = !isRoot || spawnSync(process.execPath, readIt, { uid: nobody, gid: nobody }).status === 0;
const within = 20_000;

/** Before the home is removed: what was registered last runs first. */
const undo: (() => void)[] = [];
afterEach(() => {
  for (const one of undo.splice(0).toReversed()) one();
});

const calls: Readonly<Record<string, object>> = {
  pulse: { record_change: 'src/a.ts' },
  advise: { task: 'fix the login', files: ['src/a.ts'] },
  guide: { task: 'fix the login', files: ['src/a.ts'] },
  snap: { task: 'fix the login', files: ['src/a.ts'], keywords: ['login'] },
  check: { mode: 'health' },
  snap_learn: { trigger: 'the login fails', action: 'look at the clock' },
  snap_end: { learnings: ['the clock was wrong'], survey: { helpfulness: 4 } },
  snap_violation: { type: 'silent_catch', file: 'src/a.ts', description: 'an empty catch', prevention: 'rethrow' },
  learning_gc: { action: 'plan' },
  // Of what does not apply: starting the engines takes longer than the limit of this test on a busy machine.
  svc_validate_change: { files: [{ path: 'src/a.ts', diff: 'none' }] },
  svc_get_risk_score: { files: ['src/a.ts'], includeContext: true },
  svc_query_patterns: { query: 'the clock' },
  svc_get_context: { files: ['src/a.ts'] },
  svc_suggest_rollback: { reason: 'the clock is wrong', files: ['src/a.ts'] },
  'intelligence.capture': { event: 'fix', text: 'set the clock', files: ['src/a.ts'] },
  'intelligence.patterns': {},
  'intelligence.insights': {},
  'intelligence.explain': { id: 'learn_0123456789ab' },
  'intelligence.outcome': { id: 'learn_0123456789ab', outcome: 'helped' },
};
const all = Object.keys(calls);
/** They are given an id that no store holds, and may say so before or after they look. */
const unknownId = new Set(['intelligence.explain', 'intelligence.outcome']);
/** They are there to save something. The others answer also where nothing can be written, and say what is not kept. */
const saving = ['snap_learn', 'snap_end', 'snap_violation', 'intelligence.capture'];
/** What an error of each says back, so that it is not lost. */
const saidBack: Readonly<Record<string, string>> = {
  snap_learn: '"look at the clock"',
  snap_end: '"the clock was wrong"',
  snap_violation: '"an empty catch"',
  'intelligence.capture': '"set the clock"',
};
const reading = ['advise', 'guide', 'snap', 'snap_learn', 'snap_end', 'learning_gc', 'svc_query_patterns'];
/** They need the place of snap's own files, to save or to find snapshots. */
const inPlace = [...saving, 'svc_suggest_rollback'];

/** Where a server works. */
interface Place {
  readonly home: string;
  readonly project: string;
  readonly data: string;
}

interface Fault {
  readonly name: string;
  /** Tools that cannot do their work and must say so; all others must do it. */
  readonly failing: readonly string[];
  /** Nothing can be stored, and each answer says so in these words. */
  readonly unkept?: RegExp;
  /** What has to be there before; a server has worked in the place already. */
  make?(place: Place): void;
  /** What happens after the first call. */
  happens?(place: Place): void;
  readonly env?: (place: Place) => Readonly<Record<string, string>>;
  /** Root is refused nothing: the server runs as somebody else. */
  readonly asNobody?: true;
  /** Why it is left out here. */
  readonly skipped?: string | false;
}

/** Files below a directory that end so. */
function filesIn(directory: string, end: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .map((name) => join(directory, name));
}

const clock = `
  const now = Date.now, Real = Date;
  let calls = 0;
  // Ten years back and forth.
  const jumped = () => now() + [0, -3.2e11, 3.2e11][(calls++ >> 2) % 3];
  globalThis.Date = class extends Real {
    constructor(...given) { if (given.length === 0) super(jumped()); else super(...given); }
    static now() { return jumped(); }
  };`;

const faults: readonly Fault[] = [
  {
    name: 'a home that is read-only',
    failing: saving,
    unkept: /permission denied|nothing can be written here/,
    asNobody: true,
    make: ({ home, data }) => {
      for (const path of [...filesIn(data, ''), data, home]) chmodSync(path, 0o555);
    },
  },
  {
    name: 'a full disk',
    failing: saving,
    unkept: /the disk is full/,
    skipped: !(isRoot && isLinux) && 'mounting a small disk needs root on Linux',
    make: ({ data }) => {
      rmSync(data, { recursive: true });
      mkdirSync(data);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', data]);
      undo.push(() => void execFileSync('umount', ['-l', data]));
      try {
        writeFileSync(join(data, 'filling'), Buffer.alloc(1024 * 1024));
      } catch {
        // Full, as it should be.
      }
    },
  },
  {
    name: 'broken lines in every store',
    failing: [],
    make: ({ data }) => {
      const broken = '{"v":1,"id":5}\n\0\0\n[]\nnull\n{"__proto__":1}\n{"v":1,"kind":"learning","id":"learn_zz","trigger":5}\n';
      const stores = filesIn(data, '.jsonl');
      expect(stores.length).toBeGreaterThan(3);
      for (const path of stores) {
        const torn = Buffer.concat([Buffer.from([0xff, 0xfe, 0x0a]), Buffer.from('{"v":1,"id":"le')]);
        writeFileSync(path, Buffer.concat([Buffer.from(broken), readFileSync(path), torn]));
      }
    },
  },
  { name: 'no git', failing: [], env: () => ({ PATH: '' }) },
  {
    name: 'stores that may not be read',
    // A file for which there is no right to write is a failure for whoever writes.
    failing: [...new Set([...reading, ...saving, 'intelligence.patterns', 'intelligence.insights'])],
    asNobody: true,
    make: ({ data }) => {
      for (const path of filesIn(data, '.jsonl')) chmodSync(path, 0);
    },
  },
  {
    name: 'SNAP_DATA_DIR that is a file',
    failing: inPlace,
    unkept: /SNAP_DATA_DIR is "[^"]+": this is not a directory/,
    make: ({ data }) => {
      rmSync(data, { recursive: true });
      writeFileSync(data, '');
    },
  },
  {
    name: 'a home that is empty in the environment',
    failing: inPlace,
    unkept: /HOME is empty/,
    env: () => ({ HOME: '', USERPROFILE: '', SNAP_DATA_DIR: '' }),
  },
  {
    name: 'a data directory that is relative',
    failing: inPlace,
    unkept: /XDG_DATA_HOME is "data"/,
    skipped: !isLinux && 'other platforms have no such variable',
    env: () => ({ XDG_DATA_HOME: 'data', SNAP_DATA_DIR: '' }),
  },
  {
    name: 'a workspace that is deleted meanwhile',
    failing: all.filter((name) => name !== 'check'),
    happens: ({ project }) => rmSync(project, { recursive: true }),
  },
  {
    name: 'a clock that jumps',
    failing: [],
    env: ({ home }) => ({ NODE_OPTIONS: `--require ${join(home, 'clock.cjs')}` }),
    make: ({ home }) => writeFileSync(join(home, 'clock.cjs'), clock),
  },
  {
    name: 'stores that are named pipes',
    failing: [...new Set([...reading, ...saving, 'intelligence.patterns', 'intelligence.insights'])],
    skipped: process.platform === 'win32' && 'there are no named pipes in directories on Windows',
    make: ({ data }) => {
      for (const path of filesIn(data, '.jsonl')) {
        rmSync(path);
        execFileSync('mkfifo', [path]);
      }
    },
  },
  {
    name: 'locks that dead processes left',
    failing: [],
    make: ({ data }) => {
      const targets = [...filesIn(data, 'tasks.jsonl'), ...filesIn(data, 'changes.jsonl')].map((path) => path.replace(/\.jsonl$/, ''));
      targets.push(...filesIn(data, 'learnings.jsonl').map((path) => join(dirname(path), 'store')));
      for (const target of targets) {
        const key = createHash('sha256').update(target).digest('hex').slice(0, 32);
        writeFileSync(join(data, 'runtime', `${key}.lock`), '{"torn');
      }
    },
  },
  {
    name: 'settings, package.json and .gitignore that lead nowhere',
    failing: [],
    skipped: process.platform === 'win32' && 'links need a right on Windows',
    make: ({ project }) => {
      mkdirSync(join(project, '.snap'));
      for (const name of ['.snap/settings.json', 'package.json', '.gitignore']) {
        rmSync(join(project, name), { force: true });
        symlinkSync(name === '.gitignore' ? '.gitignore' : '/dev/zero', join(project, name));
      }
    },
  },
  {
    name: 'a repository that is broken',
    failing: [],
    make: ({ project }) => {
      mkdirSync(join(project, '.git', 'objects'), { recursive: true });
      mkdirSync(join(project, '.git', 'refs'));
      writeFileSync(join(project, '.git', 'HEAD'), 'ref: refs/heads/main\n');
      writeFileSync(join(project, '.git', 'index'), 'no index');
      writeFileSync(join(project, '.git', 'config'), '[core\n');
    },
  },
];

function started(place: Place, { env, asNobody }: Pick<Fault, 'env' | 'asNobody'> = {}): RawServer {
  const { home, project } = place;
  const server = new RawServer({
    home,
    args: ['mcp', '--stdio', '--workspace', project],
    env: { PATH: process.env['PATH'] ?? '', SVC_MCP_INTELLIGENCE_SURFACE: 'full', ...env?.(place) },
    ...(asNobody && isRoot ? { uid: nobody } : {}),
  });
  server.write(initialize);
  return server;
}

async function called(server: RawServer, id: string, name: string): Promise<{ text: string; isError: boolean; ms: number }> {
  const begun = performance.now();
  server.write(toolCall(id, calls[name], name));
  const { result } = await server.answerTo(id);
  const [content] = Array.isArray(result?.['content']) ? result['content'] : [];
  return { text: String(content?.text), isError: result?.['isError'] === true, ms: performance.now() - begun };
}

/** What the first server left, by who ran it: where it stood, since a store knows its project by the path, and a copy of it. */
const made = new Map<boolean, { readonly place: Place; readonly copy: string }>();
afterAll(() => {
  for (const { copy } of made.values()) rmSync(copy, { recursive: true, force: true });
});

/** A project in which every tool was called once, with a task that is open. */
async function madePlace(asNobody: boolean): Promise<Place> {
  const known = made.get(asNobody);
  if (known === undefined) {
    const copy = mkdtempSync(join(tmpdir(), 'snap-faults-'));
    const place = await workedIn(asNobody);
    cpSync(place.home, copy, { recursive: true, preserveTimestamps: true });
    made.set(asNobody, { place, copy });
    return place;
  }
  const { place, copy } = known;
  undo.push(() => rmSync(place.home, { recursive: true, force: true }));
  cpSync(copy, place.home, { recursive: true, preserveTimestamps: true });
  if (asNobody) giveToNobody(place.home);
  return place;
}

async function workedIn(asNobody: boolean): Promise<Place> {
  const home = madeHome({ 'shop/package.json': '{ "name": "shop" }', 'shop/src/a.ts': 'export const a = 1;\n' });
  const place = { home, project: join(home, 'shop'), data: join(home, '.snap-data') };
  if (asNobody) giveToNobody(home);
  const server = started(place, asNobody ? { asNobody: true } : {});
  for (const name of [...all, 'snap']) await called(server, `before ${name}`, name);
  server.process.stdin.end();
  await server.exit;
  return place;
}

function giveToNobody(home: string): void {
  if (isRoot) for (const path of [home, ...filesIn(home, '')]) chownSync(path, nobody, nobody);
}

describe.each(faults)('with $name', ({ failing, unkept, make, happens, env, asNobody, ...fault }) => {
  const skipped = fault.skipped ?? (asNobody && !isReadByNobody && 'the checkout is in a directory that only root may read');
  it.skipIf(skipped)(
    `every tool answers, does its work or says plainly why not${skipped ? ` (${skipped})` : ''}`,
    async () => {
      const place = await madePlace(asNobody === true);
      // So that it can be removed afterwards.
      undo.push(() => {
        for (const path of [place.home, place.data]) if (existsSync(path)) chmodSync(path, 0o755);
      });
      make?.(place);
      const server = started(place, { ...(env === undefined ? {} : { env }), ...(asNobody ? { asNobody } : {}) });
      // The libraries are read by the first call.
      await called(server, 'first', 'learning_gc');
      happens?.(place);
      const before = unkept === undefined ? [] : readdirSync(place.project, { recursive: true });

      const failed: string[] = [];
      for (const name of all) {
        const { text, isError, ms } = await called(server, name, name);
        expect.soft(ms, `${name}: ${text}`).toBeLessThan(within);
        expect.soft(text, name).toMatch(/^snap\|/);
        expect.soft(text, name).not.toMatch(/\n {4}at |\bE[A-Z]{4,}:|code:(INTERNAL|UPDATED|CANCELLED)|undefined/);
        if (unkept !== undefined && ['pulse', 'snap', ...saving].includes(name)) expect.soft(text, name).toMatch(unkept);
        if (name === 'check' && env !== undefined && unkept !== undefined) expect.soft(text).toMatch(unkept);
        if (!isError) continue;
        if (unkept !== undefined && name in saidBack) expect.soft(text, name).toContain(`${saidBack[name]}`);
        expect.soft(text, name).toMatch(/^snap\|!\|code:[A-Z_-]+\|reason:.+\n---\n.{20,}/);
        // Our own paths are shown from the home directory; what a variable holds is shown as it stands there.
        if (text.replaceAll(/SNAP_DATA_DIR is "[^"\n]+"/g, '').includes('.snap-data')) expect.soft(text, name).toMatch(/~\/\.snap-data/);
        if (!/code:(NOT_FOUND|NO_TASK)\|/.test(text)) failed.push(name);
      }
      expect(failed.filter((name) => !unknownId.has(name))).toEqual(all.filter((name) => failing.includes(name) && !unknownId.has(name)));
      if (unkept !== undefined) expect(readdirSync(place.project, { recursive: true })).toEqual(before);
      server.write({ jsonrpc: '2.0', id: 'alive', method: 'ping' });
      expect((await server.answerTo('alive')).result).toEqual({});
      server.process.stdin.end();
      expect(await server.exit).toEqual([0, null]);
      // Throws for a line that is no message.
      expect(server.answers().length).toBe(all.length + 3);
      expect(server.stderr).toBe('');
    },
    30_000,
  );
});
