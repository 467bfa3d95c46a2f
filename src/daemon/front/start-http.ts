import type { ConnectionOptions } from '../../server/index.ts';
import { createFront, openUnboundConnection, type Front, type Principal } from '../../server/transports/http/index.ts';
import { cleanLine, quoted } from '../../system/index.ts';
import { listenOnLoopback, sameSecret, type PortTaken } from '../../system/http/index.ts';
import { isEventType } from '../events/event.ts';
import { httpPort } from '../http-port.ts';
import type { HttpHooks, StartHttp } from '../hub/http.ts';

export interface HttpFrontOptions {
  readonly about: ConnectionOptions['about'];
  /** Who a key of the backend belongs to; without one every key is refused. */
  readonly apiKeys?: { check(key: string): Promise<Principal | undefined> } | undefined;
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
    tokens: {
      async check(bearer) {
        if (sameSecret(bearer, hooks.token)) return { id: 'local' };
        return /^sk_(?:live|test)_/.test(bearer) ? apiKeys?.check(bearer) : undefined;
      },
    },
    workspace: (named) => hooks.workspace(named),
    open(root, { isFull, client }, onMessage) {
      if (root !== undefined) return hooks.connect(root, { isFull, client }, onMessage);
      return openUnboundConnection(
        {
          about,
          isFull,
          workspace: (named) => hooks.workspace(named),
          connect: (found, receive) => hooks.connect(found, { isFull, client }, receive),
          log: hooks.log,
        },
        onMessage,
      );
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
