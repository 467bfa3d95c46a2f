// What is done with one version of one assistant. snap writes entries, the assistant starts them, the recorder says what came of it, and
// all of it is compared with what snap says.
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { events, freePort, mark, newMachine, plainText, recorderCommand, run, snap } from './machine.mjs';
import { reachedCells } from './reached.mjs';
import { endOf, gates, readList, scanned, verdictsOf, wordsOf } from './said.mjs';

const unread = 'not read, and snap says so';

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
    else if (missing.length > 0 && missing.every((name) => said.isUnread(name))) this.cell('approved', { value: unread });
    else if (missing.length > 0) this.cell('approved', this.wrong(`after the approval ${missing.join(', ')} did not start`));
    else this.cell('approved', { value: 'starts' });
    this.ownEntry('project', seen, said);
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
    const servers = await scanned(this.machine);
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
    const named = new Set(texts.flatMap((text) => text.match(approval.command) ?? []));
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

  verdicts() {
    return verdictsOf(this.machine);
  }

  /** Starts the assistant so that it connects, and looks at what came. */
  async connect() {
    const since = mark(this.machine);
    const { argv, until } = this.assistant.connect(this.machine, await freePort());
    const done = await run(this.machine, argv, { seconds: 90, until });
    const came = events(this.machine, since);
    const ran = new Set(came.filter(({ method, label }) => method === 'initialize' || label === 'snap').map(({ label }) => label));
    const { list, session } = this.assistant;
    if (session !== undefined) await this.inSession(session, ran);
    const told = list?.argv === undefined ? done : await run(this.machine, list.argv, { seconds: 60 });
    const text = told.until ?? `${told.stdout}\n${told.stderr}`;
    const listed = list === undefined ? undefined : readList(plainText(text), list);
    return { came, ran, done, listed };
  }

  /** Of some servers only a session says whether they run; `ran` is put right. */
  async inSession({ argv, servers }, ran) {
    const since = mark(this.machine);
    await run(this.machine, argv, { seconds: 90 });
    const came = new Set(events(this.machine, since).map(({ label }) => label));
    for (const name of servers) ran.delete(name);
    for (const name of servers.filter((one) => came.has(one))) ran.add(name);
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
    if (servers.every((name) => said.isUnread(name))) return { value: unread };
    const texts = said.findings.filter(({ id, server }) => gates.has(id) && (server === null || servers.includes(server)));
    const { approval } = this.assistant;
    if (!texts.some(({ message, hint }) => approval?.named.test(`${message} ${hint}`)))
      return this.wrong(`snap names no way to approve it: ${texts.map(({ hint }) => hint).join(' ')}`);
    return { value: 'waits, and snap says so' };
  }

  /** snap's own entry has to be started, for this workspace. */
  ownEntry(scope, seen, said) {
    const key = scope === 'global' ? 'ownUser' : 'ownProject';
    const written = this.own[scope];
    if (written !== 'written') {
      const hasNone = this.labels(scope === 'global' ? 'user' : 'project').length === 0;
      return this.cell(key, hasNone ? { value: 'no such scope' } : this.wrong(`snap does not write its ${scope} entry: ${written}`));
    }
    const started = seen.came.find(({ label }) => label === 'snap');
    if (started === undefined) {
      if (said?.isUnread('snap')) return this.cell(key, { value: unread });
      const isHeld = scope === 'global' && this.labels('user').every((name) => !seen.ran.has(name));
      return this.cell(key, isHeld ? { value: 'waits' } : this.wrong(`snap's ${scope} entry was not started (${endOf(seen.done)})`));
    }
    const at = started.argv.indexOf('--workspace');
    const folder = at === -1 ? started.cwd : resolve(started.cwd, started.argv[at + 1]);
    const knows = folder === this.machine.workspace || Object.values(started.env).includes(this.machine.workspace);
    if (!knows) return this.cell(key, this.wrong(`snap's ${scope} entry works in ${folder} and not in the workspace`));
    return this.cell(key, { value: 'starts' });
  }

  /** What the assistant's own list says, beside what snap says. */
  listCell(key, said, seen) {
    if (seen.listed === undefined) return this.cell(key, { value: 'no list' });
    const wrong = [];
    const blind = [];
    for (const name of this.written.keys()) {
      const its = seen.listed.get(name) ?? 'off';
      const ours = said.of(name);
      const agrees = its === 'listed' ? ours !== 'off' : { runs: 'runs', fails: 'broken', off: 'off', waits: 'off' }[its] === ours;
      const isBlind = this.assistant.list.ignoresSwitch && its === 'runs' && ours === 'off' && !seen.ran.has(name);
      if (isBlind) blind.push(name);
      else if (!agrees) wrong.push(`${name}: it says ${seen.listed.has(name) ? its : 'nothing'}, snap says ${ours}`);
    }
    const agreed = blind.length === 0 ? 'agrees' : 'agrees, but its list ignores its own switch';
    this.cell(key, wrong.length === 0 ? { value: agreed } : this.wrong(wrong.join('; ')));
  }

  row() {
    const reached = reachedCells(events(this.machine), this.refused?.['user-sse'], this.assistant.add?.sse !== undefined);
    for (const [key, value] of Object.entries(reached)) this.cell(key, value.wrong === undefined ? value : this.wrong(value.wrong));
    const starts = (key) => this.cells[key]?.value === 'starts';
    return {
      cells: this.cells,
      mismatches: this.mismatches,
      startsUser: starts('ownUser'),
      startsProject: starts('ownProject') && starts('approved'),
    };
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
