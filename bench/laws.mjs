// Random well-formed files over all formats and layouts of the registry, each held against the laws of editing; what a file says is
// judged by parsers that are not ours.   node bench/run.mjs laws [--runs 10000] [--seed 1] [--only yaml]
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newHome } from './support/homes.mjs';
import { addMcp, judgePath } from './support/opponents.mjs';
import { environmentOf, root } from './support/program.mjs';
import { bundled } from './support/bundled.mjs';
import { keep, machineLine, table } from './support/report.mjs';

export async function laws({ runs = 10_000, seed = 1, only }) {
  judgePath('json5');
  const module = await bundled('laws', { define: { SNAP_BENCH_PACKAGE: JSON.stringify(join(root, 'bench/package.json')) } });
  const report = await module.run(runs, seed, only);

  const sum = (map) => [...map.values()].reduce((a, b) => a + b, 0);
  const broken = (law) =>
    new Set(report.failures.filter((failure) => failure.law === law).map(({ text, names, kind }) => JSON.stringify([text, names, kind])))
      .size;
  console.log(`${machineLine()}\n`);
  console.log(
    table(
      ['files', 'seed', 'written', 'drawn'],
      report.sources.map(({ name, seed: own, written, drawn }) => [name, own, written, drawn]),
    ),
  );
  console.log(
    `\n${table(
      ['law', 'files it held for', 'files that broke it'],
      Object.entries(module.laws).map(([law, says]) => [says, report.held.get(law) ?? 0, broken(law)]),
    )}`,
  );
  console.log(
    `\n${table(
      ['format, container, path', 'files'],
      [...report.kinds].sort(([a], [b]) => (a < b ? -1 : 1)),
    )}`,
  );
  console.log(
    `\nInserted in one place ${report.ranges.get(1) ?? 0}, in two ${report.ranges.get(2) ?? 0}, in three ${report.ranges.get(3) ?? 0}.`,
  );
  console.log(`Refused, and left as they were: ${sum(report.refusals)}.`);
  for (const [reason, count] of [...report.refusals].sort((a, b) => b[1] - a[1]).slice(0, 30)) console.log(`  ${count} ${reason}`);
  for (const failure of report.smallest) {
    console.log(`\n## BROKEN: ${module.laws[failure.law]} (${failure.source}; ${failure.kind}; ${failure.client})`);
    console.log(
      `text ${JSON.stringify(failure.text)}\nnames ${JSON.stringify(failure.names)}\nserver ${JSON.stringify(failure.server)}\n${failure.detail}`,
    );
  }
  if (only === undefined) await besideAddMcp(module, seed);
  keep('laws', {
    runs,
    seed,
    ...report,
    kinds: [...report.kinds],
    held: [...report.held],
    refusals: [...report.refusals],
    ranges: [...report.ranges],
    failures: report.failures.slice(0, 500),
  });
  return report.failures.length === 0;
}

/** The same kinds of files for the best known tool of this kind, one process each, so fewer. */
async function besideAddMcp(module, seed) {
  const tool = addMcp();
  if (tool === undefined) return;
  const home = newHome('laws');
  const clients = [
    { agent: 'cursor', file: '.cursor/mcp.json', format: 'json', path: 'mcpServers' },
    { agent: 'codex', file: '.codex/config.toml', format: 'toml', path: 'mcp_servers' },
    { agent: 'goose', file: '.config/goose/config.yaml', format: 'yaml', path: 'extensions' },
  ];
  const count = 100;
  const rows = [];
  for (const { agent, file, format, path } of clients) {
    const at = join(home, file);
    mkdirSync(dirname(at), { recursive: true });
    const answer = await module.compare({ format, path }, count, seed, (text) => {
      writeFileSync(at, text);
      const [command, ...args] = tool.argv('npx', '-g', '-y', '-n', 'snap-bench', '-a', agent);
      spawnSync(command, args, { env: environmentOf(home), cwd: home, stdio: 'ignore' });
      return readFileSync(at, 'utf8');
    });
    rows.push([`${tool.name} ${tool.version}, ${agent}`, count, answer.refused, answer.pure, answer.kept]);
  }
  console.log(
    `\nThe same kinds of files, written by another tool:\n\n${table(['tool, client', 'files', 'left as it was', 'bytes outside the new entry identical', 'reads as the old value and the entry'], rows)}`,
  );
}
