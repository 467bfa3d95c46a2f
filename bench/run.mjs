// node bench/run.mjs [cost|laws|server|stores|snapshots …] [paths] [--option value …]     (npm run bench -- …)
// Without a name: all of them. Exit 1 when a target is missed or a law broken. docs/benchmarks.md says what each one does.
import { parseArgs } from 'node:util';

const benches = [
  'cost',
  'laws',
  'parallel',
  'kill',
  'fix',
  'healthy',
  'server',
  'shim',
  'stores',
  'parents',
  'pulse',
  'conformance',
  'fuzz-frames',
  'http-front',
  'retrieval',
  'learning-loop',
  'files',
  'warm',
  'answers',
  'rollback',
  'validate',
  'snapshots',
  'restore-laws',
  'secrets',
  'check-secrets',
  'starts',
  'hostile',
  'assistants',
  'compare',
  'check-docs',
  'circular',
  'check-impact',
  'check-rules',
  'check-quick',
  'check-full',
  'check-orphans',
  'check-pauses',
  'daemon-race',
  'daemon-load',
  'daemon-kill',
  'daemon-stall',
  'daemon-first-call',
  'risk',
  'tests-for',
  'sources',
  'extension',
];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string' },
    rounds: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string' },
    dir: { type: 'string' },
    record: { type: 'boolean' },
    facts: { type: 'boolean' },
    starts: { type: 'boolean' },
    trust: { type: 'boolean' },
    delete: { type: 'string' },
    repo: { type: 'string', multiple: true },
    commits: { type: 'string' },
    last: { type: 'string' },
    fit: { type: 'boolean' },
    count: { type: 'string' },
    pairs: { type: 'string', multiple: true },
  },
});
// Repositories to measure on; absolute, or from here.
const paths = positionals.filter((name) => /^[./~]|\//.test(name));
const names = positionals.filter((name) => !paths.includes(name));
const unknown = names.find((name) => !benches.includes(name));
if (unknown !== undefined) {
  console.error(`There is no bench "${unknown}". There are: ${benches.join(', ')}.`);
  process.exit(2);
}
const number = (text) => (text === undefined ? undefined : Number(text));
const { only, dir, record, facts, starts, trust, delete: afterDelete } = values;
const options = {
  runs: number(values.runs),
  rounds: number(values.rounds),
  seed: number(values.seed),
  only,
  dir,
  record,
  facts,
  starts,
  trust,
  afterDelete,
  pairs: values.pairs,
  paths,
  commits: number(values.commits),
  last: number(values.last),
  fit: values.fit,
  count: number(values.count),
  repos: values.repo,
};
let isGood = true;
for (const name of names.length > 0 ? names : benches) {
  console.log(`\n# ${name}\n`);
  const began = performance.now();
  const functionName = name.replaceAll(/-./g, ([, letter]) => letter.toUpperCase());
  isGood = (await (await import(`./${name}.mjs`))[functionName](options)) && isGood;
  console.log(`\n(${name}: ${((performance.now() - began) / 1000).toFixed(0)} s)`);
}
process.exit(isGood ? 0 : 1);
