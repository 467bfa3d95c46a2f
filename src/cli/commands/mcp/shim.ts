import type { Command } from '../../command.ts';
import { exit } from '../../exit.ts';
import { stopSignal, tellPerson } from '../../start-server.ts';

export default {
  name: 'mcp shim',
  summary: 'Bridge standard input and output to a remote server (not available in this version).',
  usage: '[--workspace <dir>]',
  details: 'There is no remote server yet: every request is answered with an error that says to use "snap mcp --stdio" instead.',
  options: {
    workspace: { type: 'string', value: 'dir', help: 'Accepted, but has no effect in this version' },
  },
  examples: [['snap mcp --stdio', 'what to use instead']],
  runsAnywhere: true,
  async run({ program }) {
    const { guardStdout, serveShim } = await import('../../../server/index.ts');
    tellPerson();
    await serveShim({ input: process.stdin, output: guardStdout(), version: program.version, signal: stopSignal() });
    process.exit(exit.fine);
  },
} satisfies Command;
