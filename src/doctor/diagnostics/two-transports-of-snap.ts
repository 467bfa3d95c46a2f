import { isOursByShape, type Client } from '../../clients/index.ts';
import { defineDiagnostic, type EntryFacts } from '../diagnostic.ts';
import { quotedNames, howToRemove, pathForMessage } from '../judging/wording.ts';

/** Two servers of snap in one client would both watch the workspace, and offer every tool twice. */
export default defineDiagnostic({
  id: 'two-transports-of-snap',
  severity: 'warning',
  summary: 'One assistant has snap twice, with different transports.',
  *detect(setup) {
    const byClient = new Map<Client, { readonly entry: EntryFacts; readonly way: Way }[]>();
    for (const entry of setup.entries) {
      const way = entry.isEffective && entry.isOn ? wayOf(entry) : undefined;
      if (way !== undefined) byClient.set(entry.client, [...(byClient.get(entry.client) ?? []), { entry, way }]);
    }
    for (const [client, found] of byClient) {
      const [first] = found.toSorted((a, b) => ways.indexOf(a.way) - ways.indexOf(b.way));
      for (const { entry, way } of found) {
        if (first === undefined || way === first.way) continue;
        const there = entry.file.path === first.entry.file.path ? '' : ` in ${pathForMessage(setup, first.entry.file.path)}`;
        yield {
          entry,
          message: `${client.name} has snap twice: ${quotedNames([first.entry.entry.name])}${there} ${says[first.way]}, and "${entry.entry.name}" ${says[way]}. Both offer the same tools.`,
          hint: `Keep one of the two: ${howToRemove(setup, entry)}`,
          detail: first.entry.entry.name,
        };
      }
    }
  },
});

const ways = ['stdio', 'address', 'shim'] as const;
type Way = (typeof ways)[number];
const says = {
  stdio: 'starts it on this machine',
  address: 'calls its daemon by address',
  shim: 'calls a remote one through "mcp shim"',
} as const;

/** How an entry starts or calls snap; the daemon listens on port 8765 of this machine. */
function wayOf({ entry }: EntryFacts): Way | undefined {
  const { server, ours } = entry;
  if (server.kind === 'command') return !isOursByShape(server) ? undefined : server.args.includes('shim') ? 'shim' : 'stdio';
  if (server.kind !== 'url') return undefined;
  return ours || (server.url.includes(':8765') && /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\]):8765([/?#]|$)/i.test(server.url))
    ? 'address'
    : undefined;
}
