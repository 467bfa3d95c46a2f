import { SnapError } from '../../../system/index.ts';
import type { Command } from '../../command.ts';
import { startServer } from '../../start-server.ts';

export default {
  name: 'mcp',
  summary: 'Start the MCP server that assistants talk to.',
  usage: '--stdio [--workspace <dir>]',
  details:
    'Assistants start this themselves, from the entry that "snap tools configure" writes. It ends when its input ends, and when the\nassistant has gone. Standard output carries nothing but JSON-RPC.\n\nSVC_MCP_INTELLIGENCE_SURFACE=full in the environment offers all tools instead of the seven.\n\nThe other commands that begin with "snap mcp" are listed by "snap --help".',
  options: {
    stdio: { type: 'boolean', help: 'Speak over standard input and output' },
    workspace: {
      type: 'string',
      value: 'dir',
      help: 'The project to work in (default: what the assistant says, else the directory it is started in)',
    },
  },
  examples: [
    ['snap mcp --stdio', 'for an assistant that starts it in the project'],
    ['snap mcp --stdio --workspace ~/work/shop', 'for one that does not'],
  ],
  words: { most: 1 },
  async run({ values, positionals, program }) {
    const [word] = positionals;
    if (word !== undefined)
      throw new SnapError('usage', `snap has no command "mcp ${word}".`, {
        hint: 'See "snap --help". The server is started with "snap mcp --stdio".',
      });
    if (!values.flag('stdio'))
      throw new SnapError('usage', 'snap mcp: how the server shall speak is missing.', {
        hint: 'Start it with "snap mcp --stdio"; "snap --help" lists the other commands.',
      });
    return startServer(program, values.text('workspace'));
  },
} satisfies Command;
