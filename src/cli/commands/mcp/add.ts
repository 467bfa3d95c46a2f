import type { NewServer } from '../../../clients/index.ts';
import { SnapError } from '../../../system/index.ts';
import type { Command, Invocation } from '../../command.ts';
import { forceOption, scopeOf, targetOptions, writeOptions } from '../../options/selection.ts';
import { writeRequest } from '../../write-entries.ts';

export default {
  name: 'mcp add',
  summary: 'Add an MCP server to the assistants you name.',
  usage: '<name> [--cursor … | --all | --detected] [options] (--url <url> | -- <command> [args…])',
  options: {
    ...targetOptions,
    env: { type: 'string', multiple: true, short: 'e', value: 'K=V', help: 'An environment variable of the server; may be repeated' },
    url: { type: 'string', value: 'url', help: 'The address of a remote server' },
    transport: { type: 'string', value: 'http|sse', help: 'The transport of the remote server (default: http)' },
    header: { type: 'string', multiple: true, value: 'K=V', help: 'A header to send to it ("K: V" is also accepted); may be repeated' },
    ...forceOption,
    ...writeOptions,
  },
  examples: [
    ['snap mcp add files --cursor -- npx -y @modelcontextprotocol/server-filesystem .', 'a local server'],
    ['snap mcp add docs --cursor --vscode --url https://mcp.example.com/mcp', 'a remote server'],
  ],
  words: { max: 1, rest: true },
  async run(invocation) {
    const [name] = invocation.positionals;
    if (name === undefined) throw new SnapError('usage', 'The server needs a name.', { hint: 'See "snap mcp add --help".' });
    const server = serverOf(invocation);
    return writeRequest(invocation, async () => ({
      action: 'set',
      name,
      scope: scopeOf(invocation.values.text('scope')),
      force: invocation.values.flag('force'),
      choose: () => ({ kind: 'server', server }),
    }));
  },
} satisfies Command;

function serverOf({ values, rest }: Invocation): NewServer {
  const url = values.text('url');
  const [command, ...args] = rest ?? [];
  const misplaced = url === undefined ? values.texts('header').length > 0 && '--header' : values.texts('env').length > 0 && '--env';
  if (misplaced !== false)
    throw new SnapError('usage', `${misplaced} is for ${url === undefined ? 'servers with --url' : 'servers with a command'}.`);
  if (url !== undefined && command !== undefined) throw new SnapError('usage', 'A server has either --url or a command, not both.');
  if (url !== undefined)
    return {
      kind: 'url',
      transport: transportOf(values.text('transport')),
      url: requireUrl(url),
      headers: pairs(values.texts('header'), /^([^=:]+)[=:]\s*(.*)$/s, '--header'),
    };
  if (command === undefined)
    throw new SnapError('usage', 'The command to start is missing.', { hint: 'Give --url <url>, or the command after "--".' });
  if (values.text('transport') !== undefined && values.text('transport') !== 'stdio')
    throw new SnapError('usage', '--transport is for servers with --url.');
  return { kind: 'command', command, args, env: pairs(values.texts('env'), /^([^=]+)=(.*)$/s, '--env') };
}

function transportOf(text: string | undefined): 'http' | 'sse' {
  if (text === undefined || text === 'http') return 'http';
  if (text === 'sse') return 'sse';
  throw new SnapError('usage', `--transport ${text}: no such transport.`, { hint: 'For a url: http, sse.' });
}

function requireUrl(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) throw new SnapError('usage', '--url: expected an http or https address.');
  return text;
}

/** The message names no value: it may be a secret. */
function pairs(texts: readonly string[], form: RegExp, option: string): ReadonlyMap<string, string> {
  return new Map(
    texts.map((text) => {
      const [, key, value] = form.exec(text) ?? [];
      if (key === undefined || value === undefined) throw new SnapError('usage', `${option} expects NAME=value.`);
      return [key.trim(), value];
    }),
  );
}
