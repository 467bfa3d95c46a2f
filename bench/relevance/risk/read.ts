// Commits of a repository with the lines they change. Reads only.
import { execFileSync, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { isProgramCode, measureCode } from '../../../src/insight/risk/program-code.ts';
import { isFix } from '../../../src/insight/risk/fix-subject.ts';
import { marksOf } from '../../../src/history/parse-log.ts';
import type { Commit } from '../../../src/history/index.ts';

export interface ChangedLines {
  added: number;
  deleted: number;
  code: number;
  tokens: number;
  indent: number;
}

/** A commit without what is against learning from it: no merge, bot, release or large commit. */
export interface ReadCommit extends Commit {
  readonly isFix: boolean;
  readonly code: readonly string[];
  /** Of each file of program code. Empty where a blob is missing. */
  readonly lines: Map<string, ChangedLines>;
}

/** Newest first. @param measured of how many commits the lines are read. */
export async function readCommits(repository: string, max: number, measured: number): Promise<readonly ReadCommit[]> {
  const options = [
    '--no-merges',
    '--no-renames',
    '--name-only',
    '--no-show-signature',
    '-z',
    '--format=%x01%H%x02%ct%x02%an%x02%ae%x02%s%x03',
  ];
  const text = execFileSync('git', ['-C', repository, 'log', ...options, `--max-count=${max}`], { maxBuffer: 1 << 30 }).toString();
  const all = text
    .split('\x01')
    .slice(1)
    .map((part): ReadCommit => {
      const [head = '', body = ''] = part.split('\x03');
      const [id = '', at = '', name = '', address = '', subject = ''] = head.split('\x02');
      const files = body
        .split('\0')
        .map((file) => file.replace(/^\n/, ''))
        .filter((file) => file !== '');
      const marks = marksOf({ name, address, subject, parents: 1, files: files.length });
      const code = files.filter(isProgramCode);
      return {
        id,
        at: Number(at),
        author: address.toLowerCase(),
        subject,
        files,
        marks,
        code,
        isFix: marks.length === 0 && code.length > 0 && isFix(subject),
        lines: new Map(),
      };
    });
  await readLines(repository, all.slice(0, measured));
  return all.filter(({ marks }) => marks.length === 0);
}

/** A blob may be missing, as in a partial clone: then git ends, and is asked again behind that commit. */
async function readLines(repository: string, commits: readonly ReadCommit[]): Promise<void> {
  const byId = new Map(commits.map((commit, i) => [commit.id, i] as const));
  let from = 0;
  for (let tries = 0; tries < 80 && from < commits.length; tries += 1) {
    const last = { at: -1 };
    const isWhole = await readPatches(repository, commits[from]?.id ?? 'HEAD', commits.length - from, (id) => {
      last.at = byId.get(id) ?? last.at;
      return commits[byId.get(id) ?? -1];
    });
    if (isWhole) return;
    const broken = Math.max(last.at, from);
    commits[broken]?.lines.clear();
    from = broken + 1;
  }
}

function readPatches(repository: string, from: string, count: number, commitOf: (id: string) => ReadCommit | undefined): Promise<boolean> {
  const options = [
    '--no-merges',
    '--no-renames',
    '-p',
    '-U0',
    '--no-ext-diff',
    '--no-textconv',
    '--no-color',
    '--format=%x01%H',
    `--max-count=${count}`,
  ];
  const git = spawn('git', ['-C', repository, 'log', ...options, from], { stdio: ['ignore', 'pipe', 'ignore'] });
  let commit: ReadCommit | undefined;
  let lines: ChangedLines | undefined;
  let isInHunk = false;
  createInterface({ input: git.stdout }).on('line', (line) => {
    if (line.startsWith('\x01')) {
      commit = commitOf(line.slice(1));
      lines = undefined;
    } else if (line.startsWith('diff --git ')) {
      const file = line.slice(line.indexOf(' b/') + 3);
      isInHunk = false;
      lines = undefined;
      if (commit?.code.includes(file) === true) commit.lines.set(file, (lines = { added: 0, deleted: 0, code: 0, tokens: 0, indent: 0 }));
    } else if (lines === undefined) return;
    else if (line.startsWith('@@ ')) isInHunk = true;
    else if (isInHunk && line.startsWith('+')) {
      lines.added += 1;
      const { code, indent, tokens } = measureCode([line.slice(1)]);
      lines.code += code;
      lines.tokens += tokens;
      lines.indent += indent;
    } else if (isInHunk && line.startsWith('-')) lines.deleted += 1;
  });
  return new Promise((resolve) => git.on('close', (code) => resolve(code === 0)));
}
