import {
  protocol,
  type ClientStatus,
  type DaemonPlace,
  type DaemonStatus,
  type HttpStatus,
  type WorkspaceStatus,
} from '../../daemon/index.ts';
import type { DaemonDesk } from '../../daemon/local/index.ts';
import type { SeenDaemon } from '../../daemon/start/index.ts';
import type { System } from '../../system/index.ts';
import { shown } from '../print-answer.ts';
import { bytesText } from '../reports/snapshot-text.ts';
import { ago, localTime } from '../reports/times.ts';
import { plain, type Style } from '../terminal/style.ts';
import { count } from '../words.ts';

/** `snap daemon status --json`: the same properties whether one runs or not. */
export function statusDocument(seen: SeenDaemon, { socket, tokenFile, logFile }: DaemonPlace) {
  const places = { socket, tokenFile, logFile };
  if (seen.kind === 'answers') {
    const { pid, build, startedAt, http, memory, clients, workspaces, protocol: number } = seen.status;
    return {
      schemaVersion: 1,
      running: true,
      answers: true,
      reason: null,
      pid,
      ...places,
      protocol: number,
      build,
      startedAt,
      http: httpDocument(http),
      memory,
      clients: clients.map(({ kind, pid: process, client, build: own, workspace, since, calls }) => ({
        kind,
        pid: process ?? null,
        client: client ?? null,
        build: own ?? null,
        workspace: workspace ?? null,
        since,
        calls,
      })),
      workspaces: workspaces.map(({ reason, ...workspace }) => ({ ...workspace, reason: reason ?? null })),
    };
  }
  const known = seen.kind === 'mute' ? seen : { pid: undefined, build: undefined, startedAt: undefined, reason: undefined };
  return {
    schemaVersion: 1,
    running: known.pid !== undefined,
    answers: false,
    reason: known.reason ?? null,
    pid: known.pid ?? null,
    ...places,
    protocol: null,
    build: known.build ?? null,
    startedAt: known.startedAt ?? null,
    http: httpDocument({ state: 'off' }),
    memory: null,
    clients: [],
    workspaces: [],
  };
}

type Around = Pick<System, 'home' | 'now'>;

/** The same as a page. */
export function statusText(seen: SeenDaemon, { place, build }: Pick<DaemonDesk, 'place' | 'build'>, system: Around, style: Style): string {
  const path = (text: string): string => shown(text, system.home);
  if (seen.kind === 'absent') {
    return [
      'No daemon runs. Assistants work without one, more slowly at some calls.',
      '"snap daemon start" starts it; servers start it by themselves unless "daemon.autoStart" is false in your settings.',
      style.dim(`Its log: ${path(place.logFile)}`),
    ].join('\n');
  }
  if (seen.kind === 'mute') {
    const which =
      seen.pid === undefined ? '' : ` (process ${seen.pid}${seen.startedAt === undefined ? '' : `, since ${localTime(seen.startedAt)}`})`;
    return [
      `${style.sign.bad} The daemon cannot be asked${which}: ${path(seen.reason)}.`,
      // What is no process of a daemon is not ended.
      seen.pid === undefined
        ? 'Assistants work without it. "snap daemon start" says what to do; "snap daemon logs" shows what a daemon said last.'
        : 'Assistants work without it. "snap daemon restart" ends it and starts another one; "snap daemon logs" shows what it said last.',
      style.dim(`Its socket: ${path(place.socket)}`),
    ].join('\n');
  }
  return page(seen.status, build, system, style);
}

function page(status: DaemonStatus, ownBuild: string, system: Around, style: Style): string {
  const { clients, workspaces } = status;
  const path = (text: string): string => shown(text, system.home);
  return [
    `${style.bold('Daemon')}      process ${status.pid}, since ${localTime(status.startedAt)} (${ago(status.startedAt, system.now())}), ${bytesText(status.memory)} of memory`,
    `Build       ${path(status.build)}, protocol ${status.protocol}${status.build === ownBuild ? '' : style.yellow(` (this program is ${ownBuild}, protocol ${protocol})`)}`,
    `HTTP        ${httpText(status.http)
      .replace(/^HTTP: /, '')
      .replace(/^No HTTP: /, 'no: ')}`,
    `Clients     ${clients.length === 0 ? 'none' : String(clients.length)}`,
    ...clients.map((client) => `  ${path(clientText(client, system.now()))}`),
    `Workspaces  ${workspaces.length === 0 ? 'none' : String(workspaces.length)}`,
    ...workspaces.map((workspace) => `  ${path(workspaceText(workspace))}`),
    `Token file  ${path(status.tokenFile)}`,
    `Log file    ${path(status.logFile)}`,
    `Socket      ${path(status.socket)}`,
  ].join('\n');
}

const kinds: Readonly<Record<ClientStatus['kind'], string>> = { server: 'server', command: 'command', editor: 'editor', http: 'over HTTP' };

function clientText({ kind, pid, client, workspace, since, calls }: ClientStatus, now: Date): string {
  return [
    client ?? kinds[kind],
    ...(client === undefined || kind === 'server' ? [] : [kinds[kind]]),
    ...(pid === undefined ? [] : [`process ${pid}`]),
    workspace ?? 'no workspace yet',
    `connected ${ago(since, now)}`,
    ...(calls === 0 ? [] : [`${count(calls, 'call')} under way`]),
  ].join(', ');
}

const states: Readonly<Record<WorkspaceStatus['state'], string>> = { known: 'not open', prepared: 'prepared', failed: 'failed' };

function workspaceText({ root, state, clients, reason }: WorkspaceStatus): string {
  return `${root}  ${states[state]}, ${count(clients, 'client')}${reason === undefined ? '' : `: ${reason}`}`;
}

/** Where HTTP clients connect, or why they cannot, in a line. */
export function httpText({ state, eventsUrl = '', reason = '' }: HttpStatus): string {
  switch (state) {
    case 'listening':
      return `HTTP: ${plain(eventsUrl)}`;
    case 'refused':
      return `No HTTP: ${plain(reason)}`;
    case 'off':
      return 'No HTTP: nobody has asked for it. "snap daemon start" starts it.';
    default:
      return state satisfies never;
  }
}

/** The same for scripts. */
export function httpDocument({ state, url, port, eventsUrl, reason }: HttpStatus) {
  return { state, url: url ?? null, port: port ?? null, eventsUrl: eventsUrl ?? null, reason: reason ?? null };
}
