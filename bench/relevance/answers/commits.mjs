// Past commits as tasks: drawn by seed, and a clone as it was before each.
import { execFileSync } from 'node:child_process';

const git = (path, ...args) =>
  execFileSync('git', ['-C', path, ...args], { encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] });
const isCode = (file) => /\.(c|cc|cpp|h|hpp|cs|go|java|jq|js|jsx|kt|mjs|cjs|php|py|rb|rs|scala|sh|swift|tcl|ts|tsx|vue|svelte)$/.test(file);
const isTest = (file) => /(^|\/)(tests?|specs?|__tests__|testdata|runtime-tests)\/|[._-](test|spec)\.|(^|\/)test_|_test\./i.test(file);
const isRelease = (subject) =>
  /^(v?\d+\.\d+|release|bump|merge|version|prepare|chore\(release|chore\(deps|build\(deps|update (deps|dependencies|changelog))/i.test(
    subject,
  );

/** The same numbers for the same seed (mulberry32). */
export function drawn(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Of the last 300 those of 2 to 12 files that are no merge, bot or release, and change a code file that was there and is no test. */
export function eligible(path) {
  const log = git(path, 'log', '--no-merges', '--no-renames', '-n', '300', '--name-status', '--format=%x00%H%x09%ae%x09%s');
  return log
    .split('\0')
    .slice(1)
    .flatMap((entry) => {
      const [head, ...lines] = entry.split('\n').filter((line) => line !== '');
      const [id, author, ...words] = head.split('\t');
      const subject = words.join(' ');
      const files = lines.map((line) => line.split('\t')).map(([kind, file]) => ({ kind, file }));
      const first = files.find(({ kind, file }) => kind === 'M' && isCode(file) && !isTest(file))?.file;
      if (first === undefined || files.length < 2 || files.length > 12 || isRelease(subject) || /bot\b/i.test(author)) return [];
      return [{ id, subject, task: subject.replace(/\s*\(#\d+\)$/, ''), files, first }];
    });
}

/** A clone at the parent of a commit; its objects are those of the original. */
export function cloneAt(path, { id }, to) {
  execFileSync('git', ['clone', '-q', '--shared', '--no-checkout', path, to], { stdio: 'ignore' });
  git(to, 'checkout', '-q', '--detach', `${id}~1`);
  return to;
}

export function fileAt(path, id, file) {
  return execFileSync('git', ['-C', path, 'show', `${id}:${file}`], { maxBuffer: 2 ** 28 });
}
