// How long mode patterns takes for a text that is in no file; and what the rules for dangerous code find in real repositories.
//   node bench/run.mjs check-rules [--runs 60] [<repository> …]
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bundled } from './support/bundled.mjs';
import { newHome } from './support/homes.mjs';
import { buildId, root, scratch } from './support/program.mjs';
import { keep, machineLine, median, quantile, table } from './support/report.mjs';
import { connect } from './support/rpc.mjs';
import { ours } from './support/servers.mjs';

const targets = { codeMs: 50 };

const texts = {
  'TypeScript, 10 lines':
    'export function total(prices: readonly number[]): number {\n  return prices.reduce((sum, one) => sum + one, 0);\n}\n'.repeat(3),
  'TypeScript, 1,000 lines': 'export const value = { a: 1, b: [1, 2, 3], c: (x: number) => `${x}` };\n'.repeat(1000),
  'TypeScript with a mistake': 'const a = (;\n',
  Python: 'import os\n\n\ndef work(name):\n    os.system(f"rm {name}")\n',
  CSS: '.a { color: red; }\n'.repeat(20),
};

export async function checkRules({ runs = 60, paths = [] }) {
  // The copy of the program that is measured finds the parsers here, as an installed one does beside it.
  const modules = join(scratch, 'node_modules');
  if (!existsSync(modules)) symlinkSync(join(root, 'node_modules'), modules);
  const isFast = await codeTimes(runs);
  await repositories(paths);
  return isFast;
}

async function codeTimes(runs) {
  const home = newHome('check-rules');
  const workspace = join(home, 'project');
  mkdirSync(join(workspace, 'rules'), { recursive: true });
  writeFileSync(join(workspace, 'package.json'), '{ "name": "small" }\n');
  writeFileSync(join(workspace, 'sgconfig.yml'), 'ruleDirs: [rules]\n');
  const rule = (i) => `id: rule-${i}\nlanguage: TypeScript\nmessage: No.\nrule: {pattern: forbidden${i}($A)}\n`;
  writeFileSync(join(workspace, 'rules/all.yml'), Array.from({ length: 20 }, (_, i) => rule(i)).join('---\n'));
  const connection = connect(ours(home, workspace));
  await connection.handshake();
  const rows = [];
  for (const [name, code] of Object.entries(texts)) {
    const times = [];
    for (let i = 0; i <= runs; i += 1) {
      const began = performance.now();
      await connection.call({ name: 'check', arguments: { mode: 'patterns', code } });
      times.push(performance.now() - began);
    }
    const [first, ...warm] = times;
    rows.push({ name, first, p50: median(warm), p95: quantile(warm, 0.95) });
  }
  await connection.close();
  const isReached = ({ p50 }) => p50 <= targets.codeMs;
  console.log(`code in a running server with 20 rules, ${runs} calls each, ${machineLine()}, build ${buildId()}\n`);
  const line = (row) => [
    row.name,
    row.first.toFixed(0),
    row.p50.toFixed(1),
    row.p95.toFixed(1),
    `${targets.codeMs} ms`,
    isReached(row) ? 'yes' : 'NO',
  ];
  console.log(table(['text', 'first, ms', 'p50', 'p95', 'target p50', 'reached'], rows.map(line)));
  keep('check-rules-code', { build: buildId(), rows });
  return rows.every(isReached);
}

async function repositories(paths) {
  if (paths.length === 0) {
    console.log('\nNo repositories: name their directories.');
    return;
  }
  const bench = await bundled('check-rules', { external: ['@ast-grep/napi'] });
  const rows = [];
  const total = { files: 0, megabytes: 0, cpuSeconds: 0 };
  const byRule = new Map();
  for (const path of paths) {
    const { files, megabytes, cpuSeconds, slowestMs, found } = await bench.threatsIn(path);
    for (const { file, line, rule, severity, text } of found) {
      const counts = byRule.get(rule) ?? byRule.set(rule, { error: 0, warning: 0, info: 0 }).get(rule);
      counts[severity] += 1;
      if (severity !== 'info') console.log(`${basename(path)}: ${severity} ${rule} ${file}:${line} ${text.slice(0, 120)}`);
    }
    total.files += files;
    total.megabytes += megabytes;
    total.cpuSeconds += cpuSeconds;
    rows.push([
      basename(path),
      files,
      megabytes.toFixed(1),
      cpuSeconds.toFixed(2),
      slowestMs.toFixed(0),
      found.filter(({ severity }) => severity !== 'info').length,
      found.length,
    ]);
  }
  const speed = total.megabytes / total.cpuSeconds;
  console.log(`\n${machineLine()}, build ${buildId()}\n`);
  console.log(table(['repository', 'files', 'MB', 'CPU s', 'slowest file, ms', 'errors and warnings', 'all'], rows));
  console.log(
    `\n${table(
      ['rule', 'errors', 'warnings', 'notes'],
      [...byRule].sort().map(([rule, { error, warning, info }]) => [rule, error, warning, info]),
    )}`,
  );
  console.log(`\n${total.files} files, ${total.megabytes.toFixed(1)} MB: ${speed.toFixed(0)} MB/s of CPU`);
  keep('check-rules', { total, byRule: Object.fromEntries(byRule) });
}
