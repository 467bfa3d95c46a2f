// Makes a file of pairs for `npm run bench -- retrieval --pairs FILE` out of what people wrote twice. Nothing is downloaded.
//   node bench/retrieval/make-pairs.mjs changelog CLONE [CHANGELOG.md]     a commit's subject, and the sentence of the changelog with its number
//   node bench/retrieval/make-pairs.mjs commits CLONE                       a commit's subject, and the first sentence below it
//   node bench/retrieval/make-pairs.mjs tldr CLONE LANGUAGE                a description of tldr-pages years ago, and as somebody reworded it
//   node bench/retrieval/make-pairs.mjs conala FILE.json…                  a question rewritten by an annotator, and as it was asked, with its code
// One pair a line: question, learning, language, what is to be done (may be empty), separated by tabs.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [kind, ...given] = process.argv.slice(2);
const makers = { changelog: changelogPairs, commits: commitPairs, tldr: tldrPairs, conala: conalaPairs };
if (makers[kind] === undefined || given.length === 0) {
  console.error('node bench/retrieval/make-pairs.mjs changelog CLONE [FILE] | commits CLONE | tldr CLONE LANGUAGE | conala FILE…');
  process.exit(2);
}
const seen = new Set();
for (const { question, learning, language, action = '' } of await makers[kind](...given)) {
  const [one, other] = [plain(question), plain(learning)];
  // A text that was only spelled differently is no paraphrase, and a pair is counted once.
  if (one === '' || other === '' || one === other || seen.has(one) || seen.has(other)) continue;
  seen.add(one).add(other);
  console.log([question, learning, language, action].map((text) => text.replaceAll(/\s+/g, ' ').trim()).join('\t'));
}

function plain(text) {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function git(clone, ...args) {
  return execFileSync('git', ['-C', clone, ...args], { encoding: 'utf8', maxBuffer: 1 << 30 });
}

function changelogPairs(clone, file = 'CHANGELOG.md') {
  // `git log` in the order of time: of several commits with a number the first is the change, later ones correct it.
  const subjects = new Map();
  for (const entry of git(clone, 'log', '--reverse', '--format=%s%x1f%b%x1e').split('\x1e')) {
    const [subject = '', body = ''] = entry.trim().split('\x1f');
    const merged = /^Merge pull request #(\d+)/.exec(subject)?.[1];
    if (merged === undefined && /^Merge\b/.test(subject)) continue;
    const said = merged === undefined ? subject : (body.trim().split('\n')[0] ?? '');
    const numbers = [
      merged ?? [],
      [...`${subject}\n${body}`.matchAll(/(?:\(#|(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?)[: ]+#)(\d+)/gi)].map(([, n]) => n),
    ].flat();
    const text = said
      .replace(/^\[Fix(?:es)? #\d+\]\s*/i, '')
      .replaceAll(/\(?(?:fix(?:es)?|closes?)?\s*\[?#\d+\]?\)?/gi, ' ')
      .trim();
    if (text.split(/\s+/).length < 3 || /^bump |^build\(deps\)|changelog/i.test(text)) continue;
    for (const number of numbers) if (!subjects.has(number)) subjects.set(number, text);
  }
  const items = git(clone, 'show', `HEAD:${file}`).split(/\n(?=[ ]{0,2}[*-] |#|\n)/);
  return items.flatMap((item) => {
    if (!/^\s*[*-] /.test(item)) return [];
    const number = [...item.matchAll(/#(\d+)/g)].map(([, n]) => n).find((n) => subjects.has(n));
    const learning = item
      .replace(/^\s*[*-] /, '')
      .replaceAll(/\(?\[[^\]]*#\d+\]\([^)]*\)[:,]?/g, ' ')
      .replaceAll(/\(\[@[^)]*\)|\(@[^)]*\)|\[@[^\]]*\]\[\]|\((?:\[\s*\],? ?)*(?:thanks [^)]*)?\)/g, ' ')
      .replaceAll(/,?\s*(?:see|closes|fixes|also)?\s*\(?#\d+(?:,? (?:and )?#\d+)*\)?/gi, ' ')
      .trim();
    if (number === undefined || learning.split(/\s+/).length < 3) return [];
    return [{ question: subjects.get(number), learning, language: 'en' }];
  });
}

/** Of people, without lists, quotes and trailers: what is below the subject says the same in other words, or why. */
function commitPairs(clone) {
  const entries = git(clone, 'log', '--no-merges', '--format=%an%x1f%s%x1f%b%x1e').split('\x1e');
  return entries.flatMap((entry) => {
    const [author = '', subject = '', body = ''] = entry.trim().split('\x1f');
    const said = subject.replaceAll(/\(?#\d+\)?/g, ' ').trim();
    const [paragraph = ''] = body.trim().split(/\n\s*\n/);
    const sentence = paragraph
      .replaceAll(/\s+/g, ' ')
      .split(/(?<=[.!?]) (?=[A-Z`])/)[0]
      .trim();
    const isProse =
      /^[A-Z`'"]/.test(sentence) &&
      !/https?:|^[\w-]+: |^\S*@|^(?:fix|close|resolve|see|signed|co-authored|this reverts)\w*\b/i.test(sentence);
    if (!isProse || /\bbot\b/i.test(author) || /^(?:revert|bump|release|merge|v?\d)/i.test(said)) return [];
    const [one, other] = [said, sentence].map((text) => text.split(/\s+/).length);
    if (one < 3 || other < 5 || other > 40 || !isReworded(said, sentence)) return [];
    return [{ question: said, learning: sentence, language: 'en' }];
  });
}

/** Examples are the same when their command is, whatever the names of its placeholders. */
async function tldrPairs(clone, language) {
  const root = language === 'en' ? 'pages' : `pages.${language}`;
  const now = git(clone, 'log', '-1', '--format=%cI').slice(0, 4);
  const oldest = new Map();
  const newest = new Map();
  for (let year = Number(now) - 8; year <= Number(now); year += 1) {
    const [commit] = git(clone, 'rev-list', '-1', `--before=${year}-01-15`, 'HEAD').split('\n');
    for (const [key, description] of await examples(clone, commit, root)) if (!oldest.has(key)) oldest.set(key, { description, year });
  }
  for (const [key, description] of await examples(clone, 'HEAD', root)) newest.set(key, description);
  return [...newest].flatMap(([key, learning]) => {
    const before = oldest.get(key);
    return before === undefined || before.year > Number(now) - 2 || !isReworded(before.description, learning)
      ? []
      : [{ question: before.description, learning, language, action: key.split('\t')[1] }];
  });
}

/** Two fifths of the words, or in Chinese and Japanese of the characters, are others. */
function isReworded(before, after) {
  const [one, other] = [before, after].map(
    (text) =>
      new Set(
        plain(text).match(/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|[\p{L}\p{N}]+?(?=\p{Script=Han}|[^\p{L}\p{N}]|$)/gu),
      ),
  );
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared / (one.size + other.size - shared) < 0.6;
}

async function examples(clone, commit, root) {
  const found = new Map();
  if (commit === '') return found;
  const files = git(clone, 'ls-tree', '-r', commit, '--', root)
    .split('\n')
    .flatMap((line) => (/^100\S+ blob (\S+)\t(\S+\.md)$/.exec(line) ?? []).slice(1).join(' ') || []);
  const pages = await contents(
    clone,
    files.map((line) => line.split(' ')[0]),
  );
  files.forEach((line, i) => {
    const path = line.split(' ')[1].slice(root.length);
    for (const [, description, command] of pages[i].matchAll(/^- (.+?):?\s*\n\s*\n`(.+)`\s*$/gm)) {
      const key = `${path}\t${command.replaceAll(/\{\{.*?\}\}+/g, '{{}}').replaceAll(/\s+/g, ' ')}`;
      if (!found.has(key)) found.set(key, description.replaceAll(/\[(\w)\](?=\w)/g, '$1'));
    }
  });
  return found;
}

/** Many blobs by one process; a missing one is an empty text. */
async function contents(clone, ids) {
  const child = spawn('git', ['-C', clone, 'cat-file', '--batch'], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(ids.join('\n') + '\n');
  const chunks = [];
  for await (const chunk of child.stdout) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  let at = 0;
  return ids.map(() => {
    const end = bytes.indexOf(10, at);
    const size = Number(/ blob (\d+)$/.exec(bytes.toString('utf8', at, end))?.[1] ?? NaN);
    at = end + 1;
    if (Number.isNaN(size)) return '';
    const text = bytes.toString('utf8', at, at + size);
    at += size + 1;
    return text;
  });
}

function conalaPairs(...files) {
  const asked = new Set();
  return files.flatMap((file) =>
    JSON.parse(readFileSync(file, 'utf8')).flatMap(({ intent, rewritten_intent: rewritten, snippet }) => {
      if (typeof rewritten !== 'string' || asked.has(intent)) return [];
      asked.add(intent);
      return [{ question: rewritten, learning: intent, language: 'en', action: snippet }];
    }),
  );
}
