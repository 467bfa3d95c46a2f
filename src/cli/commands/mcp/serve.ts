import { Console } from 'node:console';
import { SnapError } from '../../../system/index.ts';
import type { Command } from '../../command.ts';
import { exit } from '../../exit.ts';

export default {
  name: 'mcp',
  summary: 'Start the MCP server that assistants talk to.',
  usage: '--stdio [--workspace <dir>]',
  details:
    'Assistants start this themselves, from the entry that "snap tools configure" writes. It ends when its input ends. Standard output carries nothing but JSON-RPC.\n\nThe other commands that begin with "snap mcp" are listed by "snap --help".',
  options: {
    stdio: { type: 'boolean', help: 'Speak over standard input and output' },
    workspace: { type: 'string', value: 'dir', help: 'The project to work in (default: the directory it is started in)' },
  },
  examples: [
    ['snap mcp --stdio', 'for an assistant that starts it in the project'],
    ['snap mcp --stdio --workspace ~/work/shop', 'for one that does not'],
  ],
  words: { most: 1 },
  async run({ values, positionals, system, program }) {
    const [word] = positionals;
    if (word !== undefined)
      throw new SnapError('usage', `snap has no command "mcp ${word}".`, {
        hint: 'See "snap --help". The server is started with "snap mcp --stdio".',
      });
    if (!values.flag('stdio'))
      throw new SnapError('usage', 'snap mcp: how the server shall speak is missing.', {
        hint: 'Start it with "snap mcp --stdio"; "snap --help" lists the other commands.',
      });
    ownStdout();
    const stop = new AbortController();
    process.once('SIGTERM', () => stop.abort());
    const { serveStdio } = await import('../../../server/index.ts');
    const ending = await serveStdio({
      input: process.stdin,
      output: process.stdout,
      system,
      about: { version: program.version, node: process.versions.node, program },
      namedWorkspace: values.text('workspace'),
      signal: stop.signal,
    });
    // Whatever still runs has nobody left to answer to.
    if (ending === 'abandoned') process.exit(exit.fine);
    return exit.fine;
  },
} satisfies Command;

/** From here on stdout belongs to the protocol: a library that logs must not break it, and a client that leaves is the normal end. */
export function ownStdout(): void {
  globalThis.console = new Console(process.stderr, process.stderr);
  process.stderr.removeAllListeners('error').on('error', () => undefined);
}
