import type { Command } from '../../command.ts';
import { exit } from '../../exit.ts';
import { ownStdout } from './serve.ts';

export default {
  name: 'mcp shim',
  summary: 'Bridge standard input and output to a remote server (not available in this version).',
  usage: '[--workspace <dir>]',
  details: 'There is no remote server yet: every request is answered with an error that says to use "snap mcp --stdio" instead.',
  options: {
    workspace: { type: 'string', value: 'dir', help: 'Accepted, and without effect in this version' },
  },
  examples: [['snap mcp --stdio', 'what to use instead']],
  async run({ program }) {
    ownStdout();
    const stop = new AbortController();
    process.once('SIGTERM', () => stop.abort());
    const { serveShim } = await import('../../../server/index.ts');
    const ending = await serveShim({ input: process.stdin, output: process.stdout, version: program.version, signal: stop.signal });
    if (ending === 'abandoned') process.exit(exit.fine);
    return exit.fine;
  },
} satisfies Command;
