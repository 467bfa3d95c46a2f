import { openToolConnection, type ConnectionOptions } from '../../server/index.ts';
import { createFront, type Front } from '../../server/transports/http/index.ts';
import { cleanLine, quoted } from '../../system/index.ts';
import { listenOnLoopback, type PortTaken } from '../../system/http/index.ts';
import { isEventType } from '../events/event.ts';
import { httpPort } from '../http-port.ts';
import type { HttpHooks, StartHttp } from '../hub/http.ts';
import { checkToken, type ApiKeys } from '../hub/http-token.ts';
import { httpTools } from './http-tools.ts';

export interface HttpFrontOptions {
  readonly about: ConnectionOptions['about'];
  /** Who a key of the backend belongs to; without one every key is refused. */
  readonly apiKeys?: ApiKeys | undefined;
}

/** Joins the hub to the HTTP front. */
export function httpFront(options: HttpFrontOptions): StartHttp {
  return async (hooks, named) => {
    const port = httpPort(named);
    // A wrong one is named, and no other port is taken in its place.
    if (port === undefined) return { kind: 'refused', reason: noPort(named ?? '') };
    let front: Front | undefined;
    // Until the front is there nobody has the token.
    const listener = await listenOnLoopback(port, (exchange) => front?.take(exchange));
    if ('taken' in listener) return { kind: 'refused', reason: takenText(listener) };
    const made = (front = frontOf(options, hooks, listener.port));
    void listener.lost.then((why) => hooks.lost(`the daemon no longer listens at port ${listener.port}: ${why}. Run "snap daemon start".`));
    const url = `http://127.0.0.1:${listener.port}`;
    return {
      kind: 'listening',
      front: {
        url,
        port: listener.port,
        eventsUrl: `${url}/events`,
        clients: () =>
          made
            .clients()
            .map(({ client, root, since, calls }) => ({ kind: 'http', client, workspace: root, since: since.toISOString(), calls })),
        idleMs: () => made.idleMs(),
        async close() {
          made.close();
          await listener.close();
        },
      },
    };
  };
}

function frontOf({ about, apiKeys }: HttpFrontOptions, hooks: HttpHooks, port: number): Front {
  return createFront({
    ports: [port],
    tokens: { check: (bearer) => checkToken(bearer, hooks.token, apiKeys) },
    workspace: (named) => hooks.workspace(named),
    open(root, { isFull }, onMessage) {
      const tools = httpTools({ root, isFull, workspace: hooks.workspace, enter: hooks.enter });
      const options: ConnectionOptions = {
        about,
        isFull,
        namedWorkspace: root,
        log: hooks.log,
        // Nothing to load without a workspace.
        isPrepared: root !== undefined,
        system: () => Promise.reject(new Error('The tools run in the thread of the workspaces.')),
      };
      return openToolConnection(tools, options, onMessage);
    },
    subscribe: ({ types, root }, onEvent) =>
      hooks.subscribe({ types: types?.filter(isEventType), workspace: root }, (event) => onEvent({ ...event })),
    log: hooks.log,
  });
}

function noPort(named: string): string {
  return `SVC_SSE_PORT is ${quoted(named, 40)}, which is no port: a whole number from 1 to 65535. Set it to one, or unset it.`;
}

function takenText({ taken, holder }: PortTaken): string {
  const by = holder === undefined ? 'another program' : `process ${holder.pid} (${cleanLine(holder.program)})`;
  return `port ${taken} is taken by ${by}. End it, or set SVC_SSE_PORT to a free port; then run "snap daemon start" again.`;
}
