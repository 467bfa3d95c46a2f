import { isOursByShape, type Server } from '../clients/index.ts';
import type { Facts } from '../machine/index.ts';
import { planEntry, type PlannedStep, type PlanOptions } from './plan.ts';

type DaemonServer = Server & { readonly kind: 'url' };

/**
 * The entries that hold a token of snap's daemon that is no longer valid, with the one that is. Only the token changes; entries that refer to
 * the file with it, or to a command, need nothing. Entries with another port stay: a daemon with other directories (SNAP_DATA_DIR), or another
 * program, may be the one that listens there, and is not given this token.
 */
export async function planDaemonToken(
  facts: Facts,
  { token, port }: { readonly token: string; readonly port: number },
  where: PlanOptions['where'],
): Promise<readonly PlannedStep[]> {
  const steps: PlannedStep[] = [];
  for (const found of facts.clients) {
    for (const { place, scope, servers, ignored } of found.files) {
      if (ignored || place.write === 'never' || scope === 'project') continue;
      for (const { name, server } of servers) {
        if (!holdsOldToken(server, token) || !callsPort(server.url, port)) continue;
        const choose = () => ({ kind: 'server', server: withToken(server, token) }) as const;
        steps.push(await planEntry(found, { action: 'set', name, scope, force: true, choose }, { named: true, where }));
      }
    }
  }
  return steps;
}

/** What the daemon gives as a token; and the reference to its file that entries for opencode had, which opencode does not survive while there is none. */
const tokenForm = /^Bearer (snap_local_[\w-]+|\{file:[^{}]*[\\/]token\})$/;

function holdsOldToken(server: Server, token: string): server is DaemonServer {
  if (server.kind !== 'url' || !isOursByShape(server)) return false;
  const header = server.headers.get('Authorization');
  return header !== undefined && tokenForm.test(header) && header !== `Bearer ${token}`;
}

function callsPort(address: string, port: number): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname) && Number(url.port || '80') === port;
}

function withToken({ headers, transport, url }: DaemonServer, token: string) {
  // Where no word says which, the fields of both are the same.
  const written = transport === 'sse' ? ('sse' as const) : ('http' as const);
  return { kind: 'url' as const, transport: written, url, headers: new Map([...headers, ['Authorization', `Bearer ${token}`]]) };
}
