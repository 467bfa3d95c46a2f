import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { RootsListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { cut, plainText, type System } from '../system/index.ts';
import { callTool, RequestError, type Limits } from './dispatch.ts';
import { openSession, type Session } from './session.ts';
import { tolerateStderr } from './stdout.ts';
import type { About, Tool } from './tool.ts';
import type { Workbench } from './workbench.ts';

export interface ToolServerOptions {
  readonly system: System;
  readonly about: About;
  readonly namedWorkspace: string | undefined;
  readonly isFull: boolean;
  readonly limits?: Limits;
}

export interface ToolServer {
  /** To be connected to a transport on which `initialize`, `ping` and `tools/list` are answered by others. */
  readonly server: Server;
  readonly session: Session;
}

/** How long a client is waited for that was asked for its roots. */
const rootsMs = 3_000;

/**
 * The part of an MCP server that is loaded late: it runs tools.
 * @param open makes the workbench of a workspace for the client of that name.
 */
export function toolServer(
  tools: readonly Tool[],
  open: (root: string, client: string | undefined) => Promise<Workbench>,
  { system, about, namedWorkspace, isFull, limits }: ToolServerOptions,
): ToolServer {
  tolerateStderr();
  const server = new PlainServer(
    { name: 'snap', version: about.version },
    { capabilities: { tools: {} }, jsonSchemaValidator: { getValidator: noValidator } },
  );
  const client = (): string | undefined => {
    const name = cut(plainText(server.getClientVersion()?.name ?? ''), 60);
    return name === '' ? undefined : name;
  };
  const session = openSession({
    system,
    namedWorkspace,
    roots: async () => {
      if (server.getClientCapabilities()?.roots === undefined) return undefined;
      const { roots } = await server.listRoots(undefined, { timeout: rootsMs });
      return roots.map(({ uri }) => uri);
    },
    open: (root) => open(root, client()),
  });
  server.setNotificationHandler(RootsListChangedNotificationSchema, () => session.rootsChanged());

  // Not `setRequestHandler`: the SDK would check the shape of the request first and answer a wrong one with an internal error.
  server.fallbackRequestHandler = async ({ method, params }, { signal, sendNotification }) => {
    if (method !== 'tools/call') throw new RequestError(-32601, `Method not found: ${method}`);
    const token = params?._meta?.progressToken;
    const notify = (message: string, progress: number, total?: number): void =>
      void sendNotification({
        method: 'notifications/progress',
        params: { progressToken: token ?? 0, progress, message, ...(total === undefined ? {} : { total }) },
      }).catch(() => {
        // The client has gone; its calls are ended by that.
      });
    return callTool(
      tools,
      { params, isFull, signal, ...(token === undefined ? {} : { notify }), ...(limits === undefined ? {} : { limits }) },
      { system, about, namedWorkspace, client: client(), workbench: () => session.workbench() },
    );
  };
  return { server, session };
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
