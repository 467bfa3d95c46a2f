import { defineEntryDiagnostic, type EntryFacts } from '../diagnostic.ts';
import { ownEntries, headerMembers, textsOf, type EntryText } from '../judging/entries/fields.ts';
import { addressOf, isLoopback, isPrivate } from '../judging/network/address.ts';
import { isSecretName } from '../../secrets/index.ts';

/** Data sent over plain http can be read and changed on its way. */
export default defineEntryDiagnostic({
  id: 'plain-http',
  severity: 'warning',
  summary: 'The server is called over http, without encryption.',
  of: ownEntries,
  *judge(target) {
    for (const { node, text } of addressesOf(target)) {
      const address = addressOf(text);
      if (address?.protocol !== 'http:' || isLoopback(address.hostname) || address.hostname === '0.0.0.0') continue;
      const isNear = isPrivate(address.hostname);
      const sendsKey =
        headerMembers(target).some(({ key }) => isSecretName(key)) ||
        address.password !== '' ||
        [...address.searchParams.keys()].some(isSecretName);
      yield {
        span: node,
        severity: isNear ? 'info' : 'warning',
        message: `"${target.entry.name}" is called over http, without encryption${sendsKey ? ': its key is sent unencrypted' : ''}${isNear ? ', inside a private network' : ''}.`,
        hint: isNear ? 'Nothing to do if you trust that network.' : 'Write https:// if the server offers it.',
      };
    }
  },
});

/** The address of an entry, or the one that its bridge calls. */
function addressesOf(target: EntryFacts): readonly EntryText[] {
  const texts = textsOf(target);
  const isBridge = texts.some(
    ({ kind, text }) => (kind === 'argument' || kind === 'command') && /(^|[\\/])(mcp-remote|mcp-proxy|supergateway)(@|$)/.test(text),
  );
  return texts.filter(({ kind, text }) => kind === 'url' || (isBridge && kind === 'argument' && /^http:\/\//i.test(text)));
}
