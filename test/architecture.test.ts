import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Which room may import which; docs/architecture.md says why. Changing this table is a design decision. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  system: [],
  secrets: [],
  workspace: ['system'],
  formats: ['system'],
  settings: ['formats', 'workspace', 'system'],
  clients: ['formats', 'secrets', 'system'],
  machine: ['clients', 'formats', 'workspace', 'system'],
  changes: ['machine', 'clients', 'formats', 'workspace', 'secrets', 'system'],
  history: ['workspace', 'system'],
  learnings: ['workspace', 'secrets', 'system'],
  snapshots: ['workspace', 'secrets', 'system'],
  vitals: ['snapshots', 'history', 'workspace', 'system'],
  tasks: ['learnings', 'vitals', 'snapshots', 'history', 'workspace', 'secrets', 'system'],
  advice: ['tasks', 'learnings', 'vitals', 'history', 'workspace', 'system'],
  doctor: ['changes', 'machine', 'clients', 'formats', 'workspace', 'secrets', 'system'],
  workbench: ['tasks', 'vitals', 'learnings', 'snapshots', 'history', 'settings', 'workspace', 'system'],
  server: [
    'advice',
    'changes',
    'clients',
    'doctor',
    'history',
    'learnings',
    'secrets',
    'settings',
    'snapshots',
    'system',
    'tasks',
    'machine',
    'vitals',
    'workbench',
    'workspace',
  ],
  cli: [
    'advice',
    'changes',
    'clients',
    'doctor',
    'formats',
    'history',
    'learnings',
    'secrets',
    'machine',
    'server',
    'settings',
    'snapshots',
    'system',
    'tasks',
    'vitals',
    'workbench',
    'workspace',
  ],
};

/** Every package has one home; what is not listed may not be imported at all. */
const packages: Readonly<Record<string, readonly string[]>> = {
  '@clack/core': ['src/cli/checklist.ts'],
  '@clack/prompts': ['src/cli/prompts.ts', 'src/cli/checklist.ts'],
  '@modelcontextprotocol/sdk': ['src/server/', 'src/doctor/live/'],
  cosmiconfig: ['src/settings/'],
  diff: ['src/cli/diff.ts'],
  'env-paths': ['src/system/own-directories.ts'],
  ignore: ['src/workspace/'],
  'jsonc-parser': ['src/formats/syntax/json.ts'],
  yaml: ['src/formats/syntax/yaml.ts'],
  zod: ['src/server/', 'src/settings/'],
};

/** Modules of Node that reach the outside world. */
const outside = [
  'fs',
  'fs/promises',
  'child_process',
  'net',
  'http',
  'http2',
  'https',
  'tls',
  'dgram',
  'dns',
  'dns/promises',
  'os',
  'tty',
  'worker_threads',
];

/** Rooms that are about the disk itself have one file each that reaches it. */
const doorsToTheOutside: readonly string[] = ['src/snapshots/disk.ts'];

const root = join(import.meta.dirname, '..');
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join('src', name));

interface Import {
  readonly file: string;
  readonly specifier: string;
  /** Of an import inside the tree, the file it names. */
  readonly target: string | undefined;
}

const imports: readonly Import[] = files.flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8');
  const found = text.matchAll(/^(?:import|export)\b[^;']*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm);
  return [...found].map(([, from, bare, lazy]) => {
    const specifier = from ?? bare ?? lazy ?? '';
    return { file, specifier, target: specifier.startsWith('.') ? relative(root, join(root, file, '..', specifier)) : undefined };
  });
});

const roomOf = (file: string): string => (file.split('/').length > 2 ? (file.split('/')[1] ?? '') : 'main');

describe('imports point one way', () => {
  it('finds the files it is to judge', () => {
    expect(files.length).toBeGreaterThan(40);
    expect(imports.length).toBeGreaterThan(100);
  });

  it('from room to room as the table allows', () => {
    const broken = imports
      .filter(({ file, target }) => target !== undefined && roomOf(file) !== 'main' && roomOf(target) !== roomOf(file))
      .filter(({ file, target }) => !(rooms[roomOf(file)] ?? []).includes(roomOf(target ?? '')))
      .map(({ file, specifier }) => `${file} imports ${specifier}`);
    expect(broken).toEqual([]);
  });

  it('into a room by its door only', () => {
    // The others are second doors, so that commands which only look load neither what writes nor what judges, and no command a protocol.
    const doors = ['index.ts', 'system/node.ts', 'system/writable.ts', 'changes/apply.ts', 'changes/undo.ts', 'server/calling.ts'];
    const broken = imports
      .filter(({ file, target }) => target !== undefined && roomOf(file) !== 'main' && roomOf(target) !== roomOf(file))
      .filter(
        ({ target }) =>
          !doors.some(
            (door) => target === `src/${door}` || (door === 'index.ts' && target?.split('/').length === 3 && target.endsWith('/index.ts')),
          ),
      )
      .map(({ file, specifier }) => `${file} imports ${specifier}`);
    expect(broken).toEqual([]);
  });

  it('packages only from their home', () => {
    const broken = imports
      .filter(({ specifier }) => !specifier.startsWith('.') && !specifier.startsWith('node:'))
      .filter(({ file, specifier }) => {
        const name = Object.keys(packages).find((known) => specifier === known || specifier.startsWith(`${known}/`));
        return !(packages[name ?? ''] ?? []).some((home) => file.startsWith(home));
      })
      .map(({ file, specifier }) => `${file} imports ${specifier}`);
    expect(broken).toEqual([]);
  });

  it('to the outside world from system only', () => {
    const broken = imports
      .filter(({ specifier }) => outside.includes(specifier.replace('node:', '')) && specifier.startsWith('node:'))
      .filter(({ file }) => roomOf(file) !== 'system' && !doorsToTheOutside.includes(file))
      .map(({ file, specifier }) => `${file} imports ${specifier}`);
    expect(broken).toEqual([]);
  });
});
