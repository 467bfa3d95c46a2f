// What a client reads: start, advise, guide and pulse about commits drawn by seed, each with what the commit then did.
//   npm run bench -- answers --repo <git directory> [--repo …] [--seed 1] [--count 40] [--dir <where to write>]
// Each is asked of a clone that is checked out at the parent of the commit, with the subject as the task. Prints every answer with its sentences
// numbered, the tokens of each tool, and the shares of the grades in bench/relevance/answers/grades.tsv (see README.md there).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { cloneAt, drawn, eligible, fileAt } from './relevance/answers/commits.mjs';
import { filesIn, proposedGrade } from './relevance/answers/propose-grade.mjs';
import { sentencesOf } from './relevance/answers/sentences.mjs';
import { newHome } from './support/homes.mjs';
import { keep, machineLine, quantile, table } from './support/report.mjs';
import { connect, textOf } from './support/rpc.mjs';
import { ours } from './support/servers.mjs';

const tools = ['start', 'advise', 'guide', 'pulse'];
const maxTokens = { start: 130, advise: 200, guide: 220, pulse: 60 };
const grades = new URL('relevance/answers/grades.tsv', import.meta.url);

export async function answers({ paths: named = [], repos = [], seed = 1, count = 40, dir }) {
  const paths = [...named, ...repos];
  if (paths.length === 0) {
    console.log('Not run: it needs git repositories (--repo PATH, more than once).');
    return shares();
  }
  console.log(`${machineLine()}\nseed ${seed}, ${count} answers\n`);
  const random = drawn(seed);
  const pools = paths.map((path) => ({ path, commits: eligible(path) }));
  const rows = [];
  for (let i = 0; i < count; i += 1) {
    const { path, commits } = pools[Math.floor(random() * pools.length)];
    const commit = commits[Math.floor(random() * commits.length)];
    const tool = tools[i % tools.length];
    const text = await asked({ path, commit, tool, i });
    const sentences = sentencesOf(text);
    rows.push({ answer: `${basename(path)}:${commit.id.slice(0, 8)}:${tool}`, tool, text, sentences, commit });
    console.log(
      [
        `## ${rows.at(-1).answer}  "${commit.subject}"`,
        text,
        ...sentences.map((one, at) => `  ${at + 1}. ${one}`),
        `  did: ${commit.files.map(({ kind, file }) => `${kind} ${file}`).join(', ')}`,
        '',
      ].join('\n'),
    );
  }
  if (dir !== undefined) {
    mkdirSync(dir, { recursive: true });
    const lines = rows.flatMap(({ answer, commit, sentences }) =>
      sentences.map((one, at) => `${answer}\t${at + 1}\t${one}\t${proposedGrade(one, commit)}`),
    );
    writeFileSync(join(dir, 'grades.tsv'), `answer\tnumber\tsentence\tgrade\n${lines.join('\n')}\n`);
  }
  const tokens = tools.map((tool) => {
    const all = rows.filter((row) => row.tool === tool).map(({ text }) => countTokens(text));
    return { tool, p50: quantile(all, 0.5), p90: quantile(all, 0.9), max: Math.max(...all) };
  });
  console.log(
    table(
      ['tool', 'tokens p50', 'p90', 'max', 'target of p50'],
      tokens.map(({ tool, p50, p90, max }) => [tool, p50, p90, max, maxTokens[tool]]),
    ),
  );
  const files = rows.flatMap(({ commit, sentences }) =>
    sentences
      .filter((one) => /You will (?:probably )?need /.test(one))
      .flatMap((one) => filesIn(one).map((file) => commit.files.some((changed) => changed.file === file))),
  );
  console.log(`\nCounted by file: ${files.length} named, ${files.filter(Boolean).length} of them changed by the commit.`);
  keep('answers', { seed, count, tokens, rows: rows.map(({ answer, sentences }) => ({ answer, sentences })) });
  return shares() && tokens.every(({ tool, p50 }) => p50 <= maxTokens[tool]);
}

async function asked({ path, commit, tool, i }) {
  const home = newHome(`answers-${i}`);
  const workspace = cloneAt(path, commit, join(home, 'work'));
  const server = connect(ours(home, workspace, { SVC_MCP_INTELLIGENCE_SURFACE: 'full' }));
  try {
    await server.handshake();
    const call = async (name, args) => textOf(await server.request('tools/call', { name, arguments: args }));
    const task = commit.task;
    if (tool === 'start') return await call('snap', { mode: 'start', task });
    if (tool === 'advise' || tool === 'guide') return await call(tool, { task, files: [commit.first] });
    // In the middle of the work: the first file is as the commit has it.
    await call('snap', { mode: 'start', task, files: [commit.first] });
    writeFileSync(join(workspace, commit.first), fileAt(path, commit.id, commit.first));
    return await call('pulse', {});
  } finally {
    await server.close();
  }
}

/** The published grades: a = actionable and true, g = true but generic, n = noise, w = wrong or not needed. */
function shares() {
  const lines = readFileSync(grades, 'utf8').trimEnd().split('\n').slice(1);
  const graded = lines
    .map((line) => line.split('\t'))
    .map(([answer, , sentence, grade]) => ({ tool: answer.split(':')[2], sentence, grade }));
  const rows = [...tools, 'all'].map((tool) => {
    const those = graded.filter((one) => tool === 'all' || one.tool === tool);
    const share = (grade) => (100 * those.filter((one) => one.grade === grade).length) / Math.max(1, those.length);
    return { tool, sentences: those.length, a: share('a'), g: share('g'), n: share('n'), w: share('w') };
  });
  console.log(
    `\nThe published grades, %:\n${table(
      ['tool', 'sentences', 'actionable and true', 'true but generic', 'noise', 'wrong or not needed'],
      rows.map(({ tool, sentences, ...grade }) => [tool, sentences, ...Object.values(grade).map((one) => one.toFixed(0))]),
    )}`,
  );
  const without = graded.filter(({ sentence }) => !sentence.startsWith('Undo: '));
  const part = (grade) => ((100 * without.filter((one) => one.grade === grade).length) / Math.max(1, without.length)).toFixed(0);
  console.log(`\nWithout "Undo": ${without.length} sentences, ${part('a')} % actionable and true, ${part('w')} % wrong or not needed.`);
  const all = rows.at(-1);
  return all.a >= 60 && all.w <= 10;
}
