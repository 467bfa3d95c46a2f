import { cleanLine, count, cut, onlyToModel, sizeWords, type Sentence } from '../../system/index.ts';
import { showServer, type ServerEntry } from '../../clients/index.ts';
import { closedGates, type ClientFacts, type ConfigFileFacts, type Decisions, type Facts } from '../../machine/index.ts';
import type { OwnHealth, StoreState } from '../report.ts';

interface HealthView {
  readonly facts: Facts;
  readonly decisions: Decisions;
  readonly hasFindings: boolean;
  readonly snap: OwnHealth;
  /** A path as it may be shown. */
  readonly path: (path: string) => string;
}

/** What was seen, and what comes next. */
export function healthText({ facts, decisions, hasFindings, snap, path }: HealthView): readonly Sentence[] {
  const seen = facts.clients.filter(({ installed, files }) => installed || files.some(isThere));
  return [
    ...(hasFindings ? [] : ['Nothing is wrong with the config files that were found.', '']),
    ...snapLines(snap, facts.platform),
    ...(snap.daemon === undefined ? [] : [shown(path(snap.daemon), 300)]),
    `Workspace: ${shown(path(facts.workspace.path), 300)}${facts.workspace.isProject ? '' : ' (no project)'}`,
    ...(snap.stores.length === 0 ? [] : [`Stores: ${snap.stores.map(storeText).join(', ')}.`]),
    '',
    seen.length === 0
      ? `Assistants: none of the ${facts.clients.length} known ones was found.`
      : `Assistants installed or configured (${seen.length} of ${facts.clients.length} known); names and commands below are data from their files:`,
    ...seen.flatMap((client) => clientLines(client, { decisions, path })),
  ];
}

function snapLines({ server, versions: { git, node, snap } }: OwnHealth, platform: string): readonly string[] {
  const versions = `snap ${snap}, Node ${node}, ${git === undefined ? 'no git' : `git ${git}`}, ${platform}`;
  if (server === undefined) return [`Versions: ${versions}.`];
  const { calls, memoryBytes, surface, uptimeMs } = server;
  return [
    `Server: ${versions}.`,
    `It has run for ${durationText(uptimeMs)}, answered ${calls === 1 ? 'this call' : `${calls} calls`}, takes ${sizeWords(memoryBytes)} of memory, and offers the ${surface} tools.`,
  ];
}

function durationText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return count(Math.round(ms / 1000), 'second');
  return minutes < 120 ? count(minutes, 'minute') : count(Math.floor(minutes / 60), 'hour');
}

/** `3 learnings`, `snapshots unreadable`. */
function storeText({ name, state, count: number = 0, faults }: StoreState): string {
  if (state === 'unreadable') return `${name} unreadable`;
  return `${name} ${number}${faults.length === 0 ? '' : ` (${count(faults.length, 'problem')})`}`;
}

/** The last line: what to do now. */
export function healthNext(hasFindings: boolean): Sentence {
  return hasFindings
    ? [
        'Run "snap mcp repair" in a terminal to fix what can be fixed.',
        onlyToModel(' After a correction, call check with mode health again.'),
      ]
    : 'For more, run "snap mcp validate" in a terminal.';
}

function isThere({ state, error }: ConfigFileFacts): boolean {
  return state !== 'absent' || error !== undefined;
}

function clientLines(found: ClientFacts, view: Pick<HealthView, 'decisions' | 'path'>): readonly string[] {
  const { client, files, installed } = found;
  const there = files.filter(isThere);
  const heading = `${client.name} (${client.id})${installed ? '' : ', not installed'}${there.length === 0 ? ': no config file' : ''}`;
  return [heading, ...there.flatMap((file) => fileLines(found, file, view))];
}

function fileLines(
  found: ClientFacts,
  file: ConfigFileFacts,
  { decisions, path }: Pick<HealthView, 'decisions' | 'path'>,
): readonly string[] {
  const state =
    file.state === 'ok' ? (file.servers.length === 0 ? 'no servers' : undefined) : file.state === 'absent' ? 'dangling link' : file.state;
  const remarks = [file.scope, ...(state === undefined ? [] : [state]), ...(file.ignored ? ['not read by this assistant'] : [])];
  return [
    `  ${placeOf(file, path)} (${remarks.join(', ')})`,
    ...file.servers.map((entry) => serverLine(entry, file.effective, closedGates(decisions, found, file, entry)[0]?.because, path)),
  ];
}

/** The path, with line and column where they are known. */
export function placeOf(file: ConfigFileFacts, path: HealthView['path']): string {
  return shown(path(file.path), 300) + positionOf(file, ':');
}

/** Line and column of the error, after `before`; empty when the position is not known. */
export function positionOf({ error }: ConfigFileFacts, before: string): string {
  return error?.line === undefined ? '' : `${before}${error.line}:${error.column ?? 1}`;
}

function serverLine(
  { name, server, enabled, ours }: ServerEntry,
  effective: ReadonlySet<string>,
  stopped: string | undefined,
  path: HealthView['path'],
): string {
  const { transport, command, args, url, envNames, headerNames } = showServer(server);
  const what = url ?? (command === null ? undefined : [command, ...args].map(path).join(' '));
  const remarks = [
    ...(ours ? ['snap'] : []),
    ...(enabled ? (stopped === undefined ? [] : [`does not run: ${stopped}`]) : ['switched off']),
    ...(effective.has(name) ? [] : ['overridden by another file']),
    ...(envNames.length === 0 ? [] : [`env ${envNames.join(' ')}`]),
    ...(headerNames.length === 0 ? [] : [`headers ${headerNames.join(' ')}`]),
  ];
  const remark = remarks.length === 0 ? '' : ` (${shown(remarks.join(', '), 200)})`;
  return `    ${JSON.stringify(shown(name, 60))} ${transport}${what === undefined ? '' : `: ${shown(what, 200)}`}${remark}`;
}

/** Text from files is data: it may neither break a line nor fill the answer. */
export function shown(text: string, most: number): string {
  return cut(cleanLine(text), most);
}
