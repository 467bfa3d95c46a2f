import { listChanges } from '../../changes/index.ts';
import { callDocuments, findingDocument, summaryOf, type Checkup } from '../../doctor/index.ts';
import { SnapError } from '../../system/index.ts';
import { whyNothingIsKept } from '../../system/writable.ts';
import type { Command, Invocation } from '../command.ts';
import { checkUpAsAsked, checkupOptions, verboseOption } from '../options/checkup-options.ts';
import { exit } from '../exit.ts';
import { answer } from '../print-answer.ts';
import { judgementText } from '../reports/judgement-text.ts';
import { scanReport, type ScannedClient } from '../reports/scan-report.ts';
import { plain } from '../terminal/style.ts';
import { count, displayPaths } from '../words.ts';

export default {
  name: 'doctor',
  summary: 'Print a report about snap, your assistants and this machine, for bug reports.',
  usage: '[--client <id>…] [--workspace <dir>] [--probe] [--verbose] [--json]',
  details:
    'Changes nothing: only a small file of its own is written and removed, to see whether snap can keep anything. The home directory is shown as "~", and no values of variables, headers or keys are printed.',
  options: { ...checkupOptions, ...verboseOption },
  examples: [
    ['snap doctor', 'print the report'],
    ['snap doctor --json', 'the same for a script (docs/schemas/doctor.json)'],
  ],
  async run(invocation) {
    const examined = await checkUpAsAsked(invocation);
    const own = await ownState(invocation);
    const hasErrors = own.notKept !== null || examined.findings.some(({ severity }) => severity === 'error');
    const document = Object.entries(documentOf(own, examined)).map(([key, value]) => [key, homeless(value, invocation.system.home)]);
    return answer(invocation, Object.fromEntries(document), () => page(invocation, own, examined), hasErrors ? exit.findings : exit.fine);
  },
} satisfies Command;

/** What snap knows about itself. */
async function ownState(invocation: Invocation) {
  const { system, program } = invocation;
  const changes = await listChanges(system);
  const directories = [];
  for (const name of ['config', 'data', 'state', 'cache', 'runtime'] as const) {
    directories.push({ name, path: system.own[name], exists: (await system.look(system.own[name])) !== undefined });
  }
  const problem = await whyNothingIsKept(system);
  return {
    version: program.version,
    program: program.file,
    node: program.node,
    nodeVersion: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    directories,
    notKept: problem === undefined ? null : `${problem.message} ${problem.hint ?? ''}`.trim(),
    changes: changes.length,
    newestChange: changes.at(-1)?.time ?? null,
    daemon: await daemonState(invocation),
  };
}

/** The daemon that the servers of this person ask, and whether it answers. */
async function daemonState(invocation: Invocation) {
  // Loaded when it is asked for: this command is in one file with "mcp validate", which asks no daemon.
  const [{ daemonDesk }, { lookAtDaemon }] = await Promise.all([
    import('../../daemon/local/index.ts'),
    import('../../daemon/start/index.ts'),
  ]);
  const seen = await lookAtDaemon(invocation.system, await daemonDesk(invocation)).catch(onlyRefusal);
  if (seen?.kind === 'answers') return { state: 'answers', pid: seen.status.pid, build: seen.status.build, reason: null };
  if (seen === undefined || seen.kind === 'absent') return { state: 'absent', pid: null, build: null, reason: null };
  return { state: 'mute', pid: seen.pid ?? null, build: seen.build ?? null, reason: seen.reason };
}

/** There is no place for one: the environment names no usable home, or its path is too long. */
function onlyRefusal(error: unknown): undefined {
  if (!(error instanceof SnapError)) throw error;
}

function daemonText({ state, pid, build, reason }: OwnState['daemon']): string {
  if (state === 'absent') return 'none runs; servers work alone, or start one at their first call';
  const which = pid === null ? '' : `process ${pid}${build === null ? '' : `, build ${build}`}`;
  return state === 'answers' ? `${which}, answers` : `cannot be asked${which === '' ? '' : ` (${which})`}: ${reason}; servers work alone`;
}

type OwnState = Awaited<ReturnType<typeof ownState>>;

function documentOf(snap: OwnState, { setup, findings }: Checkup) {
  return {
    snap,
    workspace: setup.facts.workspace.path,
    interrupted: setup.interrupted,
    clients: present(setup).map(({ id, name, installed, files }) => ({
      id,
      name,
      installed,
      files: files.map(({ scope, path, state, servers }) => ({
        scope,
        path,
        state,
        servers: servers.map(({ name: server, transport, enabled, ours }) => ({ name: server, transport, enabled, ours })),
      })),
    })),
    calls: callDocuments(setup),
    findings: findings.map(findingDocument),
    summary: summaryOf(findings, setup),
  };
}

/** Installed assistants, and existing files. */
function present({ decisions, facts }: Checkup['setup']): readonly ScannedClient[] {
  return scanReport(facts, decisions, [])
    .clients.map((client) => ({ ...client, files: client.files.filter((file) => file.state !== 'absent' || file.error !== undefined) }))
    .filter((client) => client.installed || client.files.length > 0);
}

function page(invocation: Invocation, own: OwnState, examined: Checkup): string {
  const { ui, system } = invocation;
  const { style } = ui;
  const { workspace } = examined.setup.facts;
  const short = (text: string): string => plain(displayPaths(text, system.home));
  return [
    judgementText(invocation, examined),
    '',
    style.bold(`snap ${own.version}`),
    `  program    ${short(own.program)}`,
    `  node       ${own.nodeVersion}  ${short(own.node)}`,
    `  platform   ${own.platform}`,
    `  workspace  ${short(workspace.path)}${workspace.isProject ? '' : ' (no project)'}`,
    ...own.directories.map(
      ({ name, path, exists }) => `  ${name.padEnd(9)}  ${short(path)}${exists ? '' : style.dim(' (not created yet)')}`,
    ),
    ...(own.notKept === null ? [] : [`  ${style.sign.bad} ${short(own.notKept)}`]),
    `  journal    ${own.changes === 0 ? 'no changes yet' : `${count(own.changes, 'change')}, the newest from ${own.newestChange}`}`,
    `  daemon     ${short(daemonText(own.daemon))}`,
    '  settings   shown by "snap status"',
  ].join('\n');
}

/** A document with `~` for the home directory in every text. */
function homeless(value: unknown, home: string): unknown {
  if (typeof value === 'string') return displayPaths(value, home);
  if (Array.isArray(value)) return value.map((item: unknown) => homeless(item, home));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, homeless(item, home)]));
}
