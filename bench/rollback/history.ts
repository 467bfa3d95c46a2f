import { execFileSync } from 'node:child_process';

/** A commit as an edit: what its files say afterwards; `undefined` for one that it deleted. */
export interface Edit {
  readonly id: string;
  readonly subject: string;
  readonly files: ReadonlyMap<string, string | undefined>;
}

const maxBytes = 200_000;

/** The newest edits of a repository, oldest first: commits of 1 to 12 files, without merges. */
export function readEdits(repository: string, wanted: number): readonly Edit[] {
  const git = (args: readonly string[], input?: string): Buffer =>
    execFileSync('git', ['-C', repository, ...args], {
      maxBuffer: 1 << 30,
      ...(input === undefined ? {} : { input }),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
  const log = git([
    'log',
    '--first-parent',
    '--no-merges',
    '--no-renames',
    '--name-status',
    '-z',
    '--format=%x01%H%x02%s',
    `--max-count=${3 * wanted}`,
    'HEAD',
  ]);
  const commits = log
    .toString('utf8')
    .split('\u0001')
    .slice(1)
    .map((text) => {
      const [head = '', ...parts] = text.split('\0').map((part) => part.replace(/^\n/, ''));
      const [id = '', subject = ''] = head.split('\u0002');
      const files: (readonly [string, string])[] = [];
      for (let i = 0; i + 1 < parts.length; i += 2) if (/^[AMD]$/.test(parts[i] ?? '')) files.push([parts[i] ?? '', parts[i + 1] ?? '']);
      return { id, subject, files };
    })
    .filter(({ files }) => files.length > 0 && files.length <= 12)
    .slice(0, wanted)
    .toReversed();
  const names = commits.flatMap(({ id, files }) => files.filter(([kind]) => kind !== 'D').map(([, path]) => `${id}:${path}`));
  const contents = readBlobs(git(['cat-file', '--batch'], `${names.join('\n')}\n`), names);
  return commits.map(({ id, subject, files }) => ({
    id,
    subject,
    files: new Map(
      files.flatMap(([kind, path]): readonly (readonly [string, string | undefined])[] => {
        if (kind === 'D') return [[path, undefined]];
        const text = contents.get(`${id}:${path}`);
        return text === undefined ? [] : [[path, text]];
      }),
    ),
  }));
}

/** Texts by the name that was asked for; without what is missing, large or binary. */
function readBlobs(output: Buffer, names: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let at = 0;
  for (const name of names) {
    const end = output.indexOf(10, at);
    if (end < 0) break;
    const head = output.toString('utf8', at, end);
    at = end + 1;
    const size = / blob (\d+)$/.exec(head)?.[1];
    if (size === undefined) continue;
    const bytes = output.subarray(at, at + Number(size));
    at += Number(size) + 1;
    if (bytes.length <= maxBytes && !bytes.includes(0)) found.set(name, bytes.toString('utf8'));
  }
  return found;
}

/** What every file that the edits touch says before the first of them. */
export function readStart(repository: string, edits: readonly Edit[]): ReadonlyMap<string, string> {
  const [first] = edits;
  if (first === undefined) return new Map();
  const paths = [...new Set(edits.flatMap(({ files }) => [...files.keys()]))];
  const names = paths.map((path) => `${first.id}~1:${path}`);
  const output = execFileSync('git', ['-C', repository, 'cat-file', '--batch'], {
    input: `${names.join('\n')}\n`,
    maxBuffer: 1 << 30,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return new Map([...readBlobs(output, names)].map(([name, text]) => [name.slice(name.indexOf(':') + 1), text]));
}
