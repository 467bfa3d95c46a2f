// What start and advise spend on files, risk and tests in a repository of 50,000 commits whose history is known.
//   npm run bench -- warm [--commits 50000] [--runs 15]
// The repository is made with `git fast-import`: 5,000 files, 1 to 6 changed by each commit, subjects of words that the files have in their paths. CPU is that of
// this process and of the git that it starts, so other work on the machine counts for little.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundledFile } from './support/bundled.mjs';
import { newHome } from './support/homes.mjs';
import { keep, machineLine, table } from './support/report.mjs';

const maxMs = 60;
const words =
  'parser cart order login token cache router schema report invoice widget queue worker export import search index user price mail'.split(
    ' ',
  );
const areas = Array.from({ length: 50 }, (_, i) => `${words[i % words.length]}${i < words.length ? '' : i}`);

export async function warm({ commits = 50_000, runs = 15 }) {
  const home = newHome('warm');
  const root = join(home, 'work');
  await makeRepository(root, commits);
  const { costs } = await import(pathToFileURL(await bundledFile('bench/relevance/warm/run.ts', 'warm')).href);
  const asked = { text: 'fix the order of the cart in the parser', file: fileAt(7), identifier: 'nameOfFile_1234 nameOfFile_77' };
  const found = await costs(home, root, asked, runs);
  const sum = (...says) => found.filter((one) => says.includes(one.says)).reduce((all, { ownMs, gitMs }) => all + ownMs + gitMs, 0);
  console.log(`${machineLine()}\n${commits} commits, 5,000 files; median of ${runs} calls, history known\n`);
  console.log(
    table(
      ['', 'CPU ms', 'CPU ms of git', 'ms'],
      found.map(({ says, ownMs, gitMs, wallMs }) => [says, ...[ownMs, gitMs, wallMs].map((ms) => ms.toFixed(1))]),
    ),
  );
  const start = sum('start: the same, with two identifiers', 'start: risk of a file');
  const advise = sum('advise: the same, with two identifiers', 'start: risk of a file');
  console.log(`\nWith two identifiers: start ${start.toFixed(0)} CPU ms, advise ${advise.toFixed(0)} (target ${maxMs} each).`);
  keep('warm', { commits, runs, found });
  return start <= maxMs && advise <= maxMs;
}

function fileAt(i) {
  return `src/${areas[i % 50]}/${words[(i * 7) % words.length]}-${i}.ts`;
}

async function makeRepository(root, commits) {
  mkdirSync(root, { recursive: true });
  const git = (...args) => execFileSync('git', ['-C', root, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  git('init', '-q', '-b', 'main');
  const importer = spawn('git', ['-C', root, 'fast-import', '--quiet'], { stdio: ['pipe', 'inherit', 'inherit'] });
  let seed = 1;
  const next = (below) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  const ended = once(importer, 'exit');
  for (let i = 0; i < commits; i += 1) {
    const area = next(50);
    const changed = i < 5 ? range(1000 * i, 1000) : range(0, 1 + next(6)).map(() => next(100) * 50 + area);
    const at = 1_500_000_000 + i * 3600;
    const [first] = changed;
    const subject = `${next(4) === 0 ? 'fix' : 'change'} the ${areas[area]} of ${words[(first * 7) % words.length]} ${next(300)}`;
    const files = [...new Set(changed)].map((one) => {
      const text = `export const nameOfFile_${one} = ${i};\n${'// text\n'.repeat(20)}`;
      return `M 100644 inline ${fileAt(one)}\ndata ${text.length}\n${text}\n`;
    });
    const who = `a${next(9)} <a${next(9)}@example.com> ${at} +0000`;
    const commit = `commit refs/heads/main\nauthor ${who}\ncommitter ${who}\ndata ${subject.length}\n${subject}\n${files.join('')}\n`;
    if (!importer.stdin.write(commit)) await once(importer.stdin, 'drain');
  }
  importer.stdin.end();
  await ended;
  git('reset', '-q', '--hard');
}

function range(from, length) {
  return Array.from({ length }, (_, i) => from + i);
}
