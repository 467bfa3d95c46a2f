// What is done with one version of one assistant. snap writes entries, the assistant starts them, the recorder says what came of it, and
// all of it is compared with what snap says.
import { createServer } from 'node:net';
import { rmSync } from 'node:fs';
import { newMachine, events, mark, plainText, recorderCommand, run, snap } from './machine.mjs';

/** Kinds of findings that say: this server does not run now, and why. */
const stops = new Set([
  'switched-off',
  'not-approved',
  'folder-not-trusted',
  'switched-off-elsewhere',
  'project-file-ignored',
  'managed-policy',
]);
const gates = new Set(['not-approved', 'folder-not-trusted', 'switched-off', 'project-file-ignored']);

/** @returns one row of the table: cells of `{ value, wrong? }`, and the words of each mismatch. */
export async function prove(assistant, executable, loopback, directory) {
  const machine = newMachine(assistant, executable, loopback, directory);
  const proof = new Proof(machine);
  try {
    await proof.userAndUnapproved();
    await proof.approved();
    await proof.again();
    return proof.row();
  } finally {
    if (!process.env['SNAP_BENCH_KEEP']) rmSync(machine.base, { recursive: true, force: true });
  }
}

class Proof {
  cells = {};
  mismatches = [];
  written = new Map();

  constructor(machine) {
    this.machine = machine;
    this.assistant = machine.assistant;
    this.client = machine.assistant.client;
  }

  /** First run: everything of the user, and the project's entries as they are before anybody approved them. */
  async userAndUnapproved() {
    await this.configure('global');
    for (const transport of ['stdio', 'http', 'sse']) await this.add('global', 'user', transport);
    await this.add('global', 'off', 'stdio');
    this.disable = await this.snap('mcp', 'disable', 'off-stdio', '--client', this.client, '--yes');
    await this.add('project', 'project', 'stdio');
    await this.add('project', 'project', 'http');
    await this.writtenByItself();
    for (const argv of this.assistant.before?.(this.machine) ?? []) await run(this.machine, argv, { seconds: 60 });
    const said = await this.verdicts();
    const seen = await this.connect();
    this.userCells(said, seen);
    this.cell('unapproved', this.gateCell(said, seen));
    this.ownEntry('global', seen);
    this.listCell('list', said, seen);
    this.gated = [...this.written]
      .filter(([, { scope }]) => scope === 'project')
      .map(([name]) => name)
      .filter((name) => !seen.ran.has(name));
    this.findings = said.findings;
  }

  /** Third run, where it is needed: what its switch turned off, switched on by snap; and snap's own user entry, which waited before. */
  async again() {
    const waited = this.cells.ownUser.value === 'waits';
    const isSwitched = this.cells.itsSwitch.value === 'seen';
    if (!waited && !isSwitched) return;
    await this.snap('mcp', 'remove', 'snap', '--client', this.client, '--scope', 'project', '--yes');
    await this.configure('global');
    const enabled = isSwitched ? await this.snap('mcp', 'enable', 'user-http', '--client', this.client, '--yes') : undefined;
    const seen = await this.connect();
    if (isSwitched && !seen.ran.has('user-http'))
      this.cell('itsSwitch', this.wrong(`seen, and "snap mcp enable" does not turn it on: ${wordsOf(enabled)}`));
    else if (isSwitched) this.cell('itsSwitch', { value: 'seen and turned' });
    if (waited) this.ownEntry('global', seen);
  }

  /** Second run: the project is approved as snap said, the switched-off server is on again, snap's own entry is the project's. */
  async approved() {
    await this.approve();
    await this.snap('mcp', 'enable', 'off-stdio', '--client', this.client, '--yes');
    await this.snap('mcp', 'remove', 'snap', '--client', this.client, '--scope', 'global', '--yes');
    await this.configure('project');
    await this.switchedOffByItself();
    if (this.gated.length > 0) await this.approve(['snap']);
    const said = await this.verdicts();
    const seen = await this.connect();
    const missing = this.labels('project').filter((name) => !seen.ran.has(name));
    if (this.labels('project').length === 0) this.cell('approved', { value: '-' });
    else if (missing.length > 0) this.cell('approved', this.wrong(`after the approval ${missing.join(', ')} did not start`));
    else this.cell('approved', { value: 'starts' });
    this.ownEntry('project', seen);
    if (this.disable.code === 0 && !seen.ran.has('off-stdio'))
      this.cell('disabled', this.wrong('switched on again by snap, it did not start'));
    this.switchCell(said, seen);
    const late = this.labels('user').filter((name) => name !== 'user-http' && !seen.ran.has(name));
    if (this.cells.user.wrong === undefined && late.length > 0)
      this.cell('user', this.wrong(`after the approval ${late.join(', ')} did not start`));
    this.listCell('listAfter', said, seen);
  }

  async configure(scope) {
    const done = await this.snap('tools', 'configure', '--client', this.client, '--scope', scope, '--yes');
    this.own = { ...this.own, [scope]: done.code === 0 ? 'written' : wordsOf(done) };
  }

  /** Adds a recorder with snap. What snap refuses is no entry, and said in the table. */
  async add(scope, who, transport) {
    const name = `${who}-${transport}`;
    const to = ['mcp', 'add', name, '--client', this.client, '--scope', scope, '--yes'];
    const remote = ['--url', this.machine.loopback.remote(transport, name)];
    const rest = {
      stdio: ['--env', `RECORDER_ONE=${who}`, '--', ...recorderCommand(this.machine, name)],
      http: [...remote, '--header', `X-Recorder: ${who}`],
      sse: [...remote, '--transport', 'sse', '--header', `X-Recorder: ${who}`],
    };
    const done = await this.snap(...to, ...rest[transport]);
    if (done.code === 0) this.written.set(name, { scope, transport, who });
    else this.refused = { ...this.refused, [name]: wordsOf(done) };
  }

  labels(who, transport) {
    return [...this.written]
      .filter(([, one]) => one.who === who && (transport === undefined || one.transport === transport))
      .map(([name]) => name);
  }

  /** The assistant's own command adds entries; `snap mcp scan` has to say the same of them. */
  async writtenByItself() {
    const { add } = this.assistant;
    if (add === undefined) return this.cell('itself', { value: 'no command' });
    const failed = [];
    const wanted = [];
    for (const [transport, argv] of Object.entries(add)) {
      const name = `own-${transport}`;
      const what = transport === 'stdio' ? recorderCommand(this.machine, name) : this.machine.loopback.remote(transport, name);
      const done = await run(this.machine, argv(name, what), { seconds: 60 });
      if (done.code === 0) wanted.push({ name, transport, what });
      else failed.push(`${name}: ${wordsOf(done)}`);
    }
    const servers = await this.scanned();
    for (const { name, transport, what } of wanted) {
      const read = servers.get(name);
      const same =
        transport === 'stdio' ? read?.command === what[0] && read.args.join(' ') === what.slice(1).join(' ') : read?.url === what;
      // Where the file does not say which of the two it is, snap cannot either.
      const isTransport = read?.transport === transport || (read?.transport === 'http' && transport === 'sse' && this.assistant.sseUnsaid);
      if (!same || !isTransport) failed.push(`${name} is read as ${JSON.stringify(read)}`);
      else this.written.set(name, { scope: 'global', transport, who: 'own' });
    }
    this.cell('itself', failed.length === 0 ? { value: `${wanted.length} of ${wanted.length}` } : this.wrong(failed.join('; ')));
  }

  /** What a person does after the first answer of snap: the command that its finding names, or what its click writes. */
  async approve(more = []) {
    const { approval } = this.assistant;
    if (this.gated.length + more.length === 0 || approval === undefined) return;
    const servers = [...new Set([...this.gated, ...more])];
    if (approval.give !== undefined) {
      if (this.given !== undefined && !approval.eachServer) return;
      this.given = true;
      return approval.give(this.machine, servers);
    }
    const findings = more.length > 0 ? (await this.verdicts()).findings : this.findings;
    const texts = findings.filter(({ id }) => gates.has(id)).map(({ message, hint }) => `${message} ${hint}`);
    const named = new Set(texts.flatMap((text) => text.match(approval.command)?.[0] ?? []));
    for (const command of named) await run(this.machine, command.split(' '), { seconds: 60 });
  }

  async switchedOffByItself() {
    const { switchOff } = this.assistant;
    if (switchOff === undefined) return this.cell('itsSwitch', { value: '-' });
    if (switchOff.write !== undefined) return switchOff.write(this.machine, 'user-http');
    const done = await run(this.machine, switchOff.argv('user-http'), { seconds: 60 });
    if (done.code !== 0) this.cell('itsSwitch', this.wrong(`its own command failed: ${wordsOf(done)}`));
  }

  /** What its own switch turned off has to be off in snap too, and on again when snap switches it on. */
  switchCell(said, seen) {
    if (this.cells.itsSwitch !== undefined) return;
    if (seen.ran.has('user-http')) this.cell('itsSwitch', this.wrong('it starts what its own switch turned off'));
    else if (said.of('user-http') !== 'off')
      this.cell('itsSwitch', this.wrong('switched off by its own switch, and snap says that it runs'));
    else this.cell('itsSwitch', { value: 'seen' });
  }

  /** snap's word for each server: `off`, `broken` or `runs`. */
  async verdicts() {
    const done = await this.snap('mcp', 'validate', '--client', this.client, '--no-probe', '--json');
    // Of a version that is older than the question snap says that it starts the server.
    const findings = (done.json?.findings ?? []).filter(({ message }) => {
      const since = /Versions before ([\d.]+) start it/.exec(message)?.[1];
      return since === undefined || !isOlder(this.assistant.version, since);
    });
    const servers = await this.scanned();
    const of = (name) => {
      const about = findings.filter((one) => one.server === name || (one.server === null && one.path === servers.get(name)?.path));
      if (servers.get(name)?.enabled === false || about.some(({ id }) => stops.has(id))) return 'off';
      return about.some(({ severity }) => severity === 'error') ? 'broken' : 'runs';
    };
    return { findings, of };
  }

  async scanned() {
    const { json } = await this.snap('mcp', 'scan', '--client', this.client, '--json');
    const files = json?.clients.flatMap((client) => client.files) ?? [];
    return new Map(files.flatMap(({ path, servers }) => servers.map((server) => [server.name, { ...server, path }])));
  }

  /** Starts the assistant so that it connects, and looks at what came. */
  async connect() {
    const since = mark(this.machine);
    const { argv, until } = this.assistant.connect(this.machine, await freePort());
    const done = await run(this.machine, argv, { seconds: 90, until });
    const came = events(this.machine, since);
    const ran = new Set(came.filter(({ method, label }) => method === 'initialize' || label === 'snap').map(({ label }) => label));
    const { list } = this.assistant;
    const told = list?.argv === undefined ? done : await run(this.machine, list.argv, { seconds: 60 });
    const text = told.until ?? `${told.stdout}\n${told.stderr}`;
    const listed = list === undefined ? undefined : readList(plainText(text), list);
    return { came, ran, done, listed };
  }

  userCells(said, seen) {
    const ran = (name) => seen.ran.has(name);
    const user = this.labels('user');
    const dead = user.filter((name) => !ran(name) && !this.isGated(said, name));
    const held = user.filter((name) => !ran(name) && this.isGated(said, name));
    const lied = user.filter((name) => ran(name) && said.of(name) !== 'runs');
    if (dead.length > 0) this.cell('user', this.wrong(`${dead.join(', ')} did not start, and snap does not say so (${endOf(seen.done)})`));
    else if (lied.length > 0) this.cell('user', this.wrong(`${lied.join(', ')} runs, and snap says that it does not`));
    else this.cell('user', { value: held.length > 0 ? `waits, and snap says so` : 'starts' });
    this.disabledCell(said, seen);
  }

  disabledCell(said, seen) {
    if (this.disable.code !== 0) return this.cell('disabled', { value: 'snap cannot' });
    if (seen.ran.has('off-stdio')) return this.cell('disabled', this.wrong('it runs although snap switched it off'));
    if (said.of('off-stdio') !== 'off') return this.cell('disabled', this.wrong('snap switched it off and says that it runs'));
    this.cell('disabled', { value: 'respected' });
  }

  isGated(said, name) {
    return said.of(name) === 'off';
  }

  gateCell(said, seen) {
    const servers = this.labels('project');
    if (servers.length === 0) return { value: this.refused?.['project-stdio'] === undefined ? '-' : 'no such scope' };
    const silent = servers.filter((name) => !seen.ran.has(name) && said.of(name) === 'runs');
    const alarm = servers.filter((name) => seen.ran.has(name) && said.of(name) !== 'runs');
    if (silent.length > 0) return this.wrong(`${silent.join(', ')} does not start before approval, and snap does not say so`);
    if (alarm.length > 0) return this.wrong(`${alarm.join(', ')} starts without approval, and snap says that it does not`);
    if (servers.every((name) => seen.ran.has(name))) return { value: 'starts, needs none' };
    const texts = said.findings.filter(({ id, server }) => gates.has(id) && (server === null || servers.includes(server)));
    const { approval } = this.assistant;
    if (!texts.some(({ message, hint }) => approval?.named.test(`${message} ${hint}`)))
      return this.wrong(`snap names no way to approve it: ${texts.map(({ hint }) => hint).join(' ')}`);
    return { value: 'waits, and snap says so' };
  }

  /** snap's own entry has to be started, for this workspace. */
  ownEntry(scope, seen) {
    const key = scope === 'global' ? 'ownUser' : 'ownProject';
    const written = this.own[scope];
    if (written !== 'written') {
      const hasNone = this.labels(scope === 'global' ? 'user' : 'project').length === 0;
      return this.cell(key, hasNone ? { value: 'no such scope' } : this.wrong(`snap does not write its ${scope} entry: ${written}`));
    }
    const started = seen.came.find(({ label }) => label === 'snap');
    if (started === undefined) {
      const isHeld = scope === 'global' && this.labels('user').every((name) => !seen.ran.has(name));
      return this.cell(key, isHeld ? { value: 'waits' } : this.wrong(`snap's ${scope} entry was not started (${endOf(seen.done)})`));
    }
    const at = started.argv.indexOf('--workspace');
    const folder = at === -1 ? started.cwd : started.argv[at + 1];
    const knows = folder === this.machine.workspace || Object.values(started.env).includes(this.machine.workspace);
    if (!knows) return this.cell(key, this.wrong(`snap's ${scope} entry works in ${folder} and not in the workspace`));
    return this.cell(key, { value: 'starts' });
  }

  /** What the assistant's own list says, beside what snap says. */
  listCell(key, said, seen) {
    if (seen.listed === undefined) return this.cell(key, { value: 'no list' });
    const wrong = [];
    for (const name of this.written.keys()) {
      const its = seen.listed.get(name) ?? 'off';
      const ours = said.of(name);
      const agrees = its === 'listed' ? ours !== 'off' : { runs: 'runs', fails: 'broken', off: 'off', waits: 'off' }[its] === ours;
      if (!agrees) wrong.push(`${name}: it says ${seen.listed.has(name) ? its : 'nothing'}, snap says ${ours}`);
    }
    this.cell(key, wrong.length === 0 ? { value: 'agrees' } : this.wrong(wrong.join('; ')));
  }

  row() {
    const all = events(this.machine);
    const started = (who) => all.filter(({ label, method }) => label === `${who}-stdio` && method === 'start');
    const env = started('user');
    if (env.length === 0) this.cell('env', this.wrong('nothing was started'));
    else
      this.cell('env', env.every((one) => one.env.RECORDER_ONE === 'user') ? { value: 'arrives' } : this.wrong('RECORDER_ONE is missing'));
    const inHttp = all.filter(({ label, method }) => /^(?:user|project)-http$/.test(label) && method === 'initialize');
    const isSent = inHttp.every(({ label, headers }) => label === `${headers['x-recorder']}-http`);
    if (inHttp.length === 0) this.cell('header', this.wrong('no request came'));
    else this.cell('header', isSent ? { value: 'arrives' } : this.wrong('X-Recorder is missing'));
    const refused = this.refused?.['user-sse'];
    const sse = all.some(({ label, transport, method }) => label === 'user-sse' && transport === 'sse' && method === 'initialize');
    if (refused !== undefined)
      this.cell('sse', this.assistant.add?.sse === undefined ? { value: 'refused by snap' } : this.wrong(`snap refuses it: ${refused}`));
    else this.cell('sse', sse ? { value: 'works' } : this.wrong('no request came over SSE'));
    const starts = (key) => this.cells[key]?.wrong === undefined;
    return { cells: this.cells, mismatches: this.mismatches, startsBoth: starts('ownUser') && starts('ownProject') && starts('approved') };
  }

  cell(key, value) {
    if (value.wrong !== undefined) this.mismatches.push(`${key}: ${value.wrong}`);
    this.cells[key] = value;
  }

  wrong(words) {
    return { value: 'MISMATCH', wrong: words.replaceAll(this.machine.base, '') };
  }

  snap(...args) {
    return snap(this.machine, ...args);
  }
}

function isOlder(version, than) {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number));
  const at = b.findIndex((part, i) => part !== (a[i] ?? 0));
  return at !== -1 && (a[at] ?? 0) < b[at];
}

/** Its own words for each server, as ours: `runs`, `listed` (not tried), `fails`, `off`, `waits`. */
function readList(text, { line, states, name = 1, state = 2 }) {
  const found = text.split('\n').flatMap((one) => {
    const match = line.exec(one);
    if (match === null) return [];
    const word = (match[state] ?? '').replace(/^\d+ /, '').trim();
    return [[match[name], states[word] ?? states[word.split(' ')[0]] ?? word]];
  });
  return new Map(found);
}

const wordsOf = ({ code, stdout, stderr }) => plainText(`${code}: ${stderr} ${stdout}`).replaceAll(/\s+/g, ' ').trim().slice(0, 200);
const endOf = ({ code, stdout, stderr }) => plainText(`exit ${code}: …${`${stdout}${stderr}`.slice(-200)}`).replaceAll(/\s+/g, ' ');

export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
