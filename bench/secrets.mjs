// How many of the labelled lines of test/fixtures/secrets are judged rightly, which are not, and how fast text is read.
//   node bench/run.mjs secrets [--dir <a rule file of gitleaks, as the opponent>]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundled } from './support/bundled.mjs';
import { root } from './support/program.mjs';
import { keep, machineLine, table } from './support/report.mjs';

const targets = { recall: 0.95, precision: 0.97 };
/** Of one megabyte. What takes time squared takes minutes. */
const maxSeconds = 10;
const percent = (share) => `${(share * 100).toFixed(1)} %`;

export async function secrets({ dir }) {
  const bench = await bundled('secrets');
  const halves = ['developing', 'unseen'];
  const makers = { snap: bench.maskProse };
  if (dir !== undefined) makers.gitleaks = await gitleaks(dir);
  const rows = [];
  const figures = {};
  let isReached = true;
  for (const [name, mask] of Object.entries(makers)) {
    const results = halves.map((half) => bench.judged(root, half, mask));
    for (const { half, missed, plain, precision, recall, secrets: count, wrong } of results) {
      rows.push([name, half, count, plain, percent(recall), percent(precision), missed.length, wrong.length]);
      figures[`${name} ${half}`] = { recall, precision };
      if (name !== 'snap') continue;
      isReached &&= recall >= targets.recall && precision >= targets.precision;
      for (const line of missed) console.log(`missed, ${half}: ${line}`);
      for (const line of wrong) console.log(`wrong, ${half}: ${line}`);
    }
  }
  console.log(
    `\n${machineLine()}\n\n${table(['', 'half', 'lines with a secret', 'without', 'recall', 'precision', 'missed', 'wrong'], rows)}\n`,
  );
  for (const mask of [bench.maskProse, bench.maskText]) {
    const text = halves
      .flatMap((half) => [...bench.labelledLines(root, half, 'plain'), ...bench.labelledLines(root, half, 'secrets')])
      .map((line) => line.text)
      .join('\n')
      .repeat(10);
    mask(text);
    const began = performance.now();
    mask(text);
    const speed = text.length / 1_000_000 / ((performance.now() - began) / 1000);
    figures[`${mask.name} MB/s`] = speed;
    console.log(`${mask.name}: ${speed.toFixed(1)} MB of these lines a second`);
  }
  const times = bench.slowPieces
    .map((piece) => {
      const text = piece.repeat(Math.floor(1_000_000 / piece.length));
      const before = process.cpuUsage();
      bench.maskText(text);
      return { piece, seconds: process.cpuUsage(before).user / 1_000_000 };
    })
    .toSorted((a, b) => b.seconds - a.seconds);
  figures['slowest megabyte, s'] = times[0].seconds;
  console.log(`\nThe slowest of ${times.length} megabytes made to be slow, in CPU seconds (limit ${maxSeconds}):`);
  for (const { piece, seconds } of times.slice(0, 5)) console.log(`  ${JSON.stringify(piece)}: ${seconds.toFixed(2)}`);
  isReached &&= times[0].seconds <= maxSeconds;
  keep('secrets', figures);
  console.log(
    `\nTargets for both halves: recall ${percent(targets.recall)}, precision ${percent(targets.precision)}: ${isReached ? 'yes' : 'NO'}`,
  );
  return isReached;
}

/** Its rules as expressions of this engine: flags in the middle are made flags of the whole, entropy and allow lists are left out. */
async function gitleaks(path) {
  const { parse } = await import(pathToFileURL(join(root, 'node_modules/smol-toml/dist/index.js')).href);
  const rules = parse(readFileSync(path, 'utf8'))
    .rules.filter(({ regex }) => regex !== undefined)
    .flatMap(({ regex, keywords = [] }) => {
      const source = regex
        .replaceAll(/\(\?-?[ims]+\)|\(\?-[ims]+:/g, (flags) => (flags.endsWith(':') ? '(?:' : ''))
        .replaceAll(/\(\?[ims]+:/g, '(?:')
        .replaceAll('(?P<', '(?<')
        .replaceAll('\\z', '$')
        .replaceAll('[[:alnum:]]', '[A-Za-z0-9]');
      try {
        return [{ keywords, pattern: new RegExp(source, /\(\?i\)/.test(regex) ? 'gi' : 'g') }];
      } catch {
        // Not an expression of this engine.
        return [];
      }
    });
  return (text) => {
    const small = text.toLowerCase();
    return rules
      .filter(({ keywords }) => keywords.length === 0 || keywords.some((word) => small.includes(word.toLowerCase())))
      .reduce((shown, { pattern }) => shown.replaceAll(pattern, '***'), text);
  };
}
