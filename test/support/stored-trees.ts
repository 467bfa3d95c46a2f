import { lstatSync, mkdirSync, readFileSync, readdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync, chmodSync } from 'node:fs';
import fc from 'fast-check';
import { storedContents, type Contents, isFileEntry } from '../../src/snapshots/store/stored-contents.ts';
import { objectIdOf } from '../../src/snapshots/store/object-id.ts';
import type { ObjectId, ObjectKind, TreeEntry } from '../../src/snapshots/store/object-types.ts';
import { encodeTree } from '../../src/snapshots/store/tree-node.ts';

/** A directory as tests write it down: names are latin1, one character a byte. */
export interface Plan {
  readonly [name: string]: Planned;
}

export type Planned =
  | { readonly text: string | Uint8Array; readonly mode?: number; readonly isSealed?: boolean }
  | { readonly link: string }
  | { readonly directory: Plan; readonly mode?: number };

export interface StoredTrees {
  readonly contents: Contents;
  readonly objects: Map<ObjectId, { readonly kind: ObjectKind; readonly bytes: Uint8Array }>;
  readonly blobsOfGit: Map<string, Uint8Array>;
  /** Stores a planned tree. @returns the id of its root */
  keep(plan: Plan): ObjectId;
  /** Stores the current content of a directory without `.git`. */
  keepDirectory(path: string): ObjectId;
  put(kind: ObjectKind, bytes: Uint8Array): ObjectId;
}

/** Objects in a map. What is sealed begins with a number of its own, so that it never has the same id twice. */
export function storedTrees(): StoredTrees {
  const objects: StoredTrees['objects'] = new Map();
  const blobsOfGit: StoredTrees['blobsOfGit'] = new Map();
  let sealed = 0;
  const put = (kind: ObjectKind, bytes: Uint8Array): ObjectId => {
    const id = objectIdOf(kind, bytes);
    objects.set(id, { kind, bytes });
    return id;
  };
  const seal = (bytes: Uint8Array): Uint8Array => {
    sealed += 1;
    const nonce = Buffer.alloc(4);
    nonce.writeUInt32BE(sealed);
    return Buffer.concat([nonce, bytes]);
  };
  const fileEntry = (name: Buffer, bytes: Uint8Array, mode: number, isSealed: boolean): TreeEntry => {
    return { kind: 'file', name, mode, size: bytes.length, id: put('blob', isSealed ? seal(bytes) : bytes), isSealed };
  };
  const keep = (plan: Plan): ObjectId => {
    const entries = Object.entries(plan).map(([spelled, planned]): TreeEntry => {
      const name = Buffer.from(spelled, 'latin1');
      if ('link' in planned) return { kind: 'link', name, target: Buffer.from(planned.link, 'latin1') };
      if ('directory' in planned) return { kind: 'directory', name, mode: planned.mode ?? 0o755, id: keep(planned.directory) };
      return fileEntry(name, Buffer.from(planned.text), planned.mode ?? 0o644, planned.isSealed ?? false);
    });
    return put('tree', encodeTree(entries));
  };
  const keepAt = (path: Buffer): ObjectId => {
    const names = readdirSync(path, { encoding: 'buffer' }).filter((name) => name.toString() !== '.git');
    const entries = names.map((name): TreeEntry => {
      const at = Buffer.concat([path, Buffer.from('/'), name]);
      const stat = lstatSync(at);
      const mode = stat.mode & 0o7777;
      if (stat.isDirectory()) return { kind: 'directory', name, mode, id: keepAt(at) };
      if (stat.isSymbolicLink()) return { kind: 'link', name, target: readlinkSync(at, { encoding: 'buffer' }) };
      if (!stat.isFile()) return { kind: 'special', name, what: stat.isFIFO() ? 'fifo' : stat.isSocket() ? 'socket' : 'device' };
      return fileEntry(name, readFileSync(at), mode, name.toString().startsWith('.env'));
    });
    return put('tree', encodeTree(entries));
  };
  const contents = storedContents({
    objects: { get: (id) => objects.get(id) },
    unseal: async (bytes) => bytes.subarray(4),
    borrowed: async (gitId) => blobsOfGit.get(gitId),
  });
  return { contents, objects, blobsOfGit, keep, keepDirectory: (path) => keepAt(Buffer.from(path)), put };
}

/** Makes a directory hold exactly this. */
export function layOut(path: string | Buffer, plan: Plan): void {
  const base = Buffer.from(path);
  rmSync(base.toString('utf8'), { recursive: true, force: true });
  mkdirSync(base, { recursive: true });
  layBelow(base, plan);
}

function layBelow(base: Buffer, plan: Plan): void {
  for (const [name, planned] of Object.entries(plan)) {
    const at = Buffer.concat([base, Buffer.from('/'), Buffer.from(name, 'latin1')]);
    if ('link' in planned) symlinkSync(Buffer.from(planned.link, 'latin1'), at);
    else if ('directory' in planned) {
      mkdirSync(at);
      layBelow(at, planned.directory);
      chmodSync(at, planned.mode ?? 0o755);
    } else {
      writeFileSync(at, planned.text);
      chmodSync(at, planned.mode ?? 0o644);
    }
  }
}

/** The content of a directory, as one comparable text for each entry: kind, mode, path in latin1, content. */
export function pictureOf(path: string | Buffer, below = ''): readonly string[] {
  const base = Buffer.from(path);
  return readdirSync(base, { encoding: 'buffer' })
    .filter((name) => name.toString() !== '.git')
    .sort(Buffer.compare)
    .flatMap((name) => {
      const at = Buffer.concat([base, Buffer.from('/'), name]);
      const spelled = `${below}${name.toString('latin1')}`;
      const stat = lstatSync(at);
      const mode = (stat.mode & 0o7777).toString(8);
      if (stat.isDirectory()) return [`directory ${mode} ${spelled}`, ...pictureOf(at, `${spelled}/`)];
      if (stat.isSymbolicLink()) return [`link ${spelled} -> ${readlinkSync(at, { encoding: 'buffer' }).toString('latin1')}`];
      return stat.isFile() ? [`file ${mode} ${spelled} ${readFileSync(at).toString('latin1')}`] : [`special ${spelled}`];
    });
}

/** The same of a tree in the store. */
export async function pictureOfTree({ contents }: Pick<StoredTrees, 'contents'>, root: ObjectId, below = ''): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const entry of contents.tree(root)) {
    const spelled = `${below}${entry.name.toString('latin1')}`;
    if (isFileEntry(entry)) {
      const text = Buffer.concat([...(await contents.read(entry))]).toString('latin1');
      lines.push(`file ${entry.mode.toString(8)} ${spelled} ${text}`);
    } else if (entry.kind === 'directory') {
      lines.push(`directory ${entry.mode.toString(8)} ${spelled}`, ...(await pictureOfTree({ contents }, entry.id, `${spelled}/`)));
    } else if (entry.kind === 'link') lines.push(`link ${spelled} -> ${entry.target.toString('latin1')}`);
    else lines.push(`special ${spelled}`);
  }
  return lines;
}

/** Names of every sort, the same few again and again so that two trees meet in them. */
export const oddNames = [
  'a',
  'b',
  'c.txt',
  'a b',
  '-x',
  '"q"',
  "it's",
  'tab\there',
  'new\nline',
  '\xff\xfe',
  '\xc3\xa9',
  '[id].tsx',
  'a\\b',
  '#c',
  '.hidden',
  'a.b',
];

const lines = fc.array(
  fc.constantFrom('one\n', 'two\n', 'three\n', '\n', '-- x\n', '++ y\n', 'crlf\r\n', '@@ -1 +1 @@\n', 'é\n', '\\ No\n'),
  { maxLength: 14 },
);
const texts = fc.tuple(lines, fc.constantFrom('', 'end', 'one')).map(([many, last]) => many.join('') + last);

/** Trees of files, links and directories, empty ones too. */
export function plans({
  modes = [0o644, 0o755],
  names = oddNames,
}: { readonly modes?: readonly number[]; readonly names?: readonly string[] } = {}): fc.Arbitrary<Plan> {
  const file = fc.record({ text: texts, mode: fc.constantFrom(...modes) });
  const link = fc.record({ link: fc.constantFrom('a', '../a', '/nowhere', 'a/b', 'l l') });
  const { plan } = fc.letrec<{ plan: Plan; planned: Planned }>((tie) => ({
    plan: fc.dictionary(fc.constantFrom(...names), tie('planned'), { maxKeys: 5 }),
    planned: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { arbitrary: file, weight: 4 },
      { arbitrary: link, weight: 1 },
      { arbitrary: fc.record({ directory: tie('plan') }), weight: 2 },
    ),
  }));
  return plan;
}

/** Whether a link stands in the place of a directory, or the other way round: `git apply` does not always make the one of the other. */
export function areLinkAndDirectory(before: Plan, after: Plan): boolean {
  return Object.entries(before).some(([name, one]) => {
    const other = after[name];
    if (other === undefined) return false;
    if ('directory' in one && 'directory' in other) return areLinkAndDirectory(one.directory, other.directory);
    return ('link' in one && 'directory' in other) || ('directory' in one && 'link' in other);
  });
}
