import type { Command } from '../../command.ts';
import { forceOption, targetOptions, writeOptions } from '../../options/selection.ts';

export default {
  name: 'mcp add',
  summary: 'Add an MCP server to the assistants you name.',
  usage: '<name|url|package> [--cursor … | --all | --detected] [options]  or  <name> [options] (--url <url> | -- <command> [args…])',
  details:
    'A name of the catalogue of well-known servers ("snap mcp add --list"), an address, a package (@scope/name, npm:<name>, pypi:<name>, docker:<image>) or a command line in quotes is enough: the name of the entry is taken from it. A variable such as ${API_KEY} is written as each assistant spells it. One that has no value is asked for, and never written into a file of a project.',
  options: {
    ...targetOptions,
    name: { type: 'string', value: 'name', help: 'The name of the entry (default: taken from the address or the package)' },
    env: {
      type: 'string',
      multiple: true,
      short: 'e',
      value: 'K=V|K',
      help: 'An environment variable of the server; without a value, the one it has here; may be repeated',
    },
    arg: { type: 'string', multiple: true, value: 'text', help: 'An argument of the server (--arg=--flag for a flag); may be repeated' },
    url: { type: 'string', value: 'url', help: 'The address of a remote server' },
    transport: {
      type: 'string',
      value: 'http|sse',
      help: 'How a server with an address is called (default: sse for an address that ends in /sse, else http)',
    },
    header: { type: 'string', multiple: true, value: 'K=V', help: 'A header to send to it ("K: V" is also accepted); may be repeated' },
    list: { type: 'boolean', help: 'Print the catalogue, or the servers in it that match these words' },
    'with-secrets': { type: 'boolean', help: 'Write a secret as plain text also into a file of the project' },
    ...forceOption,
    ...writeOptions,
  },
  examples: [
    ['snap mcp add context7 --claude-code', 'a server of the catalogue'],
    ['snap mcp add https://mcp.example.com/mcp --cursor', 'a remote server, named "example"'],
    ['snap mcp add @playwright/mcp --cursor', 'a package, named "playwright"'],
    ['snap mcp add clock --cursor -- uvx mcp-server-time', 'a name and a command of your own'],
    ["snap mcp add kb --codex --url https://mcp.example.com --header 'X-Key: ${KEY}'", 'a variable, as each assistant spells it'],
  ],
  words: { max: 1, rest: true },
  completes: 'catalogue',
  // The catalogue is loaded by this command alone.
  run: async (invocation) => (await import('../../add/add-server.ts')).addServer(invocation),
} satisfies Command;
