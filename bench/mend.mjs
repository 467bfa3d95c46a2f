// Healthy files with one fault each: does our parser name the right line, and does mending give back the same values? Faults that
// touch only marks are counted apart from those that take something away.   node bench/run.mjs mend [--runs 6000] [--seed 1] [--only 'yaml quote']
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, scratch } from './support/program.mjs';
import { keep, machineLine, median, table } from './support/report.mjs';

const groups = { marks: 'only marks touched', lost: 'something lost', hidden: 'something lost that leaves a text with one fault' };

export async function mend({ runs = 6000, seed = 1, only }) {
  const { build } = await import(pathToFileURL(join(root, 'node_modules/esbuild/lib/main.js')).href);
  const outfile = join(scratch, 'mend.mjs');
  await build({
    absWorkingDir: root,
    entryPoints: ['bench/mend/run.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    logLevel: 'warning',
    banner: { js: "import{createRequire as snapCreateRequire}from'node:module';const require=snapCreateRequire(import.meta.url);" },
  });
  const { run } = await import(pathToFileURL(outfile).href);
  const report = await run(runs, seed, only, join(root, 'test/fixtures/clients'));
  console.log(`${machineLine()}, seed ${seed}\n`);
  const heads = [
    'fault',
    'format',
    'mutations',
    'unparsable',
    'line within 1',
    'mended',
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
      percent(sum('mended'), sum('flagged')),
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
  const wrong = report.examples.filter(({ why, group }) => why === 'wrong value' && group !== 'hidden');
  for (const { kind, format, original, mutated, line: at, detail } of wrong.slice(0, 5)) {
    console.log(`\n## WRONG VALUE: ${format}, ${kind}, line ${at}: ${detail}\n${JSON.stringify(original)}\n${JSON.stringify(mutated)}`);
  }
  const others = report.examples.filter(({ why }) => why !== 'wrong value');
  keep('mend', { runs, seed, ...report, examples: [...wrong, ...others.slice(0, 2000)] });
  const people = report.rows.filter((row) => row.group === 'marks' && row.corpus.startsWith('as people'));
  const total = (key) => people.reduce((all, row) => all + row[key], 0);
  return wrong.length === 0 && total('near') >= 0.9 * total('flagged') && total('equal') >= 0.85 * total('flagged');
}
