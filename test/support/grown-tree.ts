import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A tree as projects have them, the same for the same numbers. */
export interface GrownTree {
  readonly root: string;
  /** Sorted as they were made. */
  readonly files: readonly string[];
  readonly bytes: number;
}

export interface TreeOptions {
  readonly files: number;
  readonly seed?: number;
  /** Mean of all files together, about. */
  readonly meanBytes?: number;
}

const extensions = ['ts', 'ts', 'ts', 'tsx', 'js', 'json', 'md', 'css', 'py', 'go', 'html', 'yml', 'svg', 'png'] as const;
const topLevel = ['src', 'src', 'src', 'packages', 'packages', 'test', 'docs', 'scripts', 'public', 'examples'] as const;

/**
 * Writes the files: about ten in a directory, a few directories with hundreds, six levels deep at most; sizes as in projects (half
 * below the half of the mean, some a hundred times it), one in fourteen not compressible. Nothing of git.
 */
export function growTree(root: string, { files: count, seed = 1, meanBytes = 4_000 }: TreeOptions): GrownTree {
  const random = randomFrom(seed);
  const text = codeText(random, 1 << 20);
  const noise = noiseBytes(random, 1 << 20);
  const directories = directoryNames(random, Math.max(4, Math.round(count / 10)));
  for (const directory of directories) mkdirSync(join(root, directory), { recursive: true });
  const files: string[] = [];
  let bytes = 0;
  for (let i = 0; i < count; i += 1) {
    // The square of a number below one: the first directories get more.
    const directory = directories[Math.floor(random() ** 2 * directories.length)] ?? '';
    const extension = extensions[Math.floor(random() * extensions.length)] ?? 'txt';
    const path = join(directory, `${word(random)}-${i.toString(36)}.${extension}`);
    const size = Math.min(Math.round(meanBytes * 0.45 * Math.exp(1.25 * normal(random))), 1 << 19);
    const source = extension === 'png' ? noise : text;
    const from = Math.floor(random() * (source.length - size));
    const head = extension === 'png' ? `\x89PNG${i}` : `// ${path}\n`;
    const content = Buffer.concat([Buffer.from(head, 'latin1'), source.subarray(from, from + size)]);
    writeFileSync(join(root, path), content);
    files.push(path);
    bytes += content.length;
  }
  writeFileSync(join(root, '.gitignore'), 'node_modules/\n*.log\n.env\n');
  return { root, files, bytes };
}

/**
 * Makes a repository of it, all of it committed in one pack, by a stream instead of an object at a time. The index knows the files.
 * @param environment of git; the person's configuration has no say.
 */
export async function commitAll(
  { files, root }: Pick<GrownTree, 'files' | 'root'>,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const git = async (
    args: readonly string[],
    feed?: (write: (bytes: string | Uint8Array) => Promise<void>) => Promise<void>,
  ): Promise<void> => {
    const child = spawn('git', [...args], { cwd: root, env: { ...environment }, stdio: ['pipe', 'ignore', 'inherit'] });
    const exit = once(child, 'exit');
    await feed?.(async (bytes) => {
      if (!child.stdin.write(bytes)) await once(child.stdin, 'drain');
    });
    child.stdin.end();
    const [code] = await exit;
    if (code !== 0) throw new Error(`git ${args[0]} ended with ${code}`);
  };
  await git(['init', '-q', '-b', 'main', '--template=']);
  await git(['-c', 'pack.compression=1', '-c', 'core.compression=1', 'fast-import', '--quiet', '--depth=0'], async (write) => {
    await write('commit refs/heads/main\ncommitter Tree <tree@example.com> 1700000000 +0000\ndata 5\ngrown\n');
    for (const path of ['.gitignore', ...files]) {
      const bytes = readFileSync(join(root, path));
      await write(`M 100644 inline ${path}\ndata ${bytes.length}\n`);
      await write(bytes);
      await write('\n');
    }
  });
  await git(['read-tree', 'main']);
  await git(['update-index', '-q', '--refresh']);
}

/** Changes `count` files spread over the tree; another `round` changes other bytes of the same files. Answers their paths. */
export function mutate({ files, root }: Pick<GrownTree, 'files' | 'root'>, count: number, round: number): readonly string[] {
  const step = Math.max(1, Math.floor(files.length / Math.max(1, count)));
  const chosen = Array.from({ length: Math.min(count, files.length) }, (_, i) => files[(i * step + 7) % files.length] ?? '');
  for (const path of chosen) {
    const at = join(root, path);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, `${readFileSync(at, 'latin1').replace(/\n\/\/ round \d+\n$/, '')}\n// round ${round}\n`, 'latin1');
  }
  return chosen;
}

function directoryNames(random: () => number, count: number): readonly string[] {
  const names: string[] = [...new Set(topLevel)];
  const known = new Set(names);
  while (names.length < count) {
    const parent =
      random() < 0.2 ? (topLevel[Math.floor(random() * topLevel.length)] ?? 'src') : (names[Math.floor(random() * names.length)] ?? 'src');
    if (parent.split('/').length >= 6) continue;
    const name = `${parent}/${word(random)}${names.length % 7 === 0 ? '' : names.length.toString(36)}`;
    if (known.has(name)) continue;
    known.add(name);
    names.push(name);
  }
  return names;
}

const syllables = [
  'con',
  'fig',
  'ser',
  'ver',
  'par',
  'ser',
  'mod',
  'el',
  'view',
  'test',
  'route',
  'util',
  'load',
  'er',
  'key',
  'form',
  'list',
  'item',
  'auth',
  'page',
];

function word(random: () => number): string {
  return Array.from({ length: 2 + Math.floor(random() * 2) }, () => syllables[Math.floor(random() * syllables.length)]).join('');
}

function codeText(random: () => number, length: number): Buffer {
  const names = Array.from({ length: 3_000 }, () => word(random) + Math.floor(random() * 90));
  const name = () => names[Math.floor(random() ** 2 * names.length)];
  const lines: string[] = [];
  for (let size = 0; size < length;) {
    const indent = '  '.repeat(Math.floor(random() * 4));
    const line = `${indent}${['const', 'return', 'if', 'await', 'export function'][Math.floor(random() * 5)]} ${name()}(${name()}, '${name()}') ${random() < 0.3 ? '{' : ';'}\n`;
    lines.push(line);
    size += line.length;
  }
  return Buffer.from(lines.join('')).subarray(0, length);
}

function noiseBytes(random: () => number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let i = 0; i + 4 <= length; i += 4) bytes.writeUInt32LE(Math.floor(random() * 0x1_0000_0000), i);
  return bytes;
}

/** Normal with deviation one, from two even numbers. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Mulberry32: numbers from 0 to below 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
