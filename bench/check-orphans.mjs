// Mode orphans on real repositories: the files it would have deleted, how many planted orphans it finds, and whether the project's own commands
// say the same after all of them were deleted.
//   npm run bench -- check-orphans <repository> … [--delete "<command>"]
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { keep, machineLine, table } from './support/report.mjs';
import { copied, serverFor } from './support/repositories.mjs';

const target = { recall: 0.9, blockedMs: 50 };
const percent = (share) => (Number.isNaN(share) ? '-' : `${(share * 100).toFixed(1)} %`);

export async function checkOrphans({ paths = [], afterDelete }) {
  if (paths.length === 0) {
    console.log('No repositories: give their directories.');
    return true;
  }
  const rows = [];
  const figures = {};
  let isGood = true;
  for (const path of paths) {
    const one = await measured(path, afterDelete);
    figures[basename(path)] = one;
    const { own, planted, found, noted, cold, warm, same } = one;
    isGood &&= found.length >= target.recall * planted.length && same !== false;
    for (const file of own) console.log(`${basename(path)}: unused-file ${file}`);
    for (const file of planted)
      if (!found.includes(file)) console.log(`${basename(path)}: missed ${file}${noted.includes(file) ? ' (only a note)' : ''}`);
    rows.push([
      basename(path),
      own.length,
      `${found.length} of ${planted.length}`,
      percent(found.length / planted.length),
      same === undefined ? '-' : same ? `same after ${own.length + found.length} deleted` : 'differs',
      ...[cold, warm].flatMap(({ wall, cpu, blocked }) => [`${(wall / 1000).toFixed(2)} / ${(cpu / 1000).toFixed(2)}`, blocked.toFixed(0)]),
    ]);
  }
  const heads = ['repository', 'own unused files', 'planted found', 'recall', 'own commands', 'first, wall / CPU s', 'longest silence ms'];
  console.log(table([...heads, 'second, wall / CPU s', 'longest silence ms'], rows));
  console.log(`\n${machineLine()}. Target: recall at least ${target.recall}; commands that say the same.`);
  keep('check-orphans', { figures });
  return isGood;
}

async function measured(path, command) {
  const copy = copied(path, 'check-orphans');
  const before = command === undefined ? undefined : result(command, copy);
  const server = await serverFor(copy);
  const cold = await asked(server);
  const warm = await asked(server);
  const own = unusedFiles(cold.report).map(({ file }) => file);
  const planted = plant(copy, path);
  const after = (await asked(server)).report;
  const warned = unusedFiles(after).map(({ file }) => file);
  const noted = unusedFiles(after, 'info').map(({ file }) => file);
  await server.end();
  let same;
  if (before !== undefined) {
    for (const file of new Set([...own, ...planted])) rmSync(join(copy, file));
    const end = result(command, copy);
    same = end.code === before.code && end.errors === before.errors;
    if (!same) console.log(`before: exit ${before.code}\n${before.errors}\nafter: exit ${end.code}\n${end.errors}`);
  }
  const cost = ({ wall, cpu, blocked }) => ({ wall, cpu, blocked });
  return { own, planted, found: planted.filter((file) => warned.includes(file)), noted, cold: cost(cold), warm: cost(warm), same };
}

/** A call that took too long is asked again: it goes on where it was. */
async function asked(server) {
  let last = await server.ask('orphans');
  for (let i = 0; i < 5 && last.report.status === 'timeout'; i += 1) last = await server.ask('orphans');
  const { name, state, reason } = last.report.layers[0];
  if (state !== 'passed' && state !== 'failed') throw new Error(`${name}: ${state}: ${reason}`);
  return last;
}

const unusedFiles = ({ findings }, severity = 'warning') =>
  findings.filter((finding) => finding.rule === 'unused-file' && finding.severity === severity);

/** Exit code, and the lines about errors: a project may have some before. */
function result(command, cwd) {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
  const errors = `${stdout}\n${stderr}`.split('\n').filter((line) => /error|FAIL|✗|×/.test(line));
  return { code: status, errors: errors.join('\n').replaceAll(/\d+(?:\.\d+)?\s*m?s\b/g, '') };
}

/** In up to three directories each: alone, two that import each other, one and what only it imports, a file that hands on a real one, a component. */
function plant(copy, original) {
  const planted = [];
  const put = (path, text) => {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), text);
    planted.push(path);
  };
  for (const { directory, neighbour, ending, isVue } of places(copy, original)) {
    const at = (name) => `${directory}/${name}`;
    put(at(`priceTotals.${ending}`), 'export const priceTotals = (values) => values.length;\n');
    put(at(`ledgerRows.${ending}`), "import { ledgerSums } from './ledgerSums';\nexport const ledgerRows = () => ledgerSums;\n");
    put(at(`ledgerSums.${ending}`), "import { ledgerRows } from './ledgerRows';\nexport const ledgerSums = () => ledgerRows;\n");
    put(
      at(`invoicePrinter.${ending}`),
      "import { invoiceFooter } from './invoiceFooter';\nexport const invoicePrinter = () => invoiceFooter;\n",
    );
    put(at(`invoiceFooter.${ending}`), 'export const invoiceFooter = 1;\n');
    put(at(`shippingExports.${ending}`), `export * from './${neighbour}';\n`);
    if (isVue) put(at('DiscountBadge.vue'), '<template><b>1</b></template>\n');
    else put(at(`DiscountBadge.${ending === 'ts' ? 'tsx' : 'jsx'}`), 'export const DiscountBadge = () => null;\n');
  }
  return planted;
}

/** Directories of the project's own code, the same at each run. */
function places(copy, original) {
  const list = ['ls-files', '*.ts', '*.tsx', '*.js', '*.jsx', '*.vue'];
  const all = execFileSync('git', list, { cwd: original, encoding: 'utf8', maxBuffer: 1 << 26 }).split('\n');
  const files = all.filter(
    (file) =>
      /(?:^|\/)(?:src|lib|packages|source)\//.test(file) &&
      !/(?:^|\/)(?:[^/]*tests?|[^/]*specs?|__\w+__|e2e|bench\w*|fixtures?|examples?|docs?|dev-docs|templates?|scripts|testing|bin|pages|routes|app|public|assets|locales|integrations|perf-measures|runtime-tests|_\w+|playground|packages-private)\/|\.d\.ts$|[.-](?:test|spec|stories|config)\b/.test(
        file,
      ),
  );
  const byDirectory = Map.groupBy?.(files, dirname) ?? grouped(files);
  const directories = [...byDirectory].filter(([, members]) => members.length >= 2).sort(([a], [b]) => (a < b ? -1 : 1));
  const isVue = files.some((file) => file.endsWith('.vue'));
  // In a small project, more than one of each would be most of it.
  const wanted = Math.min(files.length < 60 ? 1 : 3, directories.length);
  return Array.from({ length: wanted }, (_, i) => {
    const [directory, members] = directories[Math.floor(((i + 0.5) * directories.length) / wanted)];
    const neighbour =
      members.find((file) => /\.[jt]sx?$/.test(file) && readFileSync(join(copy, file), 'utf8').includes('export ')) ?? members[0];
    const ending = /\.[jt]sx?$/.exec(neighbour)?.[0].startsWith('.j') ? 'js' : 'ts';
    return { directory, neighbour: basename(neighbour).replace(/\.\w+$/, ''), ending, isVue };
  });
}

function grouped(files) {
  const groups = new Map();
  for (const file of files) groups.set(dirname(file), [...(groups.get(dirname(file)) ?? []), file]);
  return groups;
}
