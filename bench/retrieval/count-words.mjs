// Counts how common words are in what developers write, for the table of src/memory/learnings/common-words.ts. Prints count per 100,000 sentences and the words.
//   node bench/retrieval/count-words.mjs [--words 2600] [--half FILE …] CLONE…
// A source is a clone (subjects of commits, and the sentences below them) or every other learning of a file of pairs. Every source counts alike; of each
// word the three sources that use it most are left out. Nothing is downloaded.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundled } from '../support/bundled.mjs';
import { root } from '../support/program.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { words: { type: 'string', default: '2600' }, half: { type: 'string', multiple: true, default: [] } },
});
const bench = await bundled('retrieval');
const leftOut = 3;
const commands = bench.readCommands(join(root, 'bench/data')).filter((one) => bench.halfOf(one) === 0);
const sources = [
  ...positionals.map(sentencesOf),
  ...values.half.map((file) => bench.readPairs(file).pairs.flatMap(({ learning }, i) => (i % 2 === 0 ? [learning] : []))),
  commands.map(({ wordings }) => wordings[0]),
].filter(({ length }) => length >= 150);

const shares = new Map();
const forms = new Map();
for (const sentences of sources) {
  const counts = new Map();
  for (const sentence of sentences) {
    const seen = new Set();
    for (const plain of bench.plainWords(sentence)) {
      const stem = /^[a-z]{1,20}$|^\d{1,2}$/.test(plain) ? bench.wordOf(plain)?.terms[0]?.name : undefined;
      if (stem === undefined) continue;
      seen.add(stem);
      const known = forms.get(stem) ?? new Map();
      forms.set(stem, known.set(plain, (known.get(plain) ?? 0) + 1));
    }
    for (const stem of seen) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  for (const [stem, count] of counts) shares.set(stem, [...(shares.get(stem) ?? []), count / sentences.length]);
}
const rows = [...shares]
  .map(([stem, all]) => {
    const kept = all.sort((a, b) => b - a).slice(leftOut);
    return { stem, share: kept.reduce((sum, share) => sum + share, 0) / (sources.length - leftOut) };
  })
  .filter(({ share }) => share > 0)
  .sort((a, b) => b.share - a.share)
  .slice(0, Number(values.words));
const levels = new Map();
for (const { share, stem } of rows) {
  const level = Number((1e5 * 1.4 ** Math.round(Math.log(share) / Math.log(1.4))).toPrecision(2));
  const [form] = [...forms.get(stem)].sort((a, b) => b[1] - a[1])[0];
  levels.set(level, [...(levels.get(level) ?? []), form]);
}
console.error(`${sources.length} sources`);
for (const [level, words] of levels) console.log(`${level}\t${words.join(' ')}`);

function sentencesOf(clone) {
  const log = (format) =>
    execFileSync('git', ['-C', clone, 'log', '--no-merges', '-4000', `--format=${format}`], { encoding: 'utf8', maxBuffer: 1 << 30 });
  const subjects = log('%an%x09%s')
    .split('\n')
    .filter((line) => !/^[^\t]*\bbot\b|\t(?:bump|merge|revert|v?\d)|dependabot|renovate/i.test(line))
    .map((line) => line.replace(/^[^\t]*\t/, ''));
  const paragraphs = log('%b%x1e').split(/\x1e|\n\s*\n/);
  const sentences = paragraphs
    .filter((text) => !/^\s*(?:[-*+>|`]|[\w-]+: )|http|@/.test(text))
    .flatMap((text) =>
      text
        .replaceAll(/\s+/g, ' ')
        .trim()
        .split(/(?<=[.!?]) (?=[A-Z])/),
    )
    .filter((text) => /^[A-Z]/.test(text) && text.split(' ').length >= 5 && text.split(' ').length <= 40);
  const below = [...new Set(sentences)].slice(0, 2_500);
  return [...subjects.slice(0, Math.max(500, below.length)), ...below];
}
