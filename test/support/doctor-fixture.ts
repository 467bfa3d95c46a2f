import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix, win32 } from 'node:path';
import { clients } from '../../src/clients/index.ts';
import { diagnostics } from '../../src/doctor/diagnostics/index.ts';
import type { Checkup } from '../../src/doctor/checkup.ts';
import { entryKey, examine, readSetup, type Examination } from '../../src/doctor/examine.ts';
import type { ConfigFinding } from '../../src/doctor/diagnostic.ts';
import type { LiveFacts, Setup } from '../../src/doctor/setup.ts';
import type { System } from '../../src/system/index.ts';
import { memorySystem, type MemorySystem } from './memory-system.ts';

/**
 * `setup.json` of a fixture: what files alone cannot say. Paths begin with `home/`, `project/` or `root/`, as the files below
 * `before/` do; `project` is `<home>/project`, `root` is `/` (or `C:\`).
 */
interface FixtureSetup {
  readonly platform?: System['platform'];
  readonly env?: Readonly<Record<string, string>>;
  /** As if the person had named them (`--client`). */
  readonly clients?: readonly string[];
  /** Where snap is started, and with which project; `home`: none. */
  readonly workspace?: 'project' | 'home';
  /** Octal, by path. */
  readonly modes?: Readonly<Record<string, string>>;
  /** Path of a link to what it points at. */
  readonly links?: Readonly<Record<string, string>>;
  /** Executables with their content; `''`: a compiled program. */
  readonly programs?: Readonly<Record<string, string>>;
  /** The usual programs of the platform (Node, npx, uvx, docker …) that this machine lacks. */
  readonly without?: readonly string[];
  /** Files that git, editors or encodings would not let stand in `before/`. */
  readonly files?: Readonly<Record<string, string>>;
  /** The same, as base64. */
  readonly bytes?: Readonly<Record<string, string>>;
  /** Files of the project that git tracks; without this there is no git. */
  readonly tracked?: readonly string[];
  /** What servers answered. */
  readonly live?: readonly {
    readonly client: string;
    readonly server: string;
    readonly as?: LiveFacts['as'];
    readonly answer: LiveFacts['answer'];
  }[];
}

export interface DoctorFixture {
  readonly path: string;
  readonly setup: FixtureSetup;
  readonly system: MemorySystem;
  /** Looks and judges, of this or another state of the same machine. */
  readonly examine: (system?: System) => Promise<Examination>;
  /** The same, with what is needed to plan a repair. */
  readonly checkUp: (system?: System) => Promise<Checkup>;
  /** The absolute path of `home/…`, `project/…`, `root/…`. */
  readonly absolute: (path: string) => string;
  readonly short: (path: string) => string;
}

const compiled = Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46]), Buffer.alloc(60)]);

export function openDoctorFixture(path: string): DoctorFixture {
  const setupFile = join(path, 'setup.json');
  // A fixture's own file; a field of a wrong kind shows in the test that reads it.
  const setup = existsSync(setupFile) ? (JSON.parse(readFileSync(setupFile, 'utf8')) as FixtureSetup) : {};
  const platform = setup.platform ?? 'linux';
  const flavour = platform === 'win32' ? win32 : posix;
  const home = platform === 'win32' ? 'C:\\Users\\ada' : platform === 'darwin' ? '/Users/ada' : '/home/ada';
  const roots: Readonly<Record<string, string>> = {
    home,
    project: flavour.join(home, 'project'),
    root: platform === 'win32' ? 'C:\\' : '/',
  };
  const absolute = (name: string): string => {
    const [first = '', ...rest] = name.split('/');
    const root = roots[first];
    return root === undefined ? name : flavour.join(root, ...rest);
  };
  const isWindows = platform === 'win32';
  const program = isWindows
    ? { node: 'C:\\Program Files\\nodejs\\node.exe', file: 'C:\\snap\\dist\\main.js', version: '0.1.0' }
    : { node: '/usr/local/bin/node', file: '/opt/snap/dist/main.js', version: '0.1.0' };
  const standard: Readonly<Record<string, string | Uint8Array>> = isWindows
    ? {
        [program.node]: compiled,
        [program.file]: '#!/usr/bin/env node\n',
        'C:\\Program Files\\nodejs\\npx.cmd': '@ECHO off\r\n',
        'C:\\Program Files\\nodejs\\npm.cmd': '@ECHO off\r\n',
        'C:\\Windows\\System32\\cmd.exe': compiled,
        'C:\\Users\\ada\\AppData\\Roaming\\npm\\.keep': '',
      }
    : {
        [program.node]: compiled,
        [program.file]: '#!/usr/bin/env node\n',
        '/usr/bin/env': compiled,
        '/usr/bin/python3': compiled,
        '/usr/bin/node': compiled,
        '/usr/bin/npx': '#!/usr/bin/env node\n',
        '/usr/bin/uvx': compiled,
        '/usr/bin/docker': compiled,
        '/var/run/docker.sock': '',
      };
  const files: Record<string, string | Uint8Array> = { ...standard };
  for (const name of Object.keys(files)) if (setup.without?.some((one) => absolute(one) === name)) delete files[name];
  const modes: Record<string, number> = Object.fromEntries(Object.keys(standard).map((name) => [name, 0o755]));
  for (const [name, text] of Object.entries(setup.programs ?? {})) {
    files[absolute(name)] = text === '' ? compiled : text;
    modes[absolute(name)] = 0o755;
  }
  const before = join(path, 'before');
  for (const name of filesBelow(before)) files[absolute(name)] = readFileSync(join(before, name));
  for (const [name, text] of Object.entries(setup.files ?? {})) files[absolute(name)] = text;
  for (const [name, text] of Object.entries(setup.bytes ?? {})) files[absolute(name)] = Buffer.from(text, 'base64');
  for (const [name, mode] of Object.entries(setup.modes ?? {})) modes[absolute(name)] = Number.parseInt(mode, 8);
  if (setup.workspace !== 'home') files[absolute('project/package.json')] ??= '{}\n';
  if (setup.tracked !== undefined) {
    files[absolute('project/.git/HEAD')] = 'ref: refs/heads/main\n';
    files[absolute('project/.git/index')] = gitIndex(setup.tracked);
  }
  const system = memorySystem({
    platform,
    home,
    cwd: setup.workspace === 'home' ? home : absolute('project'),
    env: { HOME: home, PATH: isWindows ? 'C:\\Windows\\System32;C:\\Program Files\\nodejs' : '/usr/local/bin:/usr/bin:/bin', ...setup.env },
    files,
    modes,
    links: Object.fromEntries(Object.entries(setup.links ?? {}).map(([from, to]) => [absolute(from), absolute(to)])),
  });
  const named = setup.clients?.map((id) => {
    const client = clients.find((one) => one.id === id);
    if (client === undefined) throw new Error(`${setupFile}: there is no client "${id}"`);
    return client;
  });
  const workspace = setup.workspace === 'home' ? { path: home, isProject: false } : { path: absolute('project'), isProject: true };
  const options = { workspace, program, diagnostics, clients: named };
  // Answers belong to the entries as they stood in the fixture.
  let answers: ReadonlyMap<string, readonly LiveFacts[]> | undefined;
  const checkUp = async (other: System = system): Promise<Checkup> => {
    if (setup.live !== undefined) answers ??= answersOf(await readSetup(readOnly(system), { ...options, diagnostics: [] }), setup.live);
    const all = { ...options, answers };
    return { ...(await examine(readOnly(other), all)), options: all };
  };
  return {
    path,
    setup,
    system,
    absolute,
    short: (name) => (name.startsWith(home) ? `~${name.slice(home.length)}` : name).replaceAll('\\', '/'),
    examine: checkUp,
    checkUp,
  };
}

/** Only the calls of a {@link System}: the judging code cannot write, and cannot start processes. */
export function readOnly(system: System): System {
  const { platform, home, env, cwd, own, resolve, now, readBytes, readStart, look, list, walk, stamps, watch, hasEnded } = system;
  const spawn = (): never => {
    throw new Error('diagnosing starts nothing by itself');
  };
  return {
    platform,
    home,
    env,
    cwd,
    own,
    resolve,
    now,
    readBytes,
    readStart,
    look,
    list,
    walk,
    stamps,
    watch,
    hasEnded,
    spawn,
    runJob: spawn,
  };
}

function answersOf(setup: Setup, live: NonNullable<FixtureSetup['live']>): ReadonlyMap<string, readonly LiveFacts[]> {
  const answers = new Map<string, LiveFacts[]>();
  for (const { client, server, as = 'client', answer } of live) {
    const entries = setup.entries.filter((one) => one.client.id === client && one.entry.name === server);
    if (entries.length === 0) throw new Error(`the fixture has no server "${server}" of ${client}`);
    for (const entry of entries) answers.set(entryKey(entry), [...(answers.get(entryKey(entry)) ?? []), { as, answer }]);
  }
  return answers;
}

/** Every file below a directory, with `/`. */
export function filesBelow(directory: string): readonly string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true })
    .map(String)
    .filter((name) => statSync(join(directory, name)).isFile())
    .map((name) => name.replaceAll('\\', '/'))
    .toSorted();
}

/** An index of version 2 that holds these names. */
function gitIndex(names: readonly string[]): Uint8Array {
  const header = Buffer.alloc(12);
  header.write('DIRC');
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(names.length, 8);
  const entries = names.toSorted().map((name) => {
    const fixed = Buffer.alloc(62);
    fixed.writeUInt16BE(name.length, 60);
    return Buffer.concat([fixed, Buffer.from(name), Buffer.alloc(8 - ((62 + name.length) % 8))]);
  });
  // The checksum, which is not compared.
  return Buffer.concat([header, ...entries, Buffer.alloc(20)]);
}

/** Findings as `findings.txt` holds them. */
export function findingsText(findings: readonly ConfigFinding[], short: (path: string) => string): string {
  return findings
    .map(({ id, severity, client, alsoClients, path, line, column, server, message, hint, fix }) => {
      const who = client === undefined ? 'machine' : [client, ...alsoClients].map((one) => one.id).join('+');
      const at = path === undefined ? '' : ` ${short(path)}${line === undefined ? '' : `:${line}:${column ?? 1}`}`;
      const fixed = fix === undefined ? 'none' : `${fix.kind}${fix.loosens === true ? ' (loosens)' : ''}: ${fix.says}`;
      return [
        `${severity} ${id} ${who}${at}${server === undefined ? '' : ` [${server}]`}`,
        `  ${message}`,
        ...(hint === undefined ? [] : [`  -> ${hint}`]),
        `  fix ${fixed}`,
      ].join('\n');
    })
    .map((text) => `${text}\n`)
    .join('');
}
