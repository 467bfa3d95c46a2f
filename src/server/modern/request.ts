import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { isRecord } from '../../system/index.ts';
import { clientName } from '../client-connection.ts';

// The protocol since 2026-07-28 has no `initialize`: each request says in `_meta` for which version it is written, by whom, and what its
// sender can do. https://modelcontextprotocol.io/specification/2026-07-28/basic#meta (2026-11-22)

export const modernVersions = ['2026-07-28'] as const;

/** The field of `_meta` that names the version of a message. */
export const versionKey = 'io.modelcontextprotocol/protocolVersion';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';

/** The field of `_meta` that names the subscription to which a notice belongs. */
export const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';

/** What a request of the newer protocol says about itself. */
export interface ModernRequest {
  readonly version: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** The name its sender gives itself. */
  readonly client: string | undefined;
  /** Absent: no log messages are wanted. */
  readonly logLevel: string | undefined;
}

/** What is wrong with a request, as a JSON-RPC error. */
export interface WrongRequest {
  readonly code: number;
  readonly message: string;
  readonly data?: object;
}

/** Whether the newer protocol is meant; one that names an unknown version, or leaves a part out, is too. */
export function isModern(message: JSONRPCMessage): boolean {
  if (!('method' in message)) return false;
  const meta: unknown = message.params?._meta;
  return (isRecord(meta) && (versionKey in meta || capabilitiesKey in meta)) || message.method === 'server/discover';
}

/** Reads `_meta`, or says what is wrong with it. */
export function readModern(params: unknown): ModernRequest | WrongRequest {
  const meta = isRecord(params) ? params['_meta'] : undefined;
  if (!isRecord(meta)) return { code: -32602, message: `"params._meta" must be an object with "${versionKey}".` };
  const { [versionKey]: version, [capabilitiesKey]: capabilities, 'io.modelcontextprotocol/clientInfo': info } = meta;
  if (typeof version !== 'string') return { code: -32602, message: `"params._meta" must have "${versionKey}", a text.` };
  if (!modernVersions.some((known) => known === version))
    return {
      code: -32022,
      message: `This version of the protocol is not supported. Supported: ${modernVersions.join(', ')}.`,
      data: { supported: modernVersions, requested: version.slice(0, 64) },
    };
  if (!isRecord(capabilities)) return { code: -32602, message: `"params._meta" must have "${capabilitiesKey}", an object.` };
  const level = meta['io.modelcontextprotocol/logLevel'];
  return {
    version,
    capabilities,
    client: clientName(info),
    logLevel: typeof level === 'string' ? level : undefined,
  };
}

/** What each result of the newer protocol says. */
export function modernResult(result: object, serverVersion: string): Record<string, unknown> {
  const known: Readonly<Record<string, unknown>> = { ...result };
  const meta = isRecord(known['_meta']) ? known['_meta'] : {};
  return {
    resultType: 'complete',
    ...known,
    _meta: { ...meta, 'io.modelcontextprotocol/serverInfo': { name: 'snap', version: serverVersion } },
  };
}
