// The real assistants: snap writes, they start it, and what both say of it is compared.
//   node bench/run.mjs assistants [--only codex,amp@<version>] [--dir <where they are installed>] [--record] [--facts|--starts|--trust]
// `--record` keeps the rows in bench/assistants/results.json, which docs/clients.md shows. `--starts` proves how long they let a server start,
// `--trust` which servers they start under every state of trust and approval; both are kept in the same file. `--facts` compares nothing and prints what the
// assistants make of variables, comments and odd entries, for those who write rows of the registry.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { learn } from './assistants/facts.mjs';
import { install } from './assistants/install.mjs';
import { listen } from './assistants/loopback.mjs';
import { prove } from './assistants/proof.mjs';
import { proveStarts, startColumns } from './assistants/starts.mjs';
import { proveTrust } from './assistants/trust.mjs';
import { root } from './support/program.mjs';
import { keep, machineLine, table } from './support/report.mjs';

const versions = JSON.parse(readFileSync(join(root, 'bench/assistants/versions.json'), 'utf8'));
const results = join(root, 'bench/assistants/results.json');
const columns = {
  user: 'user entry',
  unapproved: 'project entry',
  approved: 'approved',
  ownUser: 'snap, user',
  ownProject: 'snap, project',
  env: 'env',
  header: 'header',
  sse: 'sse',
  disabled: 'disabled',
  itsSwitch: 'its own switch',
  itself: 'written by itself',
  list: 'its list',
  listAfter: 'its list, approved',
};

export async function assistants({ only, dir, record, facts, starts, trust }) {
  const directory = dir ?? join(tmpdir(), 'snap-assistants');
  const machines = join(directory, 'machines');
  mkdirSync(machines, { recursive: true });
  const wanted = only?.split(',');
  const rows = [];
  // The build is copied aside at the start; what is committed later is not what runs.
  const commit = commitOf();
  console.log(`${machineLine()}\n`);
  const chosen = versions.filter(
    ({ assistant, version }) => wanted === undefined || wanted.includes(assistant) || wanted.includes(`${assistant}@${version}`),
  );
  if (starts) return startsOf(chosen, { directory, machines, commit, record });
  if (trust) return trustOf(chosen, { directory, machines, commit, record });
  for (const one of chosen) {
    const { assistant, executable } = await ready(one, directory);
    const loopback = await listen();
    try {
      if (facts) {
        console.log(
          `${assistant.name} ${one.version} ${JSON.stringify(await learn(assistant, executable, loopback, machines), undefined, 2)}\n`,
        );
        continue;
      }
      const row = await prove(assistant, executable, loopback, machines);
      rows.push({ client: assistant.client, name: assistant.name, version: one.version, date: today(), commit, ...row });
      // After each, for a run that is ended early.
      if (record) keepIn({ columns, rows: merged('rows', rows) });
      console.log(`${row.mismatches.length === 0 ? '✓' : '✗'} ${assistant.name} ${one.version}`);
      for (const mismatch of row.mismatches) console.log(`    ${mismatch}`);
    } finally {
      await loopback.close();
    }
  }
  if (facts) return true;
  const cells = (row) => Object.keys(columns).map((key) => row.cells[key]?.value ?? '');
  console.log(
    `\n${table(
      ['assistant', 'version', ...Object.values(columns)],
      rows.map((row) => [row.name, row.version, ...cells(row)]),
    )}`,
  );
  const products = [...new Set(rows.map(({ client }) => client))];
  const all = (client, key) => rows.filter((row) => row.client === client).every((row) => row[key]);
  const starting = products.filter((client) => all(client, 'startsUser') && all(client, 'startsProject'));
  // What reads no project file cannot start an entry in one; that snap says so is part of the comparison.
  const without = products.filter((client) => all(client, 'startsUser') && rows.some((row) => row.client === client && hasNoProject(row)));
  const mismatches = rows.reduce((sum, row) => sum + row.mismatches.length, 0);
  const rest = without.length === 0 ? '' : `, ${without.length} the one that they read (${without.join(', ')})`;
  console.log(
    `\n${starting.length} of ${products.length} assistants start both of snap's entries${rest}; ${mismatches} mismatches (target: all, 0)`,
  );
  keep('assistants', { columns, rows });
  return mismatches === 0 && starting.length + without.length === products.length;
}

/** How long each lets a server start. They only wait, so all run at the same time. */
async function startsOf(chosen, { directory, machines, commit, record }) {
  const prepared = [];
  for (const one of chosen) prepared.push({ one, ...(await ready(one, directory)) });
  const rows = await Promise.all(
    prepared.map(async ({ assistant, executable, one }) => {
      const loopbacks = [await listen(), await listen()];
      try {
        const row = await proveStarts(assistant, executable, loopbacks, machines);
        console.log(`${row.mismatches.length === 0 ? '✓' : '✗'} ${assistant.name} ${one.version}`);
        for (const mismatch of row.mismatches) console.log(`    ${mismatch}`);
        return { client: assistant.client, name: assistant.name, version: one.version, date: today(), commit, ...row };
      } finally {
        for (const loopback of loopbacks) await loopback.close();
      }
    }),
  );
  if (record) keepIn({ starts: merged('starts', rows) });
  const cell = (one) => (one === undefined ? '' : `${one.seconds} s: ${one.did}; ${one.said}`);
  console.log(
    `\n${table(
      ['assistant', 'version', ...startColumns],
      rows.map((row) => [row.name, row.version, ...startColumns.map((key) => cell(row.cells[key]))]),
    )}`,
  );
  return ended(rows);
}

/** What each starts under every state of trust and approval. */
async function trustOf(chosen, { directory, machines, commit, record }) {
  const rows = [];
  for (const one of chosen) {
    const { assistant, executable } = await ready(one, directory);
    if (assistant.gates === undefined) continue;
    const loopback = await listen();
    try {
      const cases = await proveTrust(assistant, executable, loopback, machines);
      const mismatches = cases.flatMap(({ says, wrong }) => wrong.map((it) => `${says}: ${it.name} ${it.did}, snap says it ${it.said}`));
      rows.push({ client: assistant.client, name: assistant.name, version: one.version, date: today(), commit, cases, mismatches });
      if (record) keepIn({ trust: merged('trust', rows) });
      console.log(`\n${mismatches.length === 0 ? '✓' : '✗'} ${assistant.name} ${one.version}, ${cases.length} cases`);
      const words = (name, { cells }) => {
        const cell = cells.find((it) => it.name === name);
        return cell === undefined ? '-' : cell.did === cell.said ? cell.did : `${cell.did}, snap: ${cell.said}`;
      };
      console.log(
        table(
          ['state', "the project's server", "the person's"],
          cases.map((it) => [it.says, words('project', it), words('person', it)]),
        ),
      );
    } finally {
      await loopback.close();
    }
  }
  return ended(rows);
}

function ended(rows) {
  const mismatches = rows.reduce((sum, row) => sum + row.mismatches.length, 0);
  console.log(`\n${rows.length} programs, ${mismatches} mismatches (target: 0)`);
  return mismatches === 0;
}

async function ready(one, directory) {
  const { default: described } = await import(`./assistants/clients/${one.assistant}.mjs`);
  const assistant = { client: one.assistant, version: one.version, ...described };
  return { assistant, executable: await install(one, assistant.path, directory) };
}

const recorded = () => (existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : {});
const keepIn = (part) => writeFileSync(results, `${JSON.stringify({ ...recorded(), ...part }, undefined, 2)}\n`);

/** The recorded rows, with the new ones in the place of those of the same version. What is no longer among the versions is left out. */
function merged(part, rows) {
  const before = recorded()[part] ?? [];
  return versions.flatMap(({ assistant, version }) => {
    const isIt = (row) => row.client === assistant && row.version === version;
    return rows.find(isIt) ?? before.find(isIt) ?? [];
  });
}

const today = () => new Date().toISOString().slice(0, 10);
const hasNoProject = ({ cells }) => cells.ownProject.value.startsWith('no such scope') || cells.ownProject.value.startsWith('not read');
const commitOf = () => execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
