// Co-change: one file of each of the last commits is hidden and has to be named from the others of that commit and what came before.
//   node bench/companions.mjs --repo <git directory> [--repo …] [--commits 200]      reads the repositories, downloads nothing
import { basename, dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { bundled } from './support/bundled.mjs';
import { keep, machineLine, table } from './support/report.mjs';

const wanted = 35;

export async function companions({ repos, commits = 200 }) {
  const { predict } = await bundled('companions');
  console.log(`${machineLine()}\n`);
  const rows = [];
  for (const repo of repos) {
    const name = basename(repo) === 'repo' ? basename(dirname(repo)) : basename(repo).replace(/\.git$/, '');
    rows.push([name, ...Object.values(predict(repo, commits))]);
  }
  const mean = (column) => (rows.reduce((sum, row) => sum + Number(row[column]), 0) / rows.length).toFixed(1);
  rows.push(['mean', '', '', mean(3), mean(4), mean(5), '', '']);
  console.log(table(['repository', 'commits', 'asked', '@1 %', '@3 %', 'most changed @3 %', 'git log ms', 'ask ms'], rows));
  keep('companions', { rows });
  console.log(`\nrecall @3: ${mean(4)} % (target: at least ${wanted} % and above the most changed files, ${mean(5)} %)`);
  return Number(mean(4)) >= wanted && Number(mean(4)) > Number(mean(5));
}

if (process.argv[1]?.endsWith('companions.mjs')) {
  const { values } = parseArgs({ options: { repo: { type: 'string', multiple: true }, commits: { type: 'string', default: '200' } } });
  if (values.repo === undefined) {
    console.error('Name at least one repository with --repo.');
    process.exit(2);
  }
  process.exit((await companions({ repos: values.repo, commits: Number(values.commits) })) ? 0 : 1);
}
