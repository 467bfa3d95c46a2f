// What snap and what the assistant's own list say of each server, in the same words: `runs`, `off`, and `broken` or `fails`.
import { plainText, snap } from './machine.mjs';

/** Kinds of findings that say: this server does not run now, and why. */
const stops = new Set([
  'switched-off',
  'not-approved',
  'folder-not-trusted',
  'switched-off-elsewhere',
  'project-file-ignored',
  'managed-policy',
  'command-line-differs',
]);
export const gates = new Set(['not-approved', 'folder-not-trusted', 'switched-off', 'project-file-ignored']);

/** snap's word for each server, and the findings it rests on. */
export async function verdictsOf(machine) {
  const done = await snap(machine, 'mcp', 'validate', '--client', machine.assistant.client, '--no-probe', '--json');
  // Of a version that is older than the question snap says that it starts the server.
  const findings = (done.json?.findings ?? []).filter(({ message }) => {
    const since = /Versions before ([\d.]+) start it/.exec(message)?.[1];
    return since === undefined || !isOlder(machine.assistant.version, since);
  });
  const servers = await scanned(machine);
  const of = (name) => {
    const about = findings.filter((one) => one.server === name || (one.server === null && one.path === servers.get(name)?.path));
    if (servers.get(name)?.enabled === false || about.some(({ id }) => stops.has(id))) return 'off';
    return about.some(({ severity }) => severity === 'error') ? 'broken' : 'runs';
  };
  /** The program for the terminal does not read the file with this server, and snap says so. */
  const isUnread = (name) => findings.some(({ id, path }) => id === 'command-line-differs' && path === servers.get(name)?.path);
  return { findings, of, isUnread };
}

/** Every server that `snap mcp scan` lists, by its name. */
export async function scanned(machine) {
  const { json } = await snap(machine, 'mcp', 'scan', '--client', machine.assistant.client, '--json');
  const files = json?.clients.flatMap((client) => client.files) ?? [];
  return new Map(files.flatMap(({ path, servers }) => servers.map((server) => [server.name, { ...server, path }])));
}

export function isOlder(version, than) {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number));
  const at = b.findIndex((part, i) => part !== (a[i] ?? 0));
  return at !== -1 && (a[at] ?? 0) < b[at];
}

/** Its own words for each server, as ours: `runs`, `listed` (not tried), `fails`, `off`, `waits`. */
export function readList(text, { line, states, name = 1, state = 2 }) {
  const found = text.split('\n').flatMap((one) => {
    const match = line.exec(one);
    if (match === null) return [];
    const word = (match[state] ?? '').replace(/^\d+ /, '').trim();
    return [[match[name], states[word] ?? states[word.split(' ')[0]] ?? word]];
  });
  return new Map(found);
}

/** How a command ended, in one line. */
export const wordsOf = ({ code, stdout, stderr }) => plainText(`${code}: ${stderr} ${stdout}`).replaceAll(/\s+/g, ' ').trim().slice(0, 200);
export const endOf = ({ code, stdout, stderr }) => plainText(`exit ${code}: …${`${stdout}${stderr}`.slice(-200)}`).replaceAll(/\s+/g, ' ');
