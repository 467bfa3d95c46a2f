import type { NewServer } from '../../clients/index.ts';
import { parseJson, toPlain } from '../../formats/index.ts';
import { isRecord, SnapError } from '../../system/index.ts';

/** One entry of a pasted block. */
export interface PastedServer {
  /** Absent where only the entry itself was pasted. */
  readonly name: string | undefined;
  readonly server: NewServer;
}

/** Below which key assistants have their servers, the longest way first. */
const wrappers: readonly (readonly string[])[] = [
  ['mcp', 'servers'],
  ['mcpServers'],
  ['servers'],
  ['context_servers'],
  ['mcp_servers'],
  ['amp.mcpServers'],
  ['mcp'],
];

/**
 * The servers in the JSON of a README: a whole file of an assistant, a part of one, `"name": { … }` without the outer braces, or one entry.
 * @throws SnapError `usage`. The message repeats nothing of the text, which may hold secrets.
 */
export function pastedServers(text: string): readonly PastedServer[] {
  const document = read(text.trim());
  for (const path of wrappers) {
    const found = path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), document);
    if (isRecord(found) && !isEntry(found)) return entriesIn(found);
  }
  if (isEntry(document)) return [{ name: textIn(document, 'name'), server: serverOf(document) }];
  return entriesIn(document);
}

function read(text: string): Readonly<Record<string, unknown>> {
  for (const candidate of [text, `{${text.replace(/,\s*$/, '')}}`]) {
    const parsed = parseJson(candidate, 'comments-and-commas');
    const document = parsed.kind === 'tree' && parsed.root !== undefined ? toPlain(parsed.root) : undefined;
    if (isRecord(document)) return document;
  }
  throw new SnapError('usage', 'The text begins as JSON does, and is none.', {
    hint: 'Copy the whole block, from the first brace to the last; or pass it by standard input: snap mcp add -',
  });
}

function entriesIn(servers: Readonly<Record<string, unknown>>): readonly PastedServer[] {
  const found = Object.entries(servers).flatMap(([name, entry]) =>
    isRecord(entry) && isEntry(entry) ? [{ name, server: serverOf(entry) }] : [],
  );
  if (found.length > 0 && found.length === Object.keys(servers).length) return found;
  throw new SnapError('usage', 'This JSON has something else than servers: an entry has a "command", or an address in "url".', {
    hint: 'As in: snap mcp add \'{"mcpServers":{"name":{"command":"npx","args":["-y","package"]}}}\'',
  });
}

function isEntry(value: Readonly<Record<string, unknown>>): boolean {
  return commandIn(value).length > 0 || addressIn(value) !== undefined;
}

function addressIn(entry: Readonly<Record<string, unknown>>): string | undefined {
  return ['url', 'httpUrl', 'serverUrl', 'uri'].map((key) => textIn(entry, key)).find((text) => text !== undefined);
}

/** `"command": "npx", "args": […]`, a list of words, or Zed's `"command": { "path": … }`. */
function commandIn(entry: Readonly<Record<string, unknown>>): readonly string[] {
  const { command } = entry;
  if (Array.isArray(command)) return texts(command);
  const inner = isRecord(command) ? command : entry;
  const program = textIn(inner, isRecord(command) ? 'path' : 'command') ?? textIn(entry, 'cmd');
  return program === undefined ? [] : [program, ...texts(inner['args'])];
}

function serverOf(entry: Readonly<Record<string, unknown>>): NewServer {
  const [command, ...args] = commandIn(entry);
  const url = addressIn(entry);
  const inner = isRecord(entry['command']) ? entry['command'] : entry;
  if (command !== undefined)
    return { kind: 'command', command, args: args.map(withInputs), env: pairs(inner['env'] ?? entry['environment']) };
  const kind = textIn(entry, 'type') ?? textIn(entry, 'transport') ?? '';
  const isSse = kind === 'sse' || (kind === '' && /\/sse\/?$/.test(url ?? ''));
  const headers = pairs(entry['headers'] ?? entry['http_headers']);
  if (!/^https?:\/\//i.test(url ?? '') || !URL.canParse(url ?? ''))
    throw new SnapError('usage', 'The address in the JSON is no http or https address.');
  return { kind: 'url', transport: isSse ? 'sse' : 'http', url: withInputs(url ?? ''), headers };
}

function pairs(value: unknown): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(isRecord(value) ? value : {}).flatMap(([name, text]) =>
      typeof text === 'string' || typeof text === 'number' || typeof text === 'boolean' ? [[name, withInputs(String(text))] as const] : [],
    ),
  );
}

/** VS Code asks for `${input:api-key}`: elsewhere it is a variable of that name. */
function withInputs(text: string): string {
  return text.replaceAll(/\$\{input:([\w-]+)\}/g, (_, name: string) => `\${${name.replaceAll(/\W/g, '_').toUpperCase()}}`);
}

function texts(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : []).flatMap((item) =>
    typeof item === 'string' || typeof item === 'number' ? [String(item)] : [],
  );
}

function textIn(entry: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const value = entry[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
