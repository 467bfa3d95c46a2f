import type { Command } from '../../command.ts';
import { startShim } from '../../start-shim.ts';

export default {
  name: 'mcp shim',
  summary: 'Bridge standard input and output to a remote MCP server.',
  usage: '[--url <url>] [--workspace <dir>] [--header <text>]…',
  details:
    'For assistants that start servers but cannot connect to an address. Streamable HTTP is tried first, then the older HTTP+SSE. Every request gets an answer: where the remote server gives none, an error that says why and what to do. Without --url each request is answered with an error that says to use "snap mcp --stdio". The daemon on this machine is given its own token; for other servers use --header, or the variable SNAP_SHIM_TOKEN.',
  options: {
    url: { type: 'string', value: 'url', help: 'Address of the remote server, such as https://mcp.example.com/mcp' },
    workspace: { type: 'string', value: 'dir', help: "Folder to work in, for snap's own daemon" },
    header: {
      type: 'string',
      multiple: true,
      value: 'text',
      help: 'Header for every request: "Name: value"; ${NAME} in it is an environment variable',
    },
  },
  examples: [
    ['snap mcp shim --url http://127.0.0.1:8765/events', "bridge to snap's own daemon"],
    [
      'snap mcp shim --url https://mcp.example.com/mcp --header "Authorization: Bearer ${TOKEN}"',
      'another server, with a token from the environment',
    ],
    ['snap mcp --stdio', 'the server of this machine, without a bridge'],
  ],
  runsAnywhere: true,
  async run({ program, values }) {
    const [url, workspace] = [values.text('url'), values.text('workspace')];
    return startShim(program, {
      ...(url === undefined ? {} : { url }),
      ...(workspace === undefined ? {} : { workspace }),
      headers: values.texts('header'),
    });
  },
} satisfies Command;
