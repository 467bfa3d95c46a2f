import { parseRun, textIn } from '../../system/index.ts';
import { isEventType } from '../events/event.ts';
import type { ClientKind, Hello, Params } from '../protocol.ts';

type Raw = Readonly<Record<string, unknown>>;

/** What came with a request does not fit its method; the message goes to the caller. */
export class InvalidParams extends Error {}

const kinds: readonly ClientKind[] = ['server', 'command', 'editor'];
const maxPathLength = 4_096;
const maxNameLength = 200;

/** `undefined` for what is no hello at all. One of another protocol is a hello: it is refused by name. */
export function helloIn(params: Raw): Hello | undefined {
  const run = parseRun(params['run']);
  const { protocol, build, kind, client, root } = params;
  const knownKind = kinds.find((each) => each === kind);
  if (typeof protocol !== 'number' || typeof build !== 'string' || run === undefined || knownKind === undefined) return undefined;
  return {
    protocol,
    build: build.slice(0, maxNameLength),
    run,
    kind: knownKind,
    client: clientIn({ client }),
    root: isPath(root) ? root : undefined,
  };
}

export function stopIn(params: Raw): Params<'stop'> {
  const { when } = params;
  if (when !== 'now' && when !== 'idle') throw new InvalidParams('stop: "when" must be "now" or "idle".');
  return { when };
}

export function httpIn({ port }: Raw): Params<'http.start'> {
  return { port: textIn(port)?.slice(0, maxNameLength) };
}

export function rootIn(method: string, { root }: Raw): string {
  if (!isPath(root)) throw new InvalidParams(`${method}: "root" must be the absolute path of a workspace.`);
  return root;
}

/** The assistant's own name for itself. */
export function clientIn({ client }: Raw): string | undefined {
  return textIn(client)?.slice(0, maxNameLength);
}

export function callIn(params: Raw): Params<'workspace.call'> {
  const { call, args } = params;
  if (typeof call !== 'string' || call.length > maxNameLength)
    throw new InvalidParams('workspace.call: "call" must be the name of a call.');
  if (!Array.isArray(args)) throw new InvalidParams('workspace.call: "args" must be a list.');
  return { root: rootIn('workspace.call', params), call, args };
}

export function subscribeIn({ types, root }: Raw): Params<'events.subscribe'> {
  if (root !== undefined && !isPath(root)) throw new InvalidParams('events.subscribe: "root" must be the absolute path of a workspace.');
  if (types === undefined) return { root };
  if (!Array.isArray(types)) throw new InvalidParams('events.subscribe: "types" must be a list.');
  // One of another build is none that could come.
  return { types: types.filter(isEventType), root };
}

function isPath(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxPathLength && /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(value) && !value.includes('\0');
}
