import { defineDiagnostic } from '../diagnostic.ts';
import { replaceArguments } from '../edit.ts';

/** The server "mcp shim" bridges to is not deployed; a client that asks it shows the 404 it gets. */
export default defineDiagnostic({
  id: 'shim-instead-of-stdio',
  severity: 'error',
  summary: 'The entry starts the remote bridge ("mcp shim") where the local server ("mcp --stdio") was meant.',
  *detect({ entries }) {
    for (const entry of entries) {
      const { server } = entry.entry;
      if (server.kind !== 'command' || !entry.entry.ours) continue;
      const index = server.args.findIndex((arg, i) => arg === 'shim' && server.args[i - 1] === 'mcp');
      if (index === -1) continue;
      if (entry.live.some(({ answer }) => answer.kind === 'answered' && answer.tools.length > 0)) {
        yield {
          entry,
          severity: 'info',
          message: `"${entry.entry.name}" runs "mcp shim", the bridge to a remote server, and that server answers.`,
          hint: 'Nothing to do if you want the remote server. The local one is "mcp --stdio".',
        };
        continue;
      }
      yield {
        entry,
        message: `"${entry.entry.name}" runs "mcp shim", the bridge to a remote server that is not deployed: ${entry.client.name} gets a 404, or no tools.`,
        hint: 'Use "mcp --stdio", which runs on this machine.',
        fix: { kind: 'safe', says: 'replace "shim" by "--stdio"', edit: replaceArguments(entry, new Map([[index, '--stdio']])) },
      };
    }
  },
});
