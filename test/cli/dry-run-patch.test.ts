import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeHome, runSnap, type Home, type Ran } from '../support/program-home.ts';
import { temporaryHome } from '../support/temporary-home.ts';

// What a dry run prints is given to the program `patch` by the command that it prints, and must make the bytes of the real run.

let base: Home;
beforeEach(() => {
  base = makeHome();
});
afterEach(() => base.remove());

const entry = '{\n  "mcpServers": {\n    "a": { "command": "node" }\n  }\n}\n';
const add = ['mcp', 'add', 'files', '--cursor', '--yes'];
const server = ['--', 'node', 'server.js'];

interface Case {
  readonly name: string;
  /** The home directory below the base. */
  readonly home?: string;
  readonly prepare?: (home: string) => void;
  readonly args?: readonly string[];
  /** The names in the diff. */
  readonly names: readonly string[];
  readonly directory?: '~' | '/';
}

const write = (text: string) => (): string => base.write('h/.cursor/mcp.json', text);

const cases: readonly Case[] = [
  { name: 'a file in the home directory', prepare: write(entry), names: ['~/.cursor/mcp.json'] },
  { name: 'a new file, with its directory', names: ['~/.cursor/mcp.json'] },
  { name: 'CRLF', prepare: write(entry.replaceAll('\n', '\r\n')), names: ['~/.cursor/mcp.json'] },
  { name: 'no line feed at the end', prepare: write(entry.trimEnd()), names: ['~/.cursor/mcp.json'] },
  { name: 'a home with odd letters', home: `h "o'd" $x \\ ü&;`, names: ['~/.cursor/mcp.json'] },
  {
    name: 'a name with spaces and quotes',
    prepare: (home) => {
      mkdirSync(join(home, 'dot "files" ü'));
      symlinkSync('dot "files" ü', join(home, '.cursor'));
    },
    names: [String.raw`"~/dot \"files\" ü/mcp.json"`],
  },
  {
    name: 'a directory that is a link to another place in the home',
    prepare: (home) => {
      mkdirSync(join(home, 'dotfiles'));
      symlinkSync(join(home, 'dotfiles'), join(home, '.cursor'));
    },
    names: ['~/dotfiles/mcp.json'],
  },
  {
    name: 'a directory that is a link out of the home',
    prepare: (home) => {
      base.write('disk/mcp.json', entry);
      symlinkSync(join(base.path, 'disk'), join(home, '.cursor'));
    },
    names: ['BASE/disk/mcp.json'],
    directory: '/',
  },
  {
    name: 'a file of a project outside of the home, and one in it',
    args: ['tools', 'configure', '--vscode', '--scope', 'project', '--yes'],
    names: ['BASE/project/.vscode/mcp.json'],
    directory: '/',
  },
  {
    name: 'a home that is a link',
    home: 'linked',
    prepare: (home) => {
      rmSync(home, { recursive: true });
      mkdirSync(join(base.path, 'real'));
      symlinkSync('real', home);
    },
    names: ['~/.cursor/mcp.json'],
  },
];

describe('the patch of a dry run', () => {
  it.each(cases)('$name', async ({ args, directory = '~', home: name = 'h', names, prepare }) => {
    const home = join(base.path, name);
    mkdirSync(home, { recursive: true });
    prepare?.(home);
    const before = temporaryHome().path;
    cpSync(base.path, before, { recursive: true, verbatimSymlinks: true });
    const snap = (words: readonly string[]): Promise<Ran> =>
      runSnap(words, {
        cwd: base.project,
        env: { HOME: home, PATH: process.env['PATH'] ?? '', SNAP_DATA_DIR: join(base.path, '.snap-data'), SNAP_DAEMON: 'off' },
      });
    const words = args ?? [...add, ...server];
    const patchFile = join(base.path, "the 'true' patch");
    const dry = await snap(withOption(words, ['--dry-run', '--patch-file', patchFile]));
    expect([dry.code, dry.err.match(/^To apply.*/gm)?.length]).toEqual([0, 2]);
    const named = names.map((one) => one.replace('BASE', base.path));
    expect([...dry.out.matchAll(/^\+\+\+ (.*)\t$/gm)].map(([, one]) => one)).toEqual(named);
    const [piped = '', filed = ''] = [/\| (\(.*\))$/m, /^To apply the patch: (.*)$/m].map((one) => one.exec(dry.err)?.[1] ?? '');
    expect(piped).toBe(`(cd ${directory} && patch -p1)`);

    expect((await snap(words)).code).toBe(0);
    const real = treeOf(base.path);
    for (const apply of [() => shell(piped, home, dry.out), () => shell(filed, home)]) {
      restore(before);
      apply();
      expect(treeOf(base.path)).toEqual(real);
    }
  });
});

/** An option before the `--` of a command. */
function withOption(words: readonly string[], option: readonly string[]): readonly string[] {
  const at = words.indexOf('--');
  return at === -1 ? [...words, ...option] : [...words.slice(0, at), ...option, ...words.slice(at)];
}

function shell(command: string, home: string, input = ''): void {
  execFileSync('sh', ['-c', command], { env: { PATH: process.env['PATH'], HOME: home }, input, stdio: 'pipe' });
}

const kept = /^(\.snap-data|the 'true' patch)$/;

function restore(before: string): void {
  for (const name of readdirSync(base.path)) if (!kept.test(name)) rmSync(join(base.path, name), { recursive: true });
  cpSync(before, base.path, { recursive: true, verbatimSymlinks: true });
}

function treeOf(root: string): Readonly<Record<string, string>> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .map((found) => join(found.parentPath, found.name).slice(root.length + 1))
    .filter((path) => !kept.test(path.split('/')[0] ?? '') && existsSync(join(root, path)));
  return Object.fromEntries(
    files.flatMap((path) => {
      try {
        return [[path, readFileSync(join(root, path), 'latin1')]];
      } catch {
        return [];
      }
    }),
  );
}
