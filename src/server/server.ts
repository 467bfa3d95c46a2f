import { setImmediate } from 'node:timers/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { RootsListChangedNotificationSchema, type CallToolResult, type ServerNotification } from '@modelcontextprotocol/sdk/types.js';
import { maskProse } from '../secrets/index.ts';
import { cut, cleanLine, type System } from '../system/index.ts';
import { callTool, RequestError, type Limits, type Notify } from './dispatch.ts';
import { isModern, modernResult, readModern } from './modern/request.ts';
import type { ToolSet } from './tool-set.ts';
import type { About } from '../checks/index.ts';
import { openConnection, type Connection } from '../workbench/index.ts';

export interface ToolServerOptions {
  readonly system: System;
  readonly about: About;
  readonly namedWorkspace: string | undefined;
  readonly isFull: boolean;
  readonly limits?: Limits | undefined;
  /** Keeps for the person what a client is not told: the stack of a bug. */
  log(text: string): void;
}

export interface ToolServer {
  /** To be connected to a transport on which `initialize`, `ping` and `tools/list` are answered by others. */
  readonly server: Server;
  readonly connection: Connection;
}

/** How long a client is waited for that was asked for its roots. */
const rootsMs = 3_000;

/**
 * The part of an MCP server that is loaded late: it runs tools.
 */
export function toolServer(
  { listed, load, open, beside }: ToolSet,
  { system, about, namedWorkspace, isFull, limits, log }: ToolServerOptions,
): ToolServer {
  const server = new PlainServer(
    { name: 'snap', version: about.version },
    { capabilities: { tools: {}, ...beside?.capabilities }, jsonSchemaValidator: { getValidator: noValidator } },
  );
  /** A client of the newer protocol names itself in each request. */
  let modernClient: string | undefined;
  const client = (): string | undefined => {
    const name = shown(server.getClientVersion()?.name ?? modernClient ?? '');
    return name === '' ? undefined : name;
  };
  const connection = openConnection({
    system,
    namedWorkspace,
    roots: async () => {
      if (server.getClientCapabilities()?.roots === undefined) return undefined;
      const { roots } = await server.listRoots(undefined, { timeout: limits?.roots ?? rootsMs });
      return roots.map(({ uri }) => uri);
    },
    open: (root) => open(root, client()),
  });
  server.setNotificationHandler(RootsListChangedNotificationSchema, () => connection.rootsChanged());

  let calls = 0;
  const inOrder = ordered();
  const spaced = spacedOut();
  // Not `setRequestHandler`: the SDK would check the shape of the request first and answer a wrong one with an internal error.
  server.fallbackRequestHandler = async ({ method, params }, extra) => {
    const { signal, sendNotification } = extra;
    const read = params !== undefined && isModern({ jsonrpc: '2.0', method, params }) ? readModern(params) : undefined;
    const modern = read === undefined || 'code' in read ? undefined : read;
    modernClient = modern?.client ?? modernClient;
    const finished = (result: Record<string, unknown>): Record<string, unknown> =>
      modern === undefined ? result : modernResult(result, about.version);
    const other = await beside?.answer({ method, params: params ?? {}, modern }, extra);
    if (other !== undefined) return finished(other);
    if (method !== 'tools/call') throw new RequestError(-32601, `Method not found: ${shown(method)}`);
    const call = (): Promise<CallToolResult> =>
      callTool(
        { listed, load },
        { params, isFull, signal, notify: notifierOf(params?._meta?.progressToken, sendNotification), limits },
        {
          system,
          about,
          server: { calls, surface: isFull ? 'full' : 'default' },
          namedWorkspace,
          client: client(),
          workbench: () => connection.workbench(),
          log,
        },
      );
    calls += 1;
    return finished(await inOrder(String(params?.['name']), () => spaced(signal, call)));
  };
  return { server, connection };
}

/** A word of the client, as it may be repeated: cut, and without secrets. */
function shown(word: string): string {
  return cut(maskProse(cleanLine(word.slice(0, 200))), 60);
}

type SendNotification = (notification: ServerNotification) => Promise<void>;

/** Tells the client how far a call is; `undefined` where it has not asked to be told. */
function notifierOf(progressToken: string | number | undefined, send: SendNotification): Notify | undefined {
  if (progressToken === undefined) return undefined;
  return (message, progress, total) =>
    void send({
      method: 'notifications/progress',
      params: { progressToken, progress, message, ...(total === undefined ? {} : { total }) },
    }).catch(() => {
      // The client has disconnected, which ends its calls.
    });
}

/**
 * A task is begun, taught and ended in the order in which a connection asked for it, so that what is learned belongs to the task
 * opened before it, and an end finds it. Learnings do not wait for each other. One examination follows the other: together they would take
 * as long, and block the server meanwhile. Everything else waits for nothing.
 */
function ordered(): <T>(tool: string, call: () => Promise<T>) => Promise<T> {
  let turn: Promise<unknown> = Promise.resolve();
  let learning: Promise<unknown> = Promise.resolve();
  let examining: Promise<unknown> = Promise.resolve();
  return (tool, call) => {
    if (tool === 'check') {
      const mine = examining.then(call);
      examining = Promise.allSettled([mine]);
      return mine;
    }
    if (tool === 'snap_learn') {
      const mine = turn.then(call);
      learning = Promise.allSettled([learning, mine]);
      return mine;
    }
    if (tool !== 'snap' && tool !== 'snap_end') return call();
    const mine = Promise.all([turn, learning]).then(call);
    turn = Promise.allSettled([mine]);
    return mine;
  };
}

/**
 * Lets each call begin in a turn of the event loop of its own. What the client sent meanwhile is read in between: of a hundred calls that it
 * takes back again, one was begun at most.
 */
function spacedOut(): <T>(signal: AbortSignal, call: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return async (signal, call) => {
    // A cancelled call needs no turn: it ends at once.
    const mine = last.then(() => (signal.aborted ? undefined : setImmediate()));
    last = mine;
    await mine;
    return call();
  };
}

class PlainServer extends Server {
  /**
   * A server without tasks answers a request that asks for one as it always does; the SDK would answer with an internal error.
   * https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
   */
  protected override assertTaskHandlerCapability(): void {}
}

/** The SDK checks what a person typed into a form with it, and no tool shows one; its own would load a library for that. */
function noValidator(): never {
  throw new Error('This server asks the person nothing.');
}
