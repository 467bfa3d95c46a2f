import type { Socket } from 'node:net';
import type { WritableSystem } from '../../system/index.ts';
import { findRealPath } from '../../system/background/index.ts';
import type { LineSocket } from '../../system/sockets/index.ts';
import { isSmallByIndex } from '../../workbench/assist/index.ts';
import { newEvent, type DaemonStateData, type SnapEvent } from '../events/event.ts';
import type { DaemonPlace } from '../place.ts';
import { errorCodes, protocol, type DaemonStatus, type EndingReason } from '../protocol.ts';
import type { OpenWorkspace } from '../workspace-host.ts';
import { accept, refuseConnection } from './accept.ts';
import { UnknownMethod, type ClientConnection, type ConnectionHub } from './client-connection.ts';
import { hubClients, nameOf, type Client, type HubClients } from './clients.ts';
import { createEventBus, type EventBus } from './event-bus.ts';
import { hubHttp, type HubHooks, type HubHttp, type StartHttp } from './http.ts';
import { httpFiles } from './http-files.ts';
import type { HubLimits } from './limits.ts';
import { enterWorkspace, hubMethods } from './methods.ts';
import { hubWorkspaces, type HubWorkspaces } from './workspaces.ts';
import { errorStack } from '../../system/index.ts';

export interface HubOptions {
  readonly system: WritableSystem;
  readonly place: DaemonPlace;
  readonly build: string;
  readonly startedAt: string;
  readonly limits: HubLimits;
  readonly openWorkspace: OpenWorkspace;
  /** Absent where there is no HTTP. */
  readonly startHttp: StartHttp | undefined;
  /** The real path of a workspace that the person has opened with snap. `present`: those that are known here. */
  findWorkspace(named: string, present: readonly string[]): Promise<string | undefined>;
  log(line: string): void;
  /** Asks for the end of the daemon. */
  end(reason: EndingReason): void;
  /** The clock, in milliseconds, by which the time without use is measured. Tests set one; by default it is the clock of this process. */
  readonly clock?: (() => number) | undefined;
}

function processClock(): number {
  return performance.now();
}

/** The part of the daemon that knows all clients, workspaces and events. It does nothing slow, so that it always answers at once. */
export interface Hub {
  /** A client has connected. */
  take(raw: Socket): void;
  report(data: DaemonStateData): void;
  /** Milliseconds since there was a client; 0 while there is one. */
  idleMs(): number;
  /** Ends what has been idle too long. To be called every second. */
  tidy(): void;
  /** Tells every client, and ends all workspaces and connections. */
  close(reason: EndingReason): Promise<void>;
}

interface Parts {
  readonly clients: HubClients;
  readonly bus: EventBus;
  readonly workspaces: HubWorkspaces;
  readonly http: HubHttp;
}

export function createHub(options: HubOptions): Hub {
  const { system, limits, log, clock = processClock } = options;
  const clients = hubClients();
  const bus = createEventBus();
  const report = (data: DaemonStateData, root?: string): void => bus.publish(newEvent(system.now(), 'daemon.state', data, root));
  const workspaces = openedWorkspaces(options, bus, report);
  const http = startedHttp(options, workspaces, bus, report);
  const life = { isEnding: false, lastUsedMs: clock() };
  const connectionHub = hubOfConnections(options, { clients, bus, workspaces, http }, life, report);
  const sockets = new Set<LineSocket>();
  const forget = (connection: ClientConnection, socket: LineSocket): void => {
    sockets.delete(socket);
    connection.ended();
    life.lastUsedMs = clock();
    const client = clients.remove(connection);
    client?.leaveWorkspace();
    client?.unsubscribe();
    const { hello } = connection;
    if (hello === undefined || life.isEnding) return;
    log(`client left: ${nameOf(hello)}`);
    if (hello.kind !== 'command') report({ state: 'client-left', kind: hello.kind, pid: hello.run.pid, client: hello.client });
  };
  return {
    report,
    take(raw) {
      if (life.isEnding || clients.size >= limits.maxClients) return refuseConnection(raw, life.isEnding);
      const since = system.now().toISOString();
      const { connection, socket } = accept(raw, { hub: connectionHub, since, heldBytes: clients.heldBytes, onEnd: forget });
      sockets.add(socket);
      clients.add(connection);
    },
    idleMs: () => (clients.size > 0 ? 0 : Math.min(http.idleMs(), clock() - life.lastUsedMs)),
    tidy: () => workspaces.tidy(performance.now()),
    async close(reason) {
      life.isEnding = true;
      report({ state: 'stopping', pid: system.run.pid, reason });
      for (const connection of clients.connections()) connection.leave(reason);
      await Promise.allSettled([http.close(), workspaces.close()]);
      for (const socket of sockets) socket.close(500);
    },
  };
}

type Report = (data: DaemonStateData, root?: string) => void;

function openedWorkspaces({ system, limits, openWorkspace, log }: HubOptions, bus: EventBus, report: Report): HubWorkspaces {
  return hubWorkspaces({
    open: openWorkspace,
    now: () => system.now(),
    maxIdleMs: limits.workspaceMs,
    maxPrepared: limits.maxPrepared,
    // In a small workspace servers ask for nothing, so nothing is kept ready there.
    isWorthPreparing: async (root) => (await findRealPath(root)) === root && (await isSmallByIndex(system, root)) !== true,
    publish: (event: SnapEvent) => bus.publish(event),
    report(root, data) {
      log(`${data.state}: ${root}${'reason' in data ? `: ${data.reason}` : ''}`);
      report(data, root);
    },
  });
}

function startedHttp(
  { system, startHttp, findWorkspace, log, place }: HubOptions,
  workspaces: HubWorkspaces,
  bus: EventBus,
  report: Report,
): HubHttp {
  const hooks: HubHooks = {
    workspace: (named: string) =>
      findWorkspace(
        named,
        workspaces.status().map(({ root }) => root),
      ),
    enter: (root) => workspaces.enterTools(root),
    subscribe: bus.subscribe,
    log,
  };
  return hubHttp(startHttp, hooks, httpFiles(system, place, log), ({ state, url = '', reason = '' }) => {
    log(state === 'listening' ? `HTTP at ${url}` : `no HTTP: ${reason}`);
    report(state === 'listening' ? { state: 'http-started', url } : { state: 'http-refused', reason });
  });
}

function hubOfConnections(
  { system, place, build, startedAt, limits, log, end, clock = processClock }: HubOptions,
  parts: Parts,
  life: { readonly isEnding: boolean; lastUsedMs: number },
  report: Report,
): ConnectionHub {
  const { clients, workspaces, http } = parts;
  const status = (asking: Client): DaemonStatus => ({
    pid: system.run.pid,
    socket: place.socket,
    protocol,
    build,
    startedAt,
    http: http.status(),
    tokenFile: place.tokenFile,
    logFile: place.logFile,
    memory: process.memoryUsage.rss(),
    clients: [...clients.status(asking), ...http.clients()],
    workspaces: workspaces.status(),
  });
  const methods = new Map(Object.entries(hubMethods({ ...parts, status, end })));
  return {
    limits,
    refusal() {
      if (life.isEnding) return { code: errorCodes.ending, message: 'The daemon is ending.' };
      const isFull = clients.calls() >= limits.maxAllCalls || clients.heldBytes() >= limits.maxHeldBytes;
      return isFull ? { code: errorCodes.busy, message: 'The daemon has too much to do at the moment.' } : undefined;
    },
    welcome(connection, hello) {
      const client = clients.of(connection);
      if (client !== undefined && hello.root !== undefined) enterWorkspace(client, workspaces, hello.root);
      log(`client connected: ${nameOf(hello)}`);
      // Commands come and go; this is about those who stay.
      if (hello.kind !== 'command') report({ state: 'client-connected', kind: hello.kind, pid: hello.run.pid, client: hello.client });
      return { protocol, build, run: system.run, startedAt };
    },
    answer(connection, name, params, signal) {
      life.lastUsedMs = clock();
      const client = clients.of(connection);
      const method = methods.get(name);
      if (method === undefined || client === undefined) throw new UnknownMethod('The daemon does not know this method.');
      return method(client, params, signal);
    },
    reportBug: (method, error) => log(`bug in ${method}: ${errorStack(error)}`),
  };
}
