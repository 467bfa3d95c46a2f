import { defineDiagnostic, atMost, entrySeverity, type Setup } from '../diagnostic.ts';
import { addressOf, isLoopback } from '../judging/network/address.ts';
import { textsOf } from '../judging/entries/fields.ts';

/** A proxy cannot reach the loopback address of this machine. */
export default defineDiagnostic({
  id: 'proxy-takes-loopback',
  severity: 'warning',
  summary: 'A proxy is set, and calls to this machine are not excluded from it.',
  *detect({ entries, env, facts }) {
    for (const target of entries) {
      const { client, entry } = target;
      // Apps that are started from the desktop use the proxy of the system settings, which is not checked here.
      if (entry.server.kind !== 'url' || client.path !== 'shell') continue;
      const address = addressOf(entry.server.url);
      if (address === undefined || !isLoopback(address.hostname)) continue;
      const proxy = proxyFor(env, address.protocol);
      if (proxy === undefined || isExcepted(env, address.hostname)) continue;
      // snap calls it without the proxy, so an answer to snap says nothing about a client that uses the proxy.
      const isAnswered = target.live.some(({ answer }) => answer.kind === 'answered');
      const isCertain = client.usesProxyVariables === true;
      const node = textsOf(target).find(({ kind }) => kind === 'url')?.node;
      yield {
        entry: target,
        span: node,
        severity: atMost(entrySeverity(target, 'warning'), isAnswered && !isCertain ? 'info' : 'warning'),
        message: `${proxy} is set, and NO_PROXY does not name ${address.hostname}: ${client.name} ${isCertain ? 'sends' : 'may send'} calls of "${entry.name}", which runs on this machine, to the proxy, which cannot reach it.`,
        hint: `Set NO_PROXY${facts.platform === 'win32' ? ' to ' : '='}127.0.0.1,localhost (in addition to its present value) where ${client.name} is started, or make an exception for this machine in the proxy itself.`,
      };
    }
  },
});

/** The variable that sends such a call through a proxy. */
function proxyFor(env: Setup['env'], protocol: string): string | undefined {
  const kind = protocol === 'https:' ? 'https' : 'http';
  return [`${kind}_proxy`, `${kind.toUpperCase()}_PROXY`, 'all_proxy', 'ALL_PROXY'].find((name) => (env[name] ?? '') !== '');
}

function isExcepted(env: Setup['env'], host: string): boolean {
  const list = [env['no_proxy'], env['NO_PROXY']]
    .flatMap((value) => (value ?? '').split(/[,\s]+/))
    .map((item) => item.trim().toLowerCase());
  const bare = host.replaceAll(/[[\]]/g, '').toLowerCase();
  return list.some((item) => {
    const name = item
      .replace(/:\d+$/, '')
      .replace(/^\*?\./, '')
      .replaceAll(/[[\]]/g, '');
    if (name === '*' || name === bare) return true;
    if (/^127[.\d]*\/\d+$/.test(item)) return bare.startsWith('127.');
    return name !== '' && bare.endsWith(`.${name}`);
  });
}
