import { typedEntry } from '../../../changes/index.ts';
import type { NewServer } from '../../../clients/index.ts';
import { findProgram, isAbsolutePath, shellPath } from '../../../machine/index.ts';
import { SnapError } from '../../../system/index.ts';
import type { Command, Invocation } from '../../command.ts';
import { forceOption, scopeOf, targetOptions, writeOptions } from '../../options/selection.ts';
import { plain } from '../../terminal/style.ts';
import { count } from '../../words.ts';
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
    'with-secrets': { type: 'boolean', help: 'Write a secret as plain text also into a file of the project' },
    ...forceOption,
    ...writeOptions,
  },
  examples: [
    ['snap mcp add time --cursor -- uvx mcp-server-time', 'a local server'],
    ['snap mcp add docs --cursor --vscode --url https://mcp.example.com/mcp', 'a remote server'],
    ["snap mcp add kb --codex --url https://mcp.example.com --header 'X-Key: ${KEY}'", 'a variable, as each assistant spells it'],
  ],
  words: { max: 1, rest: true },
  async run(invocation) {
    const [name] = invocation.positionals;
    if (name === undefined) throw new SnapError('usage', 'The server needs a name.', { hint: 'See "snap mcp add --help".' });
    const server = await withSplitCommand(invocation, serverOf(invocation));
    const choose = typedEntry(server, { name, withSecrets: invocation.values.flag('with-secrets') });
    return writeRequest(invocation, async () => ({
      action: 'set',
      name,
      scope: scopeOf(invocation.values.text('scope')),
      force: invocation.values.flag('force'),
      choose,
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

/**
 * A command line that came as one word (`-- "npx -y pkg"`), split as a shell splits it. Only where that is clear: there is a program of
 * the first word's name, and none of the whole. Everything else stays, and is judged like every entry.
 */
async function withSplitCommand({ system, ui, values }: Invocation, server: NewServer): Promise<NewServer> {
  if (server.kind === 'url' || !/\s/.test(server.command.trim())) return server;
  const isProgram = async (word: string): Promise<boolean> =>
    isAbsolutePath(word, system.platform)
      ? (await system.look(word))?.kind === 'file'
      : (await findProgram(system, word, shellPath(system))) !== undefined;
  if (await isProgram(server.command)) return server;
  const { splitWords } = await import('../../../doctor/index.ts');
  // Other signs are for a shell.
  const [command, ...args] = /[|&;<>()`$*?\n]/.test(server.command) ? [] : (splitWords(server.command.trim()) ?? []);
  if (command === undefined || !(await isProgram(command))) return server;
  if (!values.flag('json'))
    ui.warn(
      `The command was one word; it is written as the program "${plain(command)}" with ${count(args.length + server.args.length, 'argument')}.`,
    );
  return { ...server, command, args: [...args, ...server.args] };
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
