// Secrets in the text of files: found and missed lines on labelled sets, the cases of gitleaks, and speed.
//   node bench/run.mjs check-secrets <paths>
// A path with an INDEX.csv is a set of repositories labelled by Samsung/CredData (columns repo, meta_csv, path; the labels are looked up beside
// the set, in creddata/meta). A path with cmd/generate is a checkout of gitleaks. Others are repositories, for speed and for what is found there.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gitleaksCases } from './check-secrets/gitleaks-cases.mjs';
import { bundled } from './support/bundled.mjs';
import { keep, machineLine, table } from './support/report.mjs';

const targets = { megabytes: 20, precision: 0.95, f1: 0.75 };

export async function checkSecrets({ paths = [] }) {
  const bench = await bundled('check-secrets');
  if (paths.length === 0) {
    console.log('Give paths: npm run bench -- check-secrets <set of CredData> <checkout of gitleaks> <repository> …');
    return true;
  }
  const figures = {};
  let isReached = true;
  for (const path of paths) {
    console.log(`\n## ${path}\n`);
    const judge = existsSync(join(path, 'INDEX.csv')) ? labelled : existsSync(join(path, 'cmd/generate')) ? cases : speed;
    const result = judge(bench, path);
    figures[path] = result.figures;
    isReached &&= result.isReached;
  }
  console.log(`\n${machineLine()}`);
  keep('check-secrets', figures);
  return isReached;
}

/** Each line counts: found or missed when it is labelled true, wrong when it is found and labelled otherwise or not at all. */
function labelled(bench, set) {
  const repositories = rowsOf(join(set, 'INDEX.csv')).map((row) => ({
    ...row,
    labels: rowsOf(join(dirname(set), 'creddata', row.meta_csv)),
  }));
  const engines = {
    'snap, both tiers': [bench.textScanner(), () => true],
    'snap, tier 1': [bench.textScanner(), ({ tier }) => tier === 1],
    'rules of gitleaks': [bench.gitleaksScanner(), () => true],
    'rules of gitleaks without generic-api-key': [bench.gitleaksScanner(), ({ rule }) => rule !== 'generic-api-key'],
  };
  const figures = {};
  const rows = [];
  for (const [name, [scan, wants]] of Object.entries(engines)) {
    const sum = { true: 0, trueOther: 0, hit: 0, hitOther: 0, right: 0, wrong: 0 };
    for (const repository of repositories) add(sum, judged(repository, scan, wants));
    figures[name] = rates(sum);
    rows.push(rowOf(name, sum));
    if (name !== 'snap, both tiers') continue;
    for (const repository of repositories) {
      const one = { true: 0, trueOther: 0, hit: 0, hitOther: 0, right: 0, wrong: 0 };
      add(one, judged(repository, scan, wants));
      figures[repository.repo] = rates(one);
    }
  }
  const secretlint = which('secretlint');
  if (secretlint !== undefined) {
    const sum = { true: 0, trueOther: 0, hit: 0, hitOther: 0, right: 0, wrong: 0 };
    for (const repository of repositories)
      add(
        sum,
        judged(repository, secretlintOf(repository, secretlint), () => true),
      );
    rows.push(rowOf('secretlint, recommended preset', sum));
    figures.secretlint = rates(sum);
  }
  console.log(
    table(['', 'true lines', 'found', 'wrong lines', 'precision', 'recall', 'F1', 'recall without UUIDs', 'F1 without UUIDs'], rows),
  );
  console.log(
    `\n${table(
      ['repository', 'precision', 'recall', 'F1'],
      repositories.map(({ repo }) => [repo, ...['precision', 'recall', 'f1'].map((key) => figures[repo][key].toFixed(3))]),
    )}`,
  );
  const both = figures['snap, both tiers'];
  const first = figures['snap, tier 1'];
  notBlocking(bench, repositories);
  // Like with like: values that only their name gives away are never of tier 1.
  const formats = figures['rules of gitleaks without generic-api-key'];
  console.log(
    `\nRecall of tier 1: ${first.recall.toFixed(3)}; of the rules of gitleaks ${formats.recall.toFixed(3)} without generic-api-key, ${figures['rules of gitleaks'].recall.toFixed(3)} with it.`,
  );
  const isReached = both.f1 >= targets.f1 && first.precision >= targets.precision && first.recall >= formats.recall;
  return { figures, isReached };
}

/** The true lines that the formats of gitleaks find and tier 1 does not, and what is said of them instead. */
function notBlocking(bench, repositories) {
  const scan = bench.textScanner();
  const opponent = bench.gitleaksScanner();
  const counts = new Map();
  for (const { path, labels } of repositories) {
    const trues = new Map();
    for (const { FileID, LineStart, LineEnd, GroundTruth } of labels)
      if (GroundTruth === 'T') trues.set(FileID, [...(trues.get(FileID) ?? []), [Number(LineStart), Number(LineEnd)]]);
    for (const file of filesOf(path)) {
      const name = relative(path, file);
      const lines = trues.get(createHash('sha256').update(name).digest('hex').slice(0, 8));
      if (lines === undefined) continue;
      const bytes = readFileSync(file);
      const own = scan(bytes, name).secrets;
      const seen = new Set();
      for (const { line, rule } of opponent(bytes, name).secrets) {
        const place = lines.find(([from, to]) => from <= line && line <= to);
        if (rule === 'generic-api-key' || place === undefined || seen.has(place[0])) continue;
        seen.add(place[0]);
        const here = own.filter((one) => place[0] <= one.line && one.line <= place[1]);
        if (here.some(({ tier }) => tier === 1)) continue;
        const said =
          here[0] === undefined ? 'nothing' : `advice: ${here[0].rule}${here[0].reason === undefined ? '' : ` (${here[0].reason})`}`;
        const key = `${rule}\0${said}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
  }
  const rows = [...counts].toSorted(([, a], [, b]) => b - a).map(([key, lines]) => [...key.split('\0'), lines]);
  console.log(`\n${table(['true line found by this rule of gitleaks', 'snap says', 'lines'], rows)}`);
}

function judged({ path, labels }, scan, wants) {
  const byFile = new Map();
  for (const label of labels) {
    const list = byFile.get(label.FileID) ?? [];
    byFile.set(label.FileID, list);
    list.push({
      from: Number(label.LineStart),
      to: Number(label.LineEnd),
      isTrue: label.GroundTruth === 'T',
      isUuid: label.Category.startsWith('UUID'),
    });
  }
  const sum = { true: 0, trueOther: 0, hit: 0, hitOther: 0, right: 0, wrong: 0 };
  for (const file of filesOf(path)) {
    const name = relative(path, file);
    const list = byFile.get(createHash('sha256').update(name).digest('hex').slice(0, 8));
    if (list === undefined) continue;
    const lines = [
      ...new Set(
        scan(readFileSync(file), name)
          .secrets.filter(wants)
          .map(({ line }) => line),
      ),
    ];
    const trues = new Map();
    for (const { from, to, isTrue, isUuid } of list) {
      if (!isTrue) continue;
      const known = trues.get(from);
      trues.set(from, { to: Math.max(to, known?.to ?? 0), isUuid: isUuid && known?.isUuid !== false });
    }
    const isTrue = (line) => [...trues].some(([from, { to }]) => from <= line && line <= to);
    for (const line of lines) sum[isTrue(line) ? 'right' : 'wrong'] += 1;
    for (const [from, { to, isUuid }] of trues) {
      const isHit = lines.some((line) => from <= line && line <= to);
      add(sum, { true: 1, trueOther: isUuid ? 0 : 1, hit: isHit ? 1 : 0, hitOther: isHit && !isUuid ? 1 : 0, right: 0, wrong: 0 });
    }
  }
  return sum;
}

function add(sum, more) {
  for (const key of Object.keys(sum)) sum[key] += more[key];
}

function rates({ true: all, trueOther, hit, hitOther, right, wrong }) {
  const precision = right + wrong === 0 ? 1 : right / (right + wrong);
  const f1 = (recall) => (precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall));
  const [recall, recallOther] = [all === 0 ? 1 : hit / all, trueOther === 0 ? 1 : hitOther / trueOther];
  return { precision, recall, f1: f1(recall), recallOther, f1Other: f1(recallOther) };
}

function rowOf(name, sum) {
  const { precision, recall, f1, recallOther, f1Other } = rates(sum);
  return [name, sum.true, sum.hit, sum.wrong, ...[precision, recall, f1, recallOther, f1Other].map((rate) => rate.toFixed(3))];
}

function cases(bench, directory) {
  const all = gitleaksCases(directory);
  const scan = bench.textScanner();
  const counts = { positive: 0, found: 0, foundByAnother: 0, negative: 0, flagged: 0, blocked: 0 };
  const rules = new Set();
  const rulesFound = new Set();
  for (const { rule, isPositive, text, path = 'a.txt' } of all) {
    const secrets = scan(Buffer.from(text), path).secrets;
    const isFound = secrets.some((one) => one.rule === rule);
    if (isPositive) {
      rules.add(rule);
      counts.positive += 1;
      if (isFound) counts.found += 1;
      else if (secrets.length > 0) counts.foundByAnother += 1;
      if (secrets.length > 0) rulesFound.add(rule);
    } else {
      counts.negative += 1;
      if (isFound) counts.flagged += 1;
      if (secrets.some((one) => one.rule === rule && one.tier === 1)) counts.blocked += 1;
    }
  }
  console.log(
    table(
      ['positive', 'found by its rule', 'by another', 'negative', 'flagged by its rule', 'of them blocking', 'cases not read'],
      [[...Object.values(counts), all.left]],
    ),
  );
  const missing = [...rules].filter((rule) => !rulesFound.has(rule));
  console.log(
    `\nRules with positive cases: ${rules.size}; with a finding: ${rulesFound.size}${missing.length === 0 ? '' : `; without: ${missing.join(', ')}`}.`,
  );
  return { figures: counts, isReached: true };
}

function speed(bench, directory) {
  const files = filesOf(directory).filter(
    (file) => !bench.leftOutPath(relative(directory, file)) && statSync(file).size <= 16 * 1024 * 1024,
  );
  const texts = files
    .map((file) => [relative(directory, file), readFileSync(file)])
    .filter(([, bytes]) => !bytes.subarray(0, 8_000).includes(0));
  const megabytes = texts.reduce((sum, [, bytes]) => sum + bytes.length, 0) / 1_000_000;
  const rows = [];
  const figures = { megabytes };
  for (const [name, scan] of [
    ['snap, first time', bench.textScanner()],
    ['rules of gitleaks', bench.gitleaksScanner()],
  ]) {
    const tiers = [0, 0, 0];
    let slowest = 0;
    const before = process.cpuUsage();
    for (const [path, bytes] of texts) {
      const began = performance.now();
      for (const { tier } of scan(bytes, path).secrets) tiers[tier] += 1;
      slowest = Math.max(slowest, performance.now() - began);
    }
    const { user, system } = process.cpuUsage(before);
    const rate = megabytes / ((user + system) / 1_000_000);
    figures[name] = { rate, tiers, slowest };
    rows.push([name, texts.length, megabytes.toFixed(1), rate.toFixed(1), slowest.toFixed(0), tiers[1], tiers[2]]);
  }
  console.log(table(['', 'files', 'MB', 'MB/s of CPU', 'slowest file, ms', 'tier 1', 'tier 2'], rows));
  return { figures, isReached: megabytes < 5 || figures['snap, first time'].rate >= targets.megabytes };
}

function filesOf(directory) {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return entry.name === '.git' || entry.name === 'node_modules' ? [] : filesOf(path);
    return entry.isFile() ? [path] : [];
  });
}

function rowsOf(file) {
  const [head = '', ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, index) => [names[index], value])));
}

function which(program) {
  return (process.env.PATH ?? '')
    .split(':')
    .map((directory) => join(directory, program))
    .find(existsSync);
}

/** Runs over the labelled files of a repository once; the scanner then looks its answer up. */
function secretlintOf({ path, labels }, program) {
  const wanted = new Set(labels.map(({ FileID }) => FileID));
  const names = filesOf(path)
    .map((file) => relative(path, file))
    .filter((name) => wanted.has(createHash('sha256').update(name).digest('hex').slice(0, 8)));
  const config = JSON.stringify({ rules: [{ id: '@secretlint/secretlint-rule-preset-recommend' }] });
  const { stdout } = spawnSync(program, ['--secretlintrcJSON', config, '--no-glob', '--format', 'unix', ...names], {
    cwd: path,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const byFile = new Map();
  for (const [, file, line] of stdout.matchAll(/^(.+?):(\d+):\d+: /gm)) {
    const name = file.startsWith('/') ? relative(path, file) : file;
    byFile.set(name, [...(byFile.get(name) ?? []), { line: Number(line), rule: 'secretlint', tier: 1 }]);
  }
  return (_, name) => ({ secrets: byFile.get(name) ?? [] });
}
