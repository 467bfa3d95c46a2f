// How long an assistant lets a server start: servers that answer after half and after twice the time that the registry says, and what
// came of them, beside what snap says of the same entries.
import { rmSync } from 'node:fs';
import { events, freePort, newMachine, plainText, recorderCommand, run, snap } from './machine.mjs';
import { readList } from './said.mjs';

/** What is tried: which request is answered late, over which transport. */
const kinds = [
  { id: 'init', transport: 'stdio', method: 'initialize' },
  { id: 'list', transport: 'stdio', method: 'tools/list' },
  { id: 'remote', transport: 'http', method: 'initialize' },
];
export const startColumns = kinds.flatMap(({ id }) => [`${id}-half`, `${id}-twice`]);
/** Of an assistant whose limit the registry does not have. */
const guess = 30;
/** snap waits as long by itself; for more it has to be told, and it waits ten minutes at most. */
const ownPatience = 60;
const longestPatience = 600;
const aboutTime = new Set(['remote-unreachable', 'slow-start', 'server-silent', 'server-broken', 'command-line-differs']);

/**
 * @returns `{ limits, cells, mismatches }`: a cell has the seconds, what the assistant `did` (`connects`, `given up`, `not offered`,
 *   `not asked`) and what snap `said`.
 */
export async function proveStarts(assistant, executable, [loopback, another], directory) {
  const its = newMachine(assistant, executable, loopback, directory);
  // snap starts the servers too, and its starts are not to be taken for the assistant's.
  const ours = newMachine(assistant, executable, another, directory);
  try {
    const limits = assistant.waits ?? (await limitsOf(ours));
    const tries = kinds.flatMap((kind) => {
      const seconds = (kind.transport === 'http' ? limits.remote : limits.local) ?? guess;
      return [
        { ...kind, name: `${kind.id}-half`, seconds: seconds / 2 },
        { ...kind, name: `${kind.id}-twice`, seconds: seconds * 2 },
      ];
    });
    for (const machine of [its, ours]) for (const one of tries) await add(machine, one);
    for (const argv of assistant.before?.(its) ?? []) await run(its, argv, { seconds: 60 });
    for (const machine of [its, ours]) assistant.approval?.give?.(machine, []);
    const longest = Math.max(...tries.map(({ seconds }) => seconds));
    const [seen, said] = await Promise.all([watch(its, tries, longest), ask(ours, longest)]);
    const cells = Object.fromEntries(tries.map(({ name, seconds }) => [name, { seconds, did: seen.get(name), said: said(name) }]));
    return { limits, cells, mismatches: Object.entries(cells).flatMap(([name, cell]) => mismatchesOf(name, cell, limits)) };
  } finally {
    if (!process.env['SNAP_BENCH_KEEP']) for (const { base } of [its, ours]) rmSync(base, { recursive: true, force: true });
  }
}

/** What the registry says, as snap's answer has it. */
async function limitsOf(machine) {
  const { client } = machine.assistant;
  const to = ['--client', client, '--scope', 'global', '--yes'];
  await snap(machine, 'mcp', 'add', 'quick', ...to, '--', ...recorderCommand(machine, 'quick'));
  await snap(machine, 'mcp', 'add', 'remote-quick', ...to, '--url', machine.loopback.remote('http', 'remote-quick'));
  const { json, ...done } = await snap(machine, 'mcp', 'validate', '--client', client, '--probe', '--json');
  if (json === undefined) throw new Error(`snap gave no answer: ${done.stderr}`);
  const limit = (name) => json.calls.find(({ server }) => server === name)?.limitSeconds ?? undefined;
  for (const name of ['quick', 'remote-quick']) await snap(machine, 'mcp', 'remove', name, ...to);
  return { local: limit('quick'), remote: limit('remote-quick') };
}

function add(machine, { name, transport, method, seconds }) {
  const wish = `${method}=${seconds * 1000}`;
  const to = ['mcp', 'add', name, '--client', machine.assistant.client, '--scope', 'global', '--yes'];
  const remote = ['--url', machine.loopback.remote('http', `${name}~${wish}`)];
  return snap(machine, ...to, ...(transport === 'http' ? remote : ['--', ...recorderCommand(machine, name), wish]));
}

/** Which of the servers the assistant had in the end. */
async function watch(machine, tries, longest) {
  const { assistant, loopback } = machine;
  // A session ends with the answer of the model, and it is the session that waits for servers.
  loopback.modelDelay = (longest + 10) * 1000;
  const { argv, until } = assistant.starts?.(machine) ?? assistant.connect(machine, await freePort());
  const done = await run(machine, argv, { seconds: longest + 90, until });
  const text = plainText(done.until ?? `${done.stdout}\n${done.stderr}`);
  if (process.env['SNAP_BENCH_KEEP']) console.log(`${assistant.client}: ${done.code} ${text.slice(-3000)}`);
  const isList = assistant.starts === undefined && assistant.list !== undefined && assistant.list.argv === undefined;
  const listed = isList ? readList(text, assistant.list) : undefined;
  const came = events(machine);
  const offered = loopback.prompts.flatMap(({ tools }) => tools).filter((tool) => tool !== undefined);
  return new Map(tries.map((one) => [one.name, didWith(one, { came, listed, offered })]));
}

function didWith({ method, name }, { came, listed, offered }) {
  const asked = came.filter(({ label }) => label === name).map((one) => one.method);
  if (!asked.includes(method)) return 'not asked';
  if (listed !== undefined) return listed.get(name) === 'runs' ? 'connects' : 'given up';
  if (method === 'initialize') return asked.includes('notifications/initialized') ? 'connects' : 'given up';
  return offered.some((tool) => tool.includes(name) || tool.includes(name.replaceAll('-', '_'))) ? 'connects' : 'not offered';
}

/** snap's findings about each server after it called it, by its name. */
async function ask(machine, longest) {
  const patience = longest > 2 * ownPatience ? ['--timeout', String(Math.min(longestPatience, longest))] : [];
  const { json } = await snap(machine, 'mcp', 'validate', '--client', machine.assistant.client, '--probe', ...patience, '--json');
  return (name) => {
    const about = (json?.findings ?? []).filter(({ server, id }) => server === name && aboutTime.has(id));
    const words = about.map(({ id, message, severity }) => `${severity} ${id}${/as far as is known/.test(message) ? ' (not proved)' : ''}`);
    return words.join(', ') || 'nothing';
  };
}

/** `given up` in silence, and an alarm about a server that it starts. The list of tools has no limit in the registry. */
function mismatchesOf(name, { did, said, seconds }, limits) {
  const isKnown = (name.startsWith('remote') ? limits.remote : limits.local) !== undefined;
  const isAlarm = /error|slow-start|server-silent|remote-unreachable|command-line-differs/.test(said) && !said.includes('(not proved)');
  if (did === 'connects' && isAlarm) return [`${name}: it starts a server that takes ${seconds} s, and snap says ${said}`];
  if (name.startsWith('list') || !isKnown) return [];
  if (did === 'given up' && name.endsWith('half')) return [`${name}: it gives a server up that takes ${seconds} s`];
  return did === 'given up' && said === 'nothing' ? [`${name}: it gives a server up that takes ${seconds} s, and snap says nothing`] : [];
}
