import { defineDiagnostic, type EntryFacts } from '../diagnostic.ts';
import { argumentNode, type Edit, replaceArguments } from '../edit.ts';
import { setServerFields, textOf } from '../judging/entries/fields.ts';
import { bridgedAddress } from '../judging/network/address.ts';
import { namesRemote, saysRemoteIsMissing } from '../judging/programs/own-entry.ts';
import { maskText } from '../../secrets/index.ts';

/** Options of the bridge alone, each with a value. */
const ofTheBridge = new Set(['--url', '--header']);

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
      const address = bridgedAddress(entry);
      if (entry.isOn && entry.command?.callsOut === true && entry.live.length === 0 && address !== undefined) {
        const { host, pathname } = new URL(address);
        yield {
          entry,
          severity: 'info',
          message: `"${entry.entry.name}" runs "mcp shim", the bridge to ${maskText(host + pathname)}. Whether a server answers there is not known: snap calls another machine only when asked to.`,
          hint: 'In a terminal, "snap mcp repair" asks whether to call it, and corrects the entry if it answers 404. With --probe it is called without a question.',
        };
        continue;
      }
      // Who names an address wants that server; only its own answer says that it is not there.
      if (namesRemote(entry.entry) && !entry.live.some(({ answer }) => saysRemoteIsMissing(answer))) continue;
      const edit = withoutBridge(entry, server.args, index);
      yield {
        entry,
        message: `"${entry.entry.name}" runs "mcp shim", the bridge to a remote server that is not deployed: ${entry.client.name} gets a 404, or no tools.`,
        hint: 'Use "mcp --stdio", which runs on this machine.',
        ...(edit === undefined ? {} : { fix: { kind: 'safe', says: 'replace "shim" by "--stdio"', edit } }),
      };
    }
  },
});

/** "--stdio" in place of "shim", without the options that only the bridge takes. `undefined` where the words stand in one text. */
function withoutBridge(entry: EntryFacts, args: readonly string[], index: number): Edit | undefined {
  if (!args.some((arg) => isOfTheBridge(arg))) return replaceArguments(entry, new Map([[index, '--stdio']]));
  const words = args
    .map((arg, i) => (i === index ? '--stdio' : arg))
    .filter((arg, i) => !isOfTheBridge(arg) && !ofTheBridge.has(args[i - 1] ?? ''));
  const hasArgs =
    textOf(entry, entry.file.reading.entry.stdio.command) !== undefined && args.every((_, i) => argumentNode(entry, i) !== undefined);
  return hasArgs ? setServerFields(entry, new Map([['args', words]])) : undefined;
}

function isOfTheBridge(arg: string): boolean {
  return ofTheBridge.has(arg.split('=', 1)[0] ?? '');
}
