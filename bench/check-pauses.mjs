// How long the running server does not answer while it checks: a ping every 10 ms beside each mode that works on the graph of the code, on the real
// stdio server; and while 10,000 files are parsed that need the parser.
//   npm run bench -- check-pauses [<repository> …] [--runs 3]
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { scratch } from './support/program.mjs';
import { keep, machineLine, median, table } from './support/report.mjs';
import { copied, serverFor } from './support/repositories.mjs';

const target = 50;
const modes = ['circular', 'impact', 'orphans', 'architecture', 'docs'];

export async function checkPauses({ paths = [], runs = 3 }) {
  const rows = [];
  const figures = {};
  const row = async (name, directory, mode) => {
    const [cold, warm] = [[], []];
    let state = '';
    for (let i = 0; i < runs; i += 1) {
      // Its home is new: nothing is known from before.
      const server = await serverFor(directory, `${directory}.home-${mode}-${i}`);
      const first = await server.ask(mode);
      cold.push(first);
      for (let again = 0; again < 3; again += 1) warm.push(await server.ask(mode));
      state = first.report.layers.map((layer) => (layer.state === 'passed' ? '' : layer.state)).join('') || 'passed';
      await server.end();
    }
    const of = (list, field) => median(list.map((one) => one[field]));
    figures[`${name} ${mode}`] = { cold: of(cold, 'blocked'), warm: of(warm, 'blocked') };
    const longest = (list) => `${of(list, 'blocked').toFixed(0)} (${Math.max(...list.map((one) => one.blocked)).toFixed(0)})`;
    rows.push([name, mode, state, longest(cold), longest(warm), (of(cold, 'cpu') / 1000).toFixed(2), (of(warm, 'cpu') / 1000).toFixed(2)]);
  };
  await row('10,000 files', manyFiles(10_000), 'circular');
  for (const path of paths) {
    const copy = copied(path, 'check-pauses');
    for (const mode of modes) await row(basename(path), copy, mode);
  }
  console.log(table(['repository', 'mode', 'state', 'longest silence, first, ms', 'second', 'CPU s, first', 'second'], rows));
  const isGood = Object.values(figures).every(({ cold, warm }) => Math.max(cold, warm) <= target);
  console.log(
    `\n${machineLine()}. Medians of ${runs} servers, the longest of all in brackets. Target: ${target} ms: ${isGood ? 'reached' : 'NOT reached'}.`,
  );
  keep('check-pauses', { figures });
  return isGood;
}

/** Each needs the parser: the scanner does not know whether a call in a function runs at once. */
function manyFiles(count) {
  const directory = join(scratch, 'check-pauses', 'many');
  writeIn(directory, 'package.json', '{ "name": "many" }\n');
  for (let i = 0; i < count; i += 1) {
    const next = (i + 1) % count;
    const text = `import { f${next} } from '../d${next % 50}/f${next}';\nexport function f${i}() { const a = f(require('./x')); return [f${next}, a]; }\n`;
    writeIn(join(directory, `d${i % 50}`), `f${i}.ts`, text);
  }
  return directory;
}

function writeIn(directory, name, text) {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, name), text);
}
