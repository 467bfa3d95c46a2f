import type { Member, Node } from '../../../formats/index.ts';
import type { Fix } from '../../diagnostic.ts';
import type { EntryFacts } from '../../setup.ts';
import { addressOf } from './address.ts';
import { differenceOf, type FailedCall } from '../answers/called-entries.ts';
import { fieldOf, mayFix, setServerFields, urlKeys } from '../entries/fields.ts';

/** The node of the address of an entry. */
export function addressNode(target: EntryFacts): Node | undefined {
  return addressMember(target)?.value;
}

/**
 * Changes the entry to the address and the transport that work. Safe when the address stays the same or only the local host name changes;
 * a changed path is a guess. `undefined` when nothing worked, or when the client does not support that transport.
 */
export function addressFix(target: EntryFacts, answer: FailedCall): Fix | undefined {
  const { entry, file } = target;
  const difference = differenceOf(target, answer);
  const { works } = answer;
  if (difference === undefined || works === undefined || !mayFix(target) || entry.server.kind !== 'url') return undefined;
  const form = file.reading.entry[works.transport];
  const address = addressMember(target);
  if (form === undefined || address === undefined) return undefined;

  const url = otherAddress(entry.server.url, works.url);
  const isNewUrl = url !== entry.server.url;
  const isNewWord = form.type !== undefined && !['either', works.transport].includes(entry.server.transport);
  const isNewField = form.url !== address.key && isToldByField(target);
  if (!isNewUrl && !isNewWord && !isNewField) return undefined;
  const { typeKey } = file.reading.entry;
  const says = [
    ...(isNewWord ? [`set "${typeKey}" to "${form.type}"`] : []),
    ...(isNewField ? [`move the address to "${form.url}"`] : []),
    ...(isNewUrl ? [`set "${isNewField ? form.url : address.key}" to "${works.url}"`] : []),
  ].join(' and ');
  // When a server answers at the old address, the one at the new address may be a different server.
  const isGuess = difference === 'path' || (difference === 'loopback' && answer.kind === 'http');
  const fix = { kind: isGuess ? 'confirm' : 'safe', says } as const;
  const word = fieldOf(target, typeKey)?.value;
  if (isNewWord && form.type !== undefined && word === undefined) {
    return { ...fix, edit: setServerFields(target, new Map([[typeKey, form.type], ...(isNewUrl ? [[address.key, url] as const] : [])])) };
  }
  if (isNewField && file.reading.format !== 'json') return undefined;
  const splices = [
    ...(isNewField ? [{ ...address.keySpan, text: JSON.stringify(form.url) }] : []),
    ...(isNewUrl ? [{ ...spanOf(address.value), text: JSON.stringify(url) }] : []),
    ...(isNewWord && word !== undefined ? [{ ...spanOf(word), text: JSON.stringify(form.type) }] : []),
  ];
  return { ...fix, edit: { kind: 'splices', path: file.path, splices: splices.toSorted((a, b) => a.start - b.start) } };
}

function spanOf({ end, start }: Node): Pick<Node, 'start' | 'end'> {
  return { start, end };
}

/** Whether the field of the address names the transport (Qwen Code). */
function isToldByField({ file }: Pick<EntryFacts, 'file'>): boolean {
  const { http, sse } = file.reading.entry;
  return http !== undefined && sse !== undefined && http.url !== sse.url;
}

function addressMember(target: Pick<EntryFacts, 'entry' | 'file'>): Member | undefined {
  return urlKeys(target)
    .map((key) => fieldOf(target, key))
    .find((member) => member?.value.kind === 'scalar');
}

/** The first address with host and path of the second, in which secrets are masked; those of the first stay. */
function otherAddress(own: string, other: string): string {
  const [from, to] = [addressOf(own), addressOf(other)];
  if (from === undefined || to === undefined) return own;
  const [, head = '', host = '', rest = ''] = /^([a-z][\w+.-]*:\/\/(?:[^/?#@]*@)?)(\[[^\]]*\]|[^/?#:]*)(.*)$/is.exec(own) ?? [];
  if (head === '') return own;
  const [, port = '', path = '', tail = ''] = /^(:\d*)?([^?#]*)(.*)$/s.exec(rest) ?? [];
  const isSameHost = from.hostname === to.hostname;
  const isSamePath = from.pathname === to.pathname;
  return `${head}${isSameHost ? host : to.hostname}${port}${isSamePath ? path : to.pathname}${tail}`;
}
