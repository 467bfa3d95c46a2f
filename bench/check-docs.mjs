// Mode docs on real repositories whose documents were made stale on purpose: what is found, what is not, and what else is reported.
//   node bench/run.mjs check-docs --paths <repository> …
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bundled } from './support/bundled.mjs';
import { scratch } from './support/program.mjs';
import { keep, machineLine, table } from './support/report.mjs';
import { commitAll, seed } from './check-docs/seeds.mjs';

const targets = { recall: 0.9, precision: 0.9, warmMs: 300 };
const percent = (share) => (Number.isNaN(share) ? '-' : `${(share * 100).toFixed(1)} %`);

export async function checkDocs({ paths = [], seed: number = 1 }) {
  if (paths.length === 0) {
    console.log('No repositories: give their directories with --paths.');
    return true;
  }
  const bench = await bundled('check-docs', { external: ['oxc-parser', '@ast-grep/napi'] });
  const rows = [];
  const byKind = new Map();
  const sum = { seeds: 0, found: 0, reported: 0, wrong: 0 };
  const figures = {};
  let slowest = 0;
  for (const path of paths) {
    const name = basename(path);
    const { before, after, seeds, cold, warm, documents } = await measured(bench, path, number);
    const known = new Set(before.map(key));
    const added = after.filter((finding) => !known.has(key(finding)));
    const wrong = added.filter(({ message }) => !seeds.some((one) => tells(message, one)));
    const found = seeds.filter((one) =>
      added.some(({ file, line, message }) => one.places.includes(`${file}:${line}`) && tells(message, one)),
    );
    for (const one of seeds) {
      const kind = byKind.get(one.kind) ?? byKind.set(one.kind, { seeds: 0, found: 0 }).get(one.kind);
      kind.seeds += 1;
      kind.found += found.includes(one) ? 1 : 0;
      if (!found.includes(one)) console.log(`${name}: missed ${one.kind} ${one.name} at ${one.places.slice(0, 3).join(', ')}`);
    }
    for (const finding of wrong) console.log(`${name}: not a seed: ${finding.file}:${finding.line} ${finding.message}`);
    for (const finding of before) console.log(`${name}: unseeded: ${finding.file}:${finding.line} ${finding.rule}: ${finding.message}`);
    sum.seeds += seeds.length;
    sum.found += found.length;
    sum.reported += added.length;
    sum.wrong += wrong.length;
    slowest = Math.max(slowest, warm);
    rows.push([
      name,
      documents,
      seeds.length,
      percent(found.length / seeds.length),
      added.length,
      percent(1 - wrong.length / added.length),
      before.length,
      cold.toFixed(0),
      warm.toFixed(0),
    ]);
    figures[name] = {
      seeds: seeds.length,
      found: found.length,
      reported: added.length,
      wrong: wrong.length,
      unseeded: before.length,
      cold,
      warm,
    };
  }
  const recall = sum.found / sum.seeds;
  const precision = 1 - sum.wrong / sum.reported;
  console.log(`\n${machineLine()}\n`);
  console.log(
    table(
      [
        'repository',
        'documents',
        'seeds',
        'recall',
        'reported for them',
        'precision',
        'reported without seeds',
        'cold CPU ms',
        'warm CPU ms',
      ],
      rows,
    ),
  );
  console.log(
    `\n${table(
      ['seed', 'made', 'found', 'recall'],
      [...byKind].map(([kind, { seeds, found }]) => [kind, seeds, found, percent(found / seeds)]),
    )}\n`,
  );
  console.log(
    `recall ${percent(recall)} (target ${percent(targets.recall)}), precision ${percent(precision)} (target ${percent(targets.precision)}), slowest warm ${slowest.toFixed(0)} ms CPU (target ${targets.warmMs})`,
  );
  keep('check-docs', { ...figures, recall, precision });
  return recall >= targets.recall && precision >= targets.precision;
}

/** A clone of the last commit, examined, seeded, committed and examined again. */
async function measured(bench, path, number) {
  const root = join(scratch, `docs-${basename(path)}`);
  const home = `${root}-home`;
  mkdirSync(home, { recursive: true });
  if (!existsSync(root)) execFileSync('git', ['clone', '-q', '-n', '--shared', '--no-tags', path, root]);
  // Where an object is missing (large files of partial copies), the rest is there.
  spawnSync('git', ['-C', root, 'checkout', '-q', 'HEAD', '--', '.'], { stdio: 'ignore' });
  const first = await bench.opened(root, home);
  const begun = process.cpuUsage();
  const before = await bench.checked(first);
  const cold = process.cpuUsage(begun);
  const again = process.cpuUsage();
  await bench.checked(first);
  const warm = process.cpuUsage(again);
  first.close();
  const documents = bench.documentsOf(root);
  const seeds = seed(root, documents, { number });
  commitAll(root);
  const second = await bench.opened(root, home);
  const after = await bench.checked(second);
  second.close();
  const ms = ({ user, system }) => (user + system) / 1000;
  return { before: before.findings, after: after.findings, seeds, cold: ms(cold), warm: ms(warm), documents: documents.length };
}

function key({ file, rule, message }) {
  return `${file} ${rule} ${message}`;
}

/** Whether a finding is about that seed: it has its name. */
function tells(message, { name }) {
  const last = name.slice(name.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  return message.includes(last);
}
