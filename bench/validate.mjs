// Past commits as changes that are validated before they are written: each was really made, so an error that svc_validate_change finds in it is probably
// false. Every finding is printed, to be judged by a reader.
//   node bench/run.mjs validate <repository> … [--commits 70]     works in copies, downloads nothing
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { environmentOf, node, program, scratch } from './support/program.mjs';
import { keep, machineLine, quantile, table } from './support/report.mjs';
import { connect } from './support/rpc.mjs';

const maxFiles = 50;
const maxCharacters = 400_000;
/** Findings in these words are about what breaks; others (dangerous code, passwords in tests) are advice. */
const kinds = [
  ['missing module', /leads to no file|^[^:]*there is no module/],
  ['missing export', /does not (?:export|define)/],
  ['removed name or file', /would not (?:export|define)|would be gone/],
  ['undeclared package', /is not declared in|no file of this workspace that declares/],
  ['focused test', /keeps the other tests/],
  ['duplicate, debugger', /is declared twice|stops the program|twice in one/],
  ['secret', /^critical /],
];

export async function validate({ paths, commits = 70 }) {
  if (paths.length === 0) {
    console.log('Skipped: name repositories, as in: npm run bench -- validate ../fastify ../requests');
    return true;
  }
  console.log(`${machineLine()}\n`);
  const rows = [];
  const all = [];
  for (const path of paths) {
    const found = await inRepository(path, commits);
    all.push(...found);
    const with_ = found.filter(({ errors }) => errors.length > 0);
    const times = found.map(({ ms }) => ms);
    rows.push([
      basename(path),
      found.length,
      with_.length,
      found.filter(({ rec }) => rec === 'block').length,
      found.filter(({ isCut }) => isCut).length,
      ...[0.5, 0.95, 1].map((q) => quantile(times, q).toFixed(0)),
    ]);
    for (const { commit, errors } of with_) for (const error of errors) console.log(`${basename(path)} ${commit.slice(0, 10)} ${error}`);
  }
  console.log(
    `\n${table(['repository', 'commits', 'with such a finding', 'block', 'not all examined in time', 'ms p50', 'p95', 'longest'], rows)}`,
  );
  keep('validate', { all });
  const share = (100 * all.filter(({ errors }) => errors.length > 0).length) / Math.max(1, all.length);
  console.log(`\n${share.toFixed(1)} % of ${all.length} commits have such a finding`);
  return true;
}

async function inRepository(path, commits) {
  const copy = join(scratch, 'validate', basename(path));
  mkdirSync(join(scratch, 'validate'), { recursive: true });
  execFileSync('git', ['clone', '-q', '--shared', '--no-checkout', path, copy]);
  const git = (...args) => execFileSync('git', ['-C', copy, ...args], { maxBuffer: 2 ** 28 });
  const list = git('log', '--no-merges', '--format=%H', `--max-count=${5 * commits}`)
    .toString()
    .trim()
    .split('\n');
  const home = join(scratch, `home-${basename(path)}`);
  mkdirSync(home, { recursive: true });
  const found = [];
  for (const commit of list) {
    if (found.length >= commits) break;
    const files = changeOf(git, commit);
    if (files === undefined) continue;
    git('checkout', '-q', '-f', '--detach', `${commit}^`);
    git('clean', '-fdq');
    const server = connect({
      argv: [node, program(), 'mcp', '--stdio', '--workspace', copy],
      env: { ...environmentOf(home), SVC_MCP_INTELLIGENCE_SURFACE: 'full' },
      cwd: copy,
    });
    await server.handshake();
    const begun = performance.now();
    const { isError, content, structuredContent } = await server.call({ name: 'svc_validate_change', arguments: { files } });
    const ms = performance.now() - begun;
    await server.close();
    if (isError === true) {
      console.log(`${basename(path)} ${commit.slice(0, 10)} no answer: ${content[0].text.slice(0, 200)}`);
      continue;
    }
    const { findings, recommendation } = structuredContent.validationResult;
    const said = findings
      .filter(({ source }) => source === 'local')
      .map(({ confidence, file, message, severity, type }) => `${severity} ${type} ${file}: ${message} (${confidence})`);
    const errors = said.filter((text) => kinds.some(([, words]) => words.test(text)) || text.startsWith('high error_prone'));
    found.push({ commit, ms, rec: recommendation, errors, said, isCut: /was not done after/.test(content[0].text) });
  }
  return found;
}

/** The files as the commit leaves them; `undefined` where there is none that can be given, or too much. */
function changeOf(git, commit) {
  const names = git('diff-tree', '-r', '-z', '--no-renames', '--root', '--no-commit-id', '--name-status', commit).toString().split('\0');
  const files = [];
  let characters = 0;
  for (let i = 0; i + 1 < names.length; i += 2) {
    const [status, path] = [names[i], names[i + 1]];
    if (!/^[AMD]$/.test(status)) return undefined;
    const text = git('show', `${status === 'D' ? `${commit}^` : commit}:${path}`);
    if (text.includes(0)) continue;
    const content = text.toString('utf8');
    characters += content.length;
    if (content.length > maxCharacters || characters > 3 * maxCharacters) return undefined;
    if (status !== 'D') files.push({ path, content });
    else if (content !== '') files.push({ path, diff: removalOf(path, content) });
  }
  return files.length === 0 || files.length > maxFiles ? undefined : files;
}

function removalOf(path, content) {
  const endsWell = content.endsWith('\n');
  const lines = (endsWell ? content.slice(0, -1) : content).split('\n');
  const end = endsWell ? '' : '\\ No newline at end of file\n';
  return `--- a/${path}\n+++ /dev/null\n@@ -1,${lines.length} +0,0 @@\n${lines.map((line) => `-${line}\n`).join('')}${end}`;
}
