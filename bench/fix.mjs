// Healthy files with one fault each: does our parser name the right line, and does the fix give back the same values? Faults that
// touch only marks are counted apart from those that take something away.   node bench/run.mjs fix [--runs 6000] [--seed 1] [--only 'yaml quote']
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newHome } from './support/homes.mjs';
import { environmentOf, root, snap } from './support/program.mjs';
import { bundled } from './support/bundled.mjs';
import { keep, machineLine, median, table } from './support/report.mjs';

const groups = {
  marks: 'only marks touched',
  typed: 'marks typed wrong',
  lost: 'something lost',
  hidden: 'something lost that may leave a text with one fault',
};

export async function fix({ runs = 6000, seed = 1, only }) {
  const { run } = await bundled('fix');
  const report = await run(runs, seed, only, join(root, 'test/fixtures/clients'));
  console.log(`${machineLine()}, seed ${seed}\n`);
  const heads = [
    'fault',
    'format',
    'mutations',
    'unparsable',
    'line within 1',
    'fixed',
    'equal in value',
    'wrong values',
    'median lines changed',
  ];
  const percent = (part, whole) => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`);
  const line = (name, format, rows) => {
    const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
    const changed = rows.flatMap((row) => row.changedLines);
    return [
      name,
      format,
      sum('mutations'),
      sum('flagged'),
      percent(sum('near'), sum('flagged')),
      percent(sum('fixed'), sum('flagged')),
      percent(sum('equal'), sum('flagged')),
      sum('wrong'),
      changed.length === 0 ? '-' : median(changed),
    ];
  };
  for (const corpus of new Set(report.rows.map((row) => row.corpus))) {
    for (const [group, says] of Object.entries(groups)) {
      const rows = report.rows.filter((row) => row.corpus === corpus && row.group === group);
      if (rows.length === 0) continue;
      const byFormat = ['json', 'yaml', 'toml'].map((format) =>
        line(
          'all',
          format,
          rows.filter((row) => row.format === format),
        ),
      );
      console.log(`## Files ${corpus}: ${says}\n`);
      console.log(`${table(heads, [...rows.map((row) => line(row.kind, row.format, [row])), ...byFormat, line('all', 'all', rows)])}\n`);
    }
  }
  console.log(`Slowest repair: ${report.slowest.toFixed(0)} ms.`);
  const changed = only === undefined ? withoutConsent(report.damaged) : 0;
  const wrong = report.examples.filter(({ why }) => why === 'wrong value');
  for (const { kind, format, original, mutated, line: at, detail } of wrong.slice(0, 5)) {
    console.log(`\n## WRONG VALUE: ${format}, ${kind}, line ${at}: ${detail}\n${JSON.stringify(original)}\n${JSON.stringify(mutated)}`);
  }
  const others = report.examples.filter(({ why }) => why !== 'wrong value');
  const { damaged: _, ...kept } = report;
  keep('fix', { runs, seed, ...kept, examples: [...wrong, ...others.slice(0, 2000)] });
  const people = report.rows.filter((row) => row.group === 'marks' && row.corpus.startsWith('as people'));
  const total = (key, rows = people) => rows.reduce((all, row) => all + row[key], 0);
  const yaml = people.filter(({ format }) => format === 'yaml');
  const isRight = (rows, share) => total('equal', rows) >= share * total('flagged', rows);
  return changed === 0 && wrong.length === 0 && total('near') >= 0.9 * total('flagged') && isRight(people, 0.93) && isRight(yaml, 0.88);
}

/** Three damaged files per home, one of each format. The program only plans, without consent to write. Returns how many files changed. */
function withoutConsent(damaged) {
  const places = { json: '.cursor/mcp.json', yaml: '.config/goose/config.yaml', toml: '.codex/config.toml' };
  const formats = Object.keys(places);
  const texts = Object.fromEntries(
    formats.map((format) => [format, damaged.filter((one) => one.format === format).map(({ text }) => text)]),
  );
  let files = 0;
  let changed = 0;
  for (let i = 0; files < 1000; i += 1) {
    const home = newHome(`consent-${i}`);
    const written = formats.map((format) => {
      // Spread over the whole list, so that every kind of fault is met.
      const text = texts[format][(i * 61) % texts[format].length];
      const path = join(home, places[format]);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return { path, text };
    });
    for (const args of [
      ['mcp', 'validate', '--no-probe'],
      ['mcp', 'repair', '--no-probe'],
    ]) {
      const [command, ...rest] = snap(...args);
      spawnSync(command, rest, { env: environmentOf(home), cwd: home, stdio: 'ignore' });
    }
    files += written.length;
    changed += written.filter(({ path, text }) => !readFileSync(path).equals(Buffer.from(text))).length;
  }
  console.log(`Looked at and planned for without a yes: ${files} damaged files, ${changed} changed.`);
  return changed;
}
