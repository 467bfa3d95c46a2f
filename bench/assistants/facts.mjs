// What an assistant does with its user file, found by trying: what fills in a variable, which JSON it accepts, what an entry without a type means.
// A person compares it with the row in src/clients/registry, and names package, version and date there.
import { readFileSync, writeFileSync } from 'node:fs';
import { events, freePort, mark, newMachine, recorderCommand, run, snap } from './machine.mjs';

const spellings = [
  '${RECORDER_SHELL}',
  '$RECORDER_SHELL',
  '${env:RECORDER_SHELL}',
  '{env:RECORDER_SHELL}',
  '$env:RECORDER_SHELL',
  '${env.RECORDER_SHELL}',
  '${{ secrets.RECORDER_SHELL }}',
  '%RECORDER_SHELL%',
  '${RECORDER_NONE}',
  '${RECORDER_NONE:-fallback}',
  '${workspaceFolder}',
  '~/file',
  'two words',
  'a"b',
];
const placeholder = (index) => `PLACE${index}HOLDER`;

/** Runs the assistant five times at most. Answers plain data for people to read. */
export async function learn(assistant, executable, loopback, directory) {
  const machine = newMachine(assistant, executable, loopback, directory);
  const to = ['--client', assistant.client, '--scope', 'global', '--yes'];
  const add = (name, ...rest) => snap(machine, 'mcp', 'add', name, ...to, ...rest);
  for (const argv of assistant.before?.(machine) ?? []) await run(machine, argv, { seconds: 60 });
  assistant.approval?.give?.(machine, []);
  await add('plain', '--', ...recorderCommand(machine, 'plain'));
  const path = await userFile(machine, assistant.client, 'plain');
  const small = readFileSync(path, 'utf8');
  const facts = { tolerance: path.endsWith('json') || path.endsWith('jsonc') ? await tolerance(machine, path, small) : {} };
  writeFileSync(path, small);
  for (const index of spellings.keys()) {
    await add(`c${index}`, '--env', `RECORDER_V=${placeholder(index)}`, '--', ...recorderCommand(machine, `c${index}`), placeholder(index));
    await add(`h${index}`, '--url', loopback.remote('http', `h${index}`), '--header', `X-Recorder: ${placeholder(index)}`);
  }
  let text = readFileSync(path, 'utf8');
  for (const [index, spelling] of spellings.entries()) text = text.replaceAll(placeholder(index), JSON.stringify(spelling).slice(1, -1));
  let came;
  // One entry may make the assistant give up all: the risky ones are left out then, one kind after the other.
  for (const left of ['nothing', 'numbers', 'numbers and unset variables']) {
    const odd = path.endsWith('json') || path.endsWith('jsonc') ? withOddEntries(machine, text, left) : text;
    writeFileSync(path, odd);
    came = await connected(machine);
    facts['left out'] = left;
    if (came.some(({ label }) => label === 'plain')) break;
  }
  facts.variables = Object.fromEntries(spellings.map((spelling, index) => [spelling, filled(came, index, spelling)]));
  const plain = came.find(({ label, method }) => label === 'plain' && method === 'start');
  facts.inherits =
    plain?.env.RECORDER_SHELL === undefined ? 'basics' : plain.env.RECORDER_TOKEN === undefined ? 'no-secrets' : 'everything';
  facts.cwd = plain?.cwd.replace(machine.base, '');
  const transports = (label) =>
    [...new Set(came.filter((one) => one.label === label).map(({ transport }) => transport))].join(', ') || 'not reached';
  const started = (label) => came.some((one) => one.label === label && one.method === 'start');
  facts.odd = {
    'url without type, http server': transports('bare-http'),
    'url without type, sse server': transports('bare-sse'),
    cwd: came.find(({ label, method }) => label === 'cwd' && method === 'start')?.cwd.replace(machine.base, '') ?? 'not started',
    'disabled: true': started('disabled') ? 'started' : 'not started',
    'enabled: false': started('enabled') ? 'started' : 'not started',
    'number in args': started('number') ? 'started' : 'not started',
    'number in env': started('envnumber') ? 'started' : 'not started',
    'unknown key': started('unknown') ? 'started' : 'not started',
  };
  return facts;
}

async function userFile(machine, client, name) {
  const { json } = await snap(machine, 'mcp', 'scan', '--client', client, '--json');
  return json.clients.flatMap(({ files }) => files).find(({ servers }) => servers.some((one) => one.name === name)).path;
}

async function connected(machine) {
  const since = mark(machine);
  const { argv, until } = machine.assistant.connect(machine, await freePort());
  await run(machine, argv, { seconds: 90, until });
  return events(machine, since);
}

async function tolerance(machine, path, small) {
  const forms = {
    comments: `// a comment\n${small.replace('{', '{ /* another */')}`,
    commas: small.replace(/\}(\s*)\}(\s*)$/, '},$1}$2'),
    mark: `\uFEFF${small}`,
  };
  const found = {};
  for (const [name, text] of Object.entries(forms)) {
    writeFileSync(path, text);
    found[name] =
      text === small
        ? 'not tried'
        : (await connected(machine)).some(({ label, method }) => label === 'plain' && method === 'start')
          ? 'read'
          : 'rejected';
  }
  return found;
}

/** Entries that snap does not write, beside `plain` and in its spelling. */
function withOddEntries(machine, text, left) {
  const document = JSON.parse(text);
  const holder = Object.values(document).find((value) => value?.plain !== undefined);
  if (holder === undefined) return text;
  const args = (entry, label, extra = []) => {
    const key = Array.isArray(entry.command) ? 'command' : 'args';
    return { ...entry, [key]: [...entry[key].map((one) => (one === 'plain' ? label : one)), ...extra] };
  };
  const url = ['url', 'baseUrl', 'httpUrl'].find((key) => holder.h0?.[key] !== undefined);
  if (url !== undefined) {
    for (const transport of ['http', 'sse']) {
      const key = url === 'httpUrl' ? 'url' : url;
      holder[`bare-${transport}`] = { [key]: machine.loopback.remote(transport, `bare-${transport}`) };
    }
  }
  holder.cwd = { ...args(holder.plain, 'cwd'), cwd: machine.base };
  holder.disabled = { ...args(holder.plain, 'disabled'), disabled: true };
  holder.enabled = { ...args(holder.plain, 'enabled'), enabled: false };
  const unset = left.endsWith('variables') ? [spellings.indexOf('${RECORDER_NONE}'), spellings.indexOf('${workspaceFolder}')] : [];
  for (const index of unset) {
    delete holder[`c${index}`];
    delete holder[`h${index}`];
  }
  holder.unknown = { ...args(holder.plain, 'unknown'), somethingElse: 'x' };
  if (left !== 'nothing') return JSON.stringify(document, undefined, 2);
  holder.number = args(holder.plain, 'number', [7]);
  holder.envnumber = {
    ...args(holder.plain, 'envnumber'),
    [Array.isArray(holder.plain.command) ? 'environment' : 'env']: { RECORDER_N: 7 },
  };
  return JSON.stringify(document, undefined, 2);
}

function filled(came, index, spelling) {
  const start = came.find(({ label, method }) => label === `c${index}` && method === 'start');
  const request = came.find(({ label }) => label === `h${index}`);
  const word = (value) => (value === undefined ? 'missing' : value === spelling ? 'kept' : JSON.stringify(value));
  return {
    args: start === undefined ? 'not started' : word(start.argv.slice(2).join('|')),
    env: start === undefined ? 'not started' : word(start.env.RECORDER_V),
    header: request === undefined ? 'not reached' : word(request.headers['x-recorder']),
  };
}
