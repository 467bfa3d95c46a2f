import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readArchitectureTables } from './support/architecture-tables.ts';
import { type Import, readSource, readSources } from './support/source-code.ts';

/** Modules of Node that reach the outside world. */
const outside = new Set(
  'fs fs/promises child_process cluster net http http2 https inspector tls dgram dns dns/promises os tty worker_threads'.split(' '),
);

const maxFileLines = 300;
const maxFunctionLines = 80;
const maxFilesInFolder = 40;
const maxConditionalSpreads = 60;
/** They only fall: what is added replaces something, unless it is a capability that somebody asked for. */
const most = { lines: 127_900, rooms: 25, smallFiles: 52 };
/** Lists with one file for each thing: they are read by name, and grow. */
const lists = new Set(['src/doctor/diagnostics', 'src/clients/registry']);

const root = join(import.meta.dirname, '..');
const tables = readArchitectureTables(join(root, 'docs/architecture.md'));
const sources = readSources(root);
const imports = sources.flatMap((file) => file.imports);
const fromRoomToRoom = imports.filter(
  ({ file, target }) => target !== undefined && roomOf(file) !== 'main' && roomOf(target) !== roomOf(file),
);

/** What the packages beside take, each in the one file that names it. */
const ofPackages = ['packages/vscode/src/core.ts'].flatMap((path) => readSource(path, readFileSync(join(root, path), 'utf8')).imports);

function roomOf(file: string): string {
  return file.split('/').length > 2 ? (file.split('/')[1] ?? '') : 'main';
}

function inWords({ file, specifier }: Import): string {
  return `${file} imports ${specifier}`;
}

describe('imports point one way', () => {
  it('reads the files it checks', () => {
    expect(sources.length).toBeGreaterThan(600);
    expect(imports.length).toBeGreaterThan(2000);
    expect([...tables.rooms.keys()].toSorted()).toEqual(
      [...new Set(sources.map(({ path }) => roomOf(path)))].filter((room) => room !== 'main'),
    );
  });

  it('from room to room as the table in docs/architecture.md allows', () => {
    const broken = fromRoomToRoom.filter(({ file, target = '', typesOnly }) => {
      const permission = tables.rooms.get(roomOf(file))?.get(roomOf(target));
      return permission === undefined || (permission.typesOnly && !typesOnly);
    });
    expect(broken.map(inWords)).toEqual([]);
  });

  // https://www.typescriptlang.org/tsconfig/#verbatimModuleSyntax: `export { type A } from './a.ts'` still loads a.ts, and all it imports.
  it('and types alone by "import type" or "export type"', () => {
    const loading = sources.filter(({ path }) =>
      /^(?:import|export) \{(?:\s*type \w+(?: as \w+)?,?)+\s*\} from/m.test(readFileSync(join(root, path), 'utf8')),
    );
    expect(loading.map(({ path }) => path)).toEqual([]);
  });

  it('and no room may import what it does not', () => {
    const used = new Set(fromRoomToRoom.map(({ file, target = '' }) => `${roomOf(file)} imports ${roomOf(target)}`));
    const allowed = [...tables.rooms].flatMap(([room, permissions]) => [...permissions.keys()].map((other) => `${room} imports ${other}`));
    expect(
      allowed.filter((each) => !used.has(each)),
      'Remove it from the table in docs/architecture.md.',
    ).toEqual([]);
  });

  it('without a circle of rooms', () => {
    const rooms = [...tables.rooms.keys()];
    expect(circles(rooms, (room) => [...(tables.rooms.get(room)?.keys() ?? [])])).toEqual([]);
  });

  it('without a circle of files, types included', () => {
    const targets = new Map(sources.map(({ path, imports }) => [path, imports.flatMap(({ target }) => target ?? [])]));
    expect(circles([...targets.keys()], (file) => targets.get(file) ?? [])).toEqual([]);
  });

  it('into a room by its doors only', () => {
    const isDoor = (target: string): boolean => /^src\/[^/]+\/index\.ts$/.test(target) || tables.secondDoors.includes(target);
    expect([...fromRoomToRoom, ...ofPackages].filter(({ target = '' }) => !isDoor(target)).map(inWords)).toEqual([]);
    const opened = new Set([...fromRoomToRoom, ...ofPackages].map(({ target }) => target));
    expect(tables.secondDoors.filter((door) => !opened.has(door))).toEqual([]);
  });

  it('to a package from its home only', () => {
    const packageOf = (specifier: string): string => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
    const external = imports.filter(({ specifier, target }) => target === undefined && !specifier.startsWith('node:'));
    const isAtHome = (file: string, home: string): boolean => (home.endsWith('/') ? file.startsWith(home) : file === home);
    const broken = external.filter(
      ({ file, specifier }) => !(tables.packages.get(packageOf(specifier)) ?? []).some((home) => isAtHome(file, home)),
    );
    expect(broken.map(inWords)).toEqual([]);
    const unused = [...tables.packages].flatMap(([name, homes]) =>
      homes
        .filter((home) => !external.some(({ file, specifier }) => packageOf(specifier) === name && isAtHome(file, home)))
        .map((home) => `${home} does not import ${name}`),
    );
    expect(unused).toEqual([]);
  });

  it('to the outside world from system only, and from the files that docs/architecture.md names', () => {
    const reaching = imports.filter(
      ({ specifier, typesOnly }) => !typesOnly && (specifier === '(computed)' || outside.has(specifier.replace(/^node:/, ''))),
    );
    const broken = reaching.filter(({ file }) => roomOf(file) !== 'system' && !tables.outside.includes(file));
    expect(broken.map(inWords)).toEqual([]);
    const used = new Set(reaching.map(({ file }) => file));
    expect(tables.outside.filter((file) => !used.has(file))).toEqual([]);
  });
});

describe('programs are started by one door', () => {
  const all = ['src', 'packages']
    .flatMap((top) => readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map((path) => `${top}/${path}`))
    .filter((path) => /^(?:src|packages\/[^/]+\/src)\/.*\.ts$/.test(path) && !path.startsWith('src/system/'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  const withText = (pattern: RegExp): readonly string[] => all.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

  it('which looks for them outside of projects; others by their file, where docs/architecture.md says which', () => {
    expect(all.length).toBeGreaterThan(1000);
    expect(withText(/\b(?:startableFile|chosenProgram)\b/).toSorted()).toEqual(tables.starters.toSorted());
    expect(withText(/\bchosenProgram\b/)).toEqual(['src/mcp-client/program-of.ts']);
  });

  it('and by no other module', () => {
    // The rule that finds this in other people's code has examples of it.
    const found = withText(/['"`](?:node:)?(?:child_process|cluster)['"`]|['"`]execa['"`]/);
    expect(found).toEqual(['src/checks/threats/rules/shell-command.ts']);
    expect(withText(/\bas (?:unknown as )?Startable\b/)).toEqual([]);
  });
});

describe('files, functions and folders stay small', () => {
  it(`a file has at most ${maxFileLines} lines`, () => {
    expect(sources.filter(({ lines }) => lines > maxFileLines).map(({ path, lines }) => `${path} ${lines}`)).toEqual([]);
  });

  it(`a function has at most ${maxFunctionLines} lines`, () => {
    const long = sources.flatMap(({ path, functions }) =>
      functions.filter(({ lines }) => lines > maxFunctionLines).map(({ name, line, lines }) => `${path}:${line} ${name} ${lines}`),
    );
    expect(long).toEqual([]);
  });

  it(`a folder has at most ${maxFilesInFolder} files, unless it is a list of one kind`, () => {
    const folders = ['src', 'test', 'scripts'].flatMap((top) => [top, ...foldersBelow(top)]);
    const full = folders
      .filter((folder) => !lists.has(folder))
      .map((folder) => ({ folder, files: filesIn(folder).length }))
      .filter(({ files }) => files > maxFilesInFolder);
    expect(full.map(({ folder, files }) => `${folder} ${files}`)).toEqual([]);
    expect([...lists].filter((folder) => !folders.includes(folder))).toEqual([]);
  });

  it(`at most ${maxConditionalSpreads} fields are spread on a condition`, () => {
    const found = sources.filter(({ conditionalSpreads }) => conditionalSpreads > 0);
    const count = found.reduce((sum, { conditionalSpreads }) => sum + conditionalSpreads, 0);
    expect(count, found.map(({ path, conditionalSpreads }) => `${path} ${conditionalSpreads}`).join('\n')).toBeLessThanOrEqual(
      maxConditionalSpreads,
    );
  });
});

describe('the whole stays small', () => {
  it(`src has at most ${most.lines} lines`, () => {
    expect(sources.reduce((sum, { lines }) => sum + lines, 0)).toBeLessThanOrEqual(most.lines);
  });

  it(`in at most ${most.rooms} rooms`, () => {
    expect(tables.rooms.size).toBeLessThanOrEqual(most.rooms);
  });

  it(`at most ${most.smallFiles} files have fewer than 25 lines and one reader, whom they could join`, () => {
    const readers = new Map<string, Set<string>>();
    for (const { file, target } of imports)
      if (target !== undefined) readers.set(target, (readers.get(target) ?? new Set<string>()).add(file));
    const small = sources.filter(({ path, lines }) => lines < 25 && readers.get(path)?.size === 1).map(({ path }) => path);
    expect(small.length, small.join('\n')).toBeLessThanOrEqual(most.smallFiles);
  });
});

describe('the reader of source files', () => {
  it('finds imports of every kind', () => {
    const text = `
      import a, { type B } from './a.ts';
      import type { C } from './c.ts';
      import { type D, type E } from './d.ts';
      import './e.ts';
      export { f } from '../f.ts';
      export * from 'g';
      export type { H } from 'h';
      const i = await import('node:os');
      type J = import('./j.ts').J;
      const k = process.getBuiltinModule('node:fs');
      const l = require(k);
    `;
    const { imports } = readSource('src/room/file.ts', text);
    expect(imports.map(({ specifier, typesOnly }) => `${specifier}${typesOnly ? ' types' : ''}`)).toEqual([
      './a.ts',
      './c.ts types',
      './d.ts types',
      './e.ts',
      '../f.ts',
      'g',
      'h types',
      'node:os',
      './j.ts types',
      'node:fs',
      '(computed)',
    ]);
    expect(imports.flatMap(({ target }) => target ?? [])).toContain('src/f.ts');
  });

  it('counts conditional spreads and the lines of functions', () => {
    const text =
      'const f = (a?: 1) => ({\n  ...(a === undefined ? {} : { a }),\n  ...(a !== undefined ? { a } : {}),\n  ...(a ? { a } : {}),\n  ...[a],\n});\nfunction g() {}\n';
    const { conditionalSpreads, functions, lines } = readSource('src/room/file.ts', text);
    expect({ conditionalSpreads, functions, lines }).toEqual({
      conditionalSpreads: 2,
      functions: [
        { name: 'f', line: 1, lines: 6 },
        { name: 'g', line: 7, lines: 1 },
      ],
      lines: 7,
    });
  });

  it('finds circles', () => {
    const edges: Record<string, string[]> = { a: ['b'], b: ['c'], c: ['b'], d: ['d', 'a'], e: [] };
    expect(circles(Object.keys(edges), (name) => edges[name] ?? [])).toEqual(['b -> c -> b', 'd -> d']);
  });
});

/** One circle for each group of nodes that reach each other, as a line. */
function circles(nodes: readonly string[], next: (node: string) => readonly string[]): readonly string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const follow = (node: string, path: readonly string[]): void => {
    const back = path.indexOf(node);
    if (back !== -1) found.push([...path.slice(back), node].join(' -> '));
    if (back !== -1 || done.has(node)) return;
    done.add(node);
    for (const other of next(node)) follow(other, [...path, node]);
  };
  for (const node of nodes) follow(node, []);
  return found;
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

function foldersBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== '__snapshots__')
    .map(({ name }) => `${folder}/${name}`)
    .flatMap((path) => (path === 'test/fixtures' ? [] : [path, ...foldersBelow(path)]));
}
