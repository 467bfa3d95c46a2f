// Commits of a repository with their sizes, and the commits that fixes go back to. Reads only.
import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { isFix } from '../../../src/forecast/risk/fix-subject.ts';
import { isProgramCode } from '../../../src/forecast/risk/code-file.ts';

const run = promisify(execFile);
const maxBuffer = 1 << 30;

export interface SizedFile {
  readonly file: string;
  readonly added: number;
  readonly deleted: number;
}

/** One commit; its program code only. */
export interface SizedCommit {
  readonly id: string;
  /** Seconds since 1970. */
  readonly at: number;
  readonly author: string;
  readonly subject: string;
  readonly isFix: boolean;
  readonly isLeftOut: boolean;
  /** All files, as git names them. */
  readonly files: readonly string[];
  readonly code: readonly SizedFile[];
  /** Whether git could say how many lines changed: not where a blob is missing. */
  readonly isMeasured: boolean;
}

const bot = /\[bot\]|dependabot|renovate|greenkeeper|snyk|semantic-release|github-actions|allcontributors|pre-commit-ci/i;
const release = /^(?:(?:chore|build|release)(?:\([^)]*\))?:\s*)?(?:release|publish|prepare (?:for )?(?:the )?(?:next|release)|\[maven-release-plugin\]|bump(?:ed|ing)? version|v?\d+\.\d+(?:\.\d+)?\S*$)/i;

/** Newest first, without merges. */
export function readSizedCommits(repository: string, max: number): readonly SizedCommit[] {
  const log = (numbers: boolean, from: string, count: number): { text: string; isWhole: boolean } => {
    const what = numbers ? '--numstat' : '--name-only';
    const options = ['--no-merges', '--no-renames', what, '--no-ext-diff', '--no-textconv', '--no-show-signature', '-z', '--format=%x01%H %ct %ae %an%x02%s%x03'];
    try {
      return { text: execFileSync('git', ['-C', repository, 'log', ...options, `--max-count=${count}`, from], { maxBuffer, stdio: ['ignore', 'pipe', 'ignore'] }).toString(), isWhole: true };
    } catch (error) {
      // A blob is missing, as in a partial clone: what came before it is there.
      return { text: (error as { stdout?: Buffer }).stdout?.toString() ?? '', isWhole: false };
    }
  };
  const names = parse(log(false, 'HEAD', max).text, false);
  const sizes = new Map<string, SizedCommit>();
  let at = 0;
  for (let tries = 0; tries < 60 && at < names.length; tries += 1) {
    const { text, isWhole } = log(true, names[at]?.id ?? 'HEAD', names.length - at);
    const read = parse(text, true);
    const sure = isWhole ? read : read.slice(0, -1);
    for (const commit of sure) sizes.set(commit.id, commit);
    if (isWhole) break;
    const next = names.findIndex(({ id }, i) => i >= at && !sizes.has(id));
    if (next < 0) break;
    at = next + 1;
  }
  return names.map((commit) => sizes.get(commit.id) ?? commit);
}

function parse(text: string, isMeasured: boolean): SizedCommit[] {
  return text
    .split('\x01')
    .slice(1)
    .flatMap((part) => {
      const [head = '', rest = ''] = part.split('\x02');
      const [subject = '', body = ''] = rest.split('\x03');
      const [id = '', at = '', mail = '', ...name] = head.split(' ');
      const entries = body.split('\0').map((entry) => entry.replace(/^\n/, '')).filter((entry) => entry !== '');
      const files = entries.map((entry) => (isMeasured ? (entry.split('\t')[2] ?? '') : entry));
      const code = entries.flatMap((entry, i) => {
        const file = files[i] ?? '';
        if (!isProgramCode(file)) return [];
        const [added = '0', deleted = '0'] = isMeasured ? entry.split('\t') : [];
        return [{ file, added: Number(added) || 0, deleted: Number(deleted) || 0 }];
      });
      const isLeftOut = bot.test(`${mail} ${name.join(' ')}`) || release.test(subject);
      return [{ id, at: Number(at), author: mail.toLowerCase(), subject, isFix: !isLeftOut && isFix(subject), isLeftOut, files, code, isMeasured }];
    });
}

const maxLinesOfFix = 300;
const maxFilesOfFix = 10;
const notCode = /^\s*(?:$|\/\/|#(?!\s*(?:include|define|if|el|end))|\/?\*|--|;|"""|'''|import\b|from\s+\S+\s+import\b|(?:const|let|var)\s.*\brequire\(|require\b|use\s|using\s|package\s|#include\b|[{}()[\];,]*\s*$|end\s*$)/;

/**
 * The commits whose lines the fixes delete (SZZ: Śliwerski, Zimmermann, Zeller 2005), by the number of fixes. Blank lines, comments and
 * imports are left out. A fix whose files are not here is left out too.
 */
export async function blamed(repository: string, fixes: readonly SizedCommit[], lanes = 2): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  const queue = [...fixes];
  const git = async (...args: readonly string[]): Promise<string> => (await run('git', ['-C', repository, ...args], { maxBuffer })).stdout;
  const one = async ({ code, id }: SizedCommit): Promise<void> => {
    const blames = new Set<string>();
    for (const { file } of code.slice(0, maxFilesOfFix)) {
      try {
        const ranges = deletedRanges(await git('diff', '-U0', '--no-renames', '--no-ext-diff', '--no-textconv', '--no-color', `${id}^`, id, '--', `:(literal)${file}`));
        if (ranges.length === 0) continue;
        const text = await git('blame', '-w', '-l', '-s', '--no-textconv', ...ranges.map((range) => `-L${range}`), `${id}^`, '--', file);
        for (const [, commit = ''] of text.matchAll(/^\^?([0-9a-f]{39,40})\s/gm)) blames.add(commit.slice(0, 39));
      } catch {
        // Created by this fix, or a blob is missing.
      }
    }
    for (const commit of blames) found.set(commit, (found.get(commit) ?? 0) + 1);
  };
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await one(next);
    }),
  );
  return found;
}

function deletedRanges(diff: string): readonly string[] {
  const ranges: string[] = [];
  let line = 0;
  for (const text of diff.split('\n')) {
    const hunk = /^@@ -(\d+)/.exec(text);
    if (hunk !== null) line = Number(hunk[1]);
    else if (text.startsWith('-') && !text.startsWith('--- ')) {
      if (!notCode.test(text.slice(1)) && ranges.length < maxLinesOfFix) ranges.push(`${line},${line}`);
      line += 1;
    }
  }
  return ranges;
}
