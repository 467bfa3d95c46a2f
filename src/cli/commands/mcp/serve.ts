import { SnapError } from '../../../system/index.ts';
import type { Command } from '../../command.ts';
import { startServer } from '../../start-server.ts';

export default {
  name: 'mcp',
  summary: 'Start the MCP server that assistants talk to.',
  usage: '--stdio [--workspace <dir>]',
  details:
    'Assistants start this themselves, from the entry that "snap tools configure" writes. It ends when its input ends or the assistant exits. Standard output carries JSON-RPC only.\nWith SVC_MCP_INTELLIGENCE_SURFACE=full in the environment it offers all tools instead of seven.',
  options: {
    stdio: { type: 'boolean', help: 'Serve over standard input and output' },
    workspace: {
      type: 'string',
      value: 'dir',
      help: 'The project to work in (default: the one the assistant names, else the directory it is started in)',
    },
  },
  examples: [
    ['snap mcp --stdio', 'for an assistant that starts it in the project'],
    ['snap mcp --stdio --workspace ~/work/shop', 'for an assistant that does not'],
  ],
  runsAnywhere: true,
  async run({ values, program }) {
    if (!values.flag('stdio'))
      throw new SnapError('usage', 'snap mcp: the transport is missing.', {
        hint: 'Start the server with "snap mcp --stdio"; "snap mcp --help" lists the other commands.',
      });
    return startServer(program, values.text('workspace'));
  },
} satisfies Command;
