import { isRecord } from '../../../system/index.ts';
import type { Request } from '../../message.ts';
import { versionKey } from '../../modern.ts';
import { oneHeader, type RawHeaders } from './guards.ts';

// Since 2026-07-28 a request over HTTP repeats parts of its body in headers, for those on the way who read no bodies. A server refuses one in
// which the two differ. https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#request-metadata (2026-11-22)

/** The field of the parameters that Mcp-Name repeats, by method. */
const namedBy: Readonly<Record<string, string>> = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' };

/** What is wrong with the headers of a request, or `undefined`. */
export function wrongHeader(
  raw: RawHeaders,
  { method, params }: Request,
  inputSchema: ((tool: string) => object | undefined) | undefined,
): string | undefined {
  const meta: unknown = params?._meta;
  const version = isRecord(meta) ? meta[versionKey] : undefined;
  if (typeof version === 'string' && oneHeader(raw, 'mcp-protocol-version') !== version) return differs('MCP-Protocol-Version');
  if (oneHeader(raw, 'mcp-method') !== method) return differs('Mcp-Method');
  const field = namedBy[method];
  const name = field === undefined ? undefined : params?.[field];
  if (field !== undefined && name !== undefined && decoded(oneHeader(raw, 'mcp-name')) !== name) return differs('Mcp-Name');
  if (method !== 'tools/call' || typeof name !== 'string') return undefined;
  const given = params?.['arguments'];
  const wrong = mirrored(inputSchema?.(name)).find(({ header, path }) => !isSame(oneHeader(raw, header), valueAt(given, path)));
  return wrong === undefined ? undefined : differs(wrong.header);
}

function differs(header: string): string {
  return `Header mismatch: ${header} is missing, not valid, or not what the body says.`;
}

/** A value that is no plain text of ASCII is sent as `=?base64?…?=`. @returns `undefined` for one that is no Base64. */
function decoded(value: string | undefined): string | undefined {
  const inside = value === undefined ? undefined : /^=\?base64\?(.*)\?=$/s.exec(value)?.[1];
  if (inside === undefined) return value;
  const isBase64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(inside);
  return isBase64 ? Buffer.from(inside, 'base64').toString('utf8') : undefined;
}

/** A value that is absent or null has no header, and one that is there has. */
function isSame(header: string | undefined, value: unknown): boolean {
  if (value === undefined || value === null) return header === undefined;
  const text = decoded(header);
  if (text === undefined) return false;
  if (typeof value === 'number') return text.trim() !== '' && Number(text) === value;
  return text === (typeof value === 'string' ? value : JSON.stringify(value));
}

interface Mirrored {
  readonly header: string;
  readonly path: readonly string[];
}

/** The parameters with `x-mcp-header`, those of objects in objects too. */
function mirrored(schema: unknown, path: readonly string[] = []): readonly Mirrored[] {
  const properties = isRecord(schema) ? schema['properties'] : undefined;
  if (!isRecord(properties) || path.length > 8) return [];
  return Object.entries(properties).flatMap(([name, property]) => {
    const own = isRecord(property) ? property['x-mcp-header'] : undefined;
    const below = mirrored(property, [...path, name]);
    return typeof own === 'string' ? [{ header: `Mcp-Param-${own}`, path: [...path, name] }, ...below] : below;
  });
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined), value);
}
