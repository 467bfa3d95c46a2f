import { readEvent } from '../events/event.ts';
import type { DaemonStatus, EndingReason, Method as MethodName } from '../protocol.ts';
import type { Client, HubClients } from './clients.ts';
import type { EventBus } from './event-bus.ts';
import type { HubHttp } from './http.ts';
import { callIn, clientIn, httpIn, InvalidParams, rootIn, stopIn, subscribeIn } from './params.ts';
import type { HubWorkspaces } from './workspaces.ts';

/** What the methods work with. */
export interface HubParts {
  readonly clients: HubClients;
  readonly workspaces: HubWorkspaces;
  readonly http: HubHttp;
  readonly bus: EventBus;
  /** What the asking client is told: of all but itself. */
  status(asking: Client): DaemonStatus;
  end(reason: EndingReason): void;
}

type Raw = Readonly<Record<string, unknown>>;
type Method = (client: Client, params: Raw, signal: AbortSignal) => unknown;

/** Every method but hello. */
export function hubMethods({
  clients,
  workspaces,
  http,
  bus,
  status,
  end,
}: HubParts): Readonly<Record<Exclude<MethodName, 'hello'>, Method>> {
  return {
    ping: () => ({}),
    status,
    stop(client, params) {
      const { when } = stopIn(params);
      // Room is made for a newer daemon only while no other client has a call under way.
      const stops = when === 'now' || (http.clients().length === 0 && !clients.hasBusyOther(client));
      // After this answer.
      if (stops) setImmediate(() => end(when === 'now' ? 'asked' : 'replaced'));
      return { stops };
    },
    'http.start': (_, params) => http.start(httpIn(params).port),
    'workspace.open'(client, params) {
      enterWorkspace(client, workspaces, rootIn('workspace.open', params));
      client.name = clientIn(params) ?? client.name;
      return {};
    },
    'workspace.call'(_, params, signal) {
      const { root, call, args } = callIn(params);
      return workspaces.call(root, call, args, signal);
    },
    'events.subscribe'(client, params) {
      const { types, root } = subscribeIn(params);
      const filter = { types, workspace: root };
      client.unsubscribe();
      client.unsubscribe = bus.subscribe(filter, (event) => client.connection.sendEvent(event));
      return { recent: bus.recent(filter) };
    },
    'events.publish'(_, params) {
      const event = readEvent(params['event']);
      if (event === undefined) throw new InvalidParams('events.publish: "event" must be an event as docs/events.md describes it.');
      bus.publish(event);
      return {};
    },
  };
}

export function enterWorkspace(client: Client, workspaces: HubWorkspaces, root: string): void {
  if (client.workspace === root) return;
  client.leaveWorkspace();
  client.workspace = root;
  // A command makes one call, so nothing is prepared before it.
  client.leaveWorkspace = workspaces.enter(root, client.connection.hello?.kind !== 'command');
}
