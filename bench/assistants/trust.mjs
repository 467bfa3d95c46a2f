// Which servers an assistant starts under each state of its trust, approvals and lists, beside what snap says of the same files.
import { mkdirSync, rmSync } from 'node:fs';
import { events, freePort, newMachine, recorderCommand, run, snap } from './machine.mjs';
import { isOlder, verdictsOf, wordsOf } from './said.mjs';

/** So many machines at a time: an assistant takes a core while it starts. */
const atOnce = 3;

/** @returns one row for each case: what started, what snap says, and whether they agree. */
export async function proveTrust(assistant, executable, loopback, directory) {
  const cases = (assistant.gates ?? []).filter(({ since }) => since === undefined || !isOlder(assistant.version, since));
  const rows = [];
  const waiting = cases.entries();
  const worker = async () => {
    for (const [i, one] of waiting) rows[i] = await judge(assistant, executable, loopback, directory, one);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, cases.length) }, worker));
  return rows;
}

async function judge(assistant, executable, loopback, directory, { says, scopes = ['project', 'global'], at, by, make }) {
  const machine = newMachine(assistant, executable, loopback, directory);
  try {
    for (const argv of assistant.before?.(machine) ?? []) await run(machine, argv, { seconds: 60 });
    // Where it is started; the rest of the machine stays as it is.
    if (at !== undefined) machine.workspace = at(machine);
    mkdirSync(machine.workspace, { recursive: true });
    const names = [];
    for (const scope of scopes) {
      const name = scope === 'global' ? 'person' : scope;
      const to = ['mcp', 'add', name, '--client', assistant.client, '--scope', scope, '--yes'];
      const done = await snap(machine, ...to, '--', ...recorderCommand(machine, name));
      if (done.code === 0) names.push(name);
      else if (process.env['SNAP_BENCH_KEEP']) console.log(wordsOf(done));
    }
    await make?.(machine);
    const said = await verdictsOf(machine);
    const { argv, until } = by?.(machine) ?? assistant.connect(machine, await freePort());
    const done = await run(machine, argv, { seconds: 90, until });
    if (process.env['SNAP_BENCH_KEEP'])
      console.log(
        says,
        machine.base,
        wordsOf(done).slice(0, 1500),
        JSON.stringify(said.findings.map(({ id, server, message }) => ({ id, server, message }))),
      );
    const ran = new Set(
      events(machine)
        .filter(({ method }) => method === 'initialize')
        .map(({ label }) => label),
    );
    const cells = names.map((name) => ({
      name,
      did: ran.has(name) ? 'starts' : 'waits',
      said: said.of(name) === 'off' ? 'waits' : 'starts',
    }));
    return { says, cells, wrong: cells.filter(({ did, said: ours }) => did !== ours) };
  } finally {
    if (!process.env['SNAP_BENCH_KEEP']) rmSync(machine.base, { recursive: true, force: true });
  }
}
