import type { FormatName } from '../../src/formats/edit/format.ts';
import type { Draw } from './mutate.ts';

/**
 * The same servers as different people write them: other indentation, spaces inside brackets or none, lists on one line or on many,
 * names with and without quotes, comments, one line for all. The fixtures of the clients are few, and a rule may fit only them.
 */
interface Server {
  readonly name: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeout?: number;
  readonly tools?: readonly string[];
  readonly about?: string;
}

const servers: readonly Server[] = [
  {
    name: 'github',
    command: 'docker',
    args: ['run', '-i', '--rm', '-e', 'GITHUB_TOKEN', 'ghcr.io/github/github-mcp-server'],
    env: { GITHUB_TOKEN: '${GITHUB_TOKEN}' },
  },
  {
    name: 'filesystem',
    command: 'npx',
    args: ['-y', '@modelcontextprotocol/server-filesystem', '/home/mara/src', '.'],
    about: 'Read and write: the sources, and nothing else',
  },
  {
    name: 'postgres',
    command: 'uvx',
    args: ['postgres-mcp', '--access-mode=restricted'],
    env: { DATABASE_URI: 'postgresql://localhost:5432/app', PGTZ: 'UTC' },
    timeout: 60,
  },
  { name: 'context7', url: 'https://mcp.context7.com/mcp', headers: { CONTEXT7_API_KEY: 'fake-key-0000' } },
  { name: 'linear', url: 'https://mcp.linear.app/sse', timeout: 5 },
  {
    name: 'sentry.io',
    url: 'http://127.0.0.1:8787/mcp',
    headers: { Authorization: 'Bearer ${SENTRY}', 'X-Org': 'shop' },
    tools: ['find_issue', 'get_issue'],
  },
  {
    name: 'memory',
    command: 'npx',
    args: ['-y', '@modelcontextprotocol/server-memory'],
    env: { MEMORY_FILE_PATH: '/home/mara/memory.json' },
  },
  {
    name: 'git',
    command: '/home/mara/.local/bin/uv',
    args: ['tool', 'run', 'mcp-server-git', '--repository', '${workspaceFolder}'],
    about: "Mara's own",
  },
  { name: 'win', command: 'cmd', args: ['/c', 'npx', 'x-mcp'], env: { ROOT: 'C:/Users/mara/x', N: '1' } },
  { name: 'empty', command: 'my-server', args: [], env: {}, tools: [] },
  { name: 'browser', command: 'npx', args: ['@playwright/mcp@latest', '--headless'], timeout: 30000, about: '' },
  { name: 'notes', command: 'node', args: ['build/index.js', '--port', '8080', '#1'], tools: ['*'] },
];

export interface Style {
  readonly format: FormatName;
  readonly text: string;
}

/** One file in a style drawn for it. */
export function styled(format: FormatName, draw: Draw): Style {
  const own = Array.from({ length: 1 + draw(3) }, () => servers[draw(servers.length)]).filter((one) => one !== undefined);
  const distinct = [...new Map(own.map((one) => [one.name, one])).values()];
  const text = format === 'json' ? jsonText(distinct, draw) : format === 'yaml' ? yamlText(distinct, draw) : tomlText(distinct, draw);
  return { format, text: draw(6) === 0 ? text.replaceAll('\n', '\r\n') : text };
}

type Field = readonly [key: string, value: string | number | boolean | readonly string[] | Readonly<Record<string, string>>];

function fieldsOf(
  server: Server,
  names: { readonly command: string; readonly env: string; readonly url: string },
  draw: Draw,
): readonly Field[] {
  const { about, args, command, env, headers, timeout, tools, url } = server;
  const fields: Field[] = [];
  if (draw(3) === 0) fields.push(['type', command === undefined ? 'http' : 'stdio']);
  if (command !== undefined) fields.push([names.command, command]);
  if (url !== undefined) fields.push([names.url, url]);
  if (args !== undefined) fields.push(['args', args]);
  if (env !== undefined) fields.push([names.env, env]);
  if (headers !== undefined) fields.push(['headers', headers]);
  if (timeout !== undefined) fields.push(['timeout', timeout]);
  if (draw(3) === 0) fields.push([draw(2) === 0 ? 'disabled' : 'enabled', draw(2) === 0]);
  if (tools !== undefined) fields.push(['available_tools', tools]);
  if (about !== undefined) fields.push(['description', about]);
  return fields;
}

function isMap(value: Field[1]): value is Readonly<Record<string, string>> {
  return typeof value === 'object' && !Array.isArray(value);
}

function jsonText(own: readonly Server[], draw: Draw): string {
  const indent = [' '.repeat(2), ' '.repeat(4), '\t', ' '.repeat(2)][draw(4)] ?? '  ';
  const isCompact = draw(8) === 0;
  const [inlineLists, inlineMaps, pad] = [draw(3) > 0, draw(2) === 0, draw(3) > 0 ? ' ' : ''];
  const colon = isCompact && draw(2) === 0 ? ':' : draw(12) === 0 ? ' : ' : ': ';
  const write = (value: unknown, depth: number, isInline: boolean): string => {
    if (value === null || typeof value !== 'object') return JSON.stringify(value);
    const isList = Array.isArray(value);
    const parts = isList
      ? value.map((item) => write(item, depth + 1, isInline))
      : Object.entries(value).map(([key, item]) => {
          const inner = isInline || (Array.isArray(item) ? inlineLists : (key === 'env' || key === 'headers') && inlineMaps);
          return `${JSON.stringify(key)}${colon}${write(item, depth + 1, inner)}`;
        });
    const [open, close] = isList ? ['[', ']'] : ['{', '}'];
    if (parts.length === 0) return open + close;
    if (isCompact) return open + parts.join(',') + close;
    if (isInline) return isList ? `[${parts.join(', ')}]` : `{${pad}${parts.join(', ')}${pad}}`;
    const inner = indent.repeat(depth + 1);
    return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent.repeat(depth)}${close}`;
  };
  const names = { command: 'command', env: 'env', url: draw(4) === 0 ? 'serverUrl' : 'url' };
  const map = Object.fromEntries(own.map((server) => [server.name, Object.fromEntries(fieldsOf(server, names, draw))]));
  const key = ['mcpServers', 'servers', 'context_servers', 'mcp'][draw(4)] ?? 'mcpServers';
  const before = draw(3) === 0 ? { $schema: 'https://example.com/schema.json', theme: 'One Dark', tab_size: 2 } : {};
  const after = draw(4) === 0 ? { telemetry: { metrics: false }, 'editor.fontSize': 14 } : {};
  return write({ ...before, [key]: map, ...after }, 0, false) + (draw(6) === 0 ? '' : '\n');
}

function yamlText(own: readonly Server[], draw: Draw): string {
  const [width, isList, deepLists] = [draw(4) === 0 ? 4 : 2, draw(2) === 0, draw(2) === 0];
  const [flowLists, flowMaps, quotes] = [draw(3) === 0, draw(4) === 0, draw(3)];
  const isSafe = (text: string): boolean => /^[A-Za-z/][\w./@:$-]*$/.test(text) && !/:$|^(?:true|false|null|yes|no|on|off)$/i.test(text);
  const single = (text: string): string => (quotes === 2 ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text));
  const word = (text: string, inFlow = false): string =>
    quotes > 0 && isSafe(text) && !(inFlow && /[{}[\],]/.test(text))
      ? text
      : text === 'Bearer ${SENTRY}' && !inFlow && quotes > 0
        ? text
        : single(text);
  const flow = (value: Field[1]): string =>
    Array.isArray(value)
      ? `[${value.map((item: string) => word(item, true)).join(', ')}]`
      : `{ ${Object.entries(value)
          .map(([key, item]) => `${key}: ${word(String(item), true)}`)
          .join(', ')} }`;
  const lines: string[] = [];
  const field = ([key, value]: Field, column: number, first: string): void => {
    const lead = first + key;
    const at = ' '.repeat(column);
    if (typeof value !== 'object')
      lines.push(`${lead}: ${typeof value === 'string' ? word(value) : String(value)}${draw(25) === 0 ? '  # checked' : ''}`);
    else if (Object.keys(value).length === 0) lines.push(`${lead}: ${Array.isArray(value) ? '[]' : '{}'}`);
    else if (isMap(value) ? flowMaps : flowLists) lines.push(`${lead}: ${flow(value)}`);
    else {
      lines.push(`${lead}:`);
      if (isMap(value)) for (const [name, item] of Object.entries(value)) lines.push(`${at}${' '.repeat(width)}${name}: ${word(item)}`);
      else if (Array.isArray(value))
        for (const item of value) lines.push(`${at}${deepLists ? ' '.repeat(width) : ''}- ${word(String(item))}`);
    }
  };
  if (draw(2) === 0) lines.push('GOOSE_MODEL: claude-sonnet', 'version: 1.0.0');
  lines.push(isList ? 'mcpServers:' : (['extensions:', 'servers:', 'mcp_servers:'][draw(3)] ?? 'servers:'));
  for (const server of own) {
    const names = { command: isList ? 'command' : 'cmd', env: isList ? 'env' : 'envs', url: isList ? 'url' : 'uri' };
    if (draw(6) === 0) lines.push(`${' '.repeat(width)}# needed by the team: ask first`);
    const dash = isList ? `${' '.repeat(width)}- ` : ' '.repeat(width * 2);
    const column = dash.length;
    if (!isList) lines.push(`${' '.repeat(width)}${server.name}:`);
    const fields: readonly Field[] = [['name', server.name], ...fieldsOf(server, names, draw)];
    fields.forEach((one, i) => field(one, column, i === 0 ? dash : ' '.repeat(column)));
    if (draw(4) === 0) lines.push('');
  }
  if (draw(3) === 0) lines.push('telemetry: false');
  return `${lines.join('\n').trimEnd()}${draw(8) === 0 ? '' : '\n'}`;
}

function tomlText(own: readonly Server[], draw: Draw): string {
  const [isArray, inlineMaps, manyLines, pad] = [draw(4) === 0, draw(2) === 0, draw(4) === 0, draw(4) > 0 ? ' ' : ''];
  const word = (text: string): string => (draw(8) === 0 && !text.includes("'") ? `'${text}'` : JSON.stringify(text));
  const bare = (key: string): string => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key));
  const list = (items: readonly string[]): string =>
    manyLines && items.length > 1 ? `[\n${items.map((item) => `  ${word(item)},`).join('\n')}\n]` : `[${items.map(word).join(', ')}]`;
  const lines: string[] = [];
  if (draw(2) === 0) lines.push('model = "gpt-5-codex"', 'approval_policy = "on-request"', '');
  if (draw(3) === 0) lines.push('[projects."/home/mara/src/shop"]', 'trust_level = "trusted"', '');
  for (const server of own) {
    if (draw(6) === 0) lines.push('# asked for by the platform team');
    const table = `mcp_servers.${bare(server.name)}`;
    lines.push(isArray ? '[[mcp_servers]]' : `[${table}]`);
    if (isArray) lines.push(`name = ${word(server.name)}`);
    const later: string[] = [];
    for (const [key, value] of fieldsOf(server, { command: 'command', env: 'env', url: 'url' }, draw)) {
      if (Array.isArray(value)) lines.push(`${key} = ${list(value)}`);
      else if (isMap(value)) {
        const members = Object.entries(value).map(([name, item]) => `${bare(name)} = ${word(item)}`);
        if (inlineMaps || isArray || members.length === 0)
          lines.push(`${key} = ${members.length === 0 ? '{}' : `{${pad}${members.join(', ')}${pad}}`}`);
        else later.push('', `[${table}.${key}]`, ...members);
      } else lines.push(`${key} = ${typeof value === 'string' ? word(value) : String(value)}${draw(25) === 0 ? ' # seconds' : ''}`);
    }
    lines.push(...later, '');
  }
  return `${lines.join('\n').trimEnd()}${draw(8) === 0 ? '' : '\n'}`;
}
