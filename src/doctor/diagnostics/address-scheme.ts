import { defineEntryDiagnostic, type Fix, type Severity, type EntryFacts } from '../diagnostic.ts';
import { replaceValues } from '../edit.ts';
import { mayFix, textsOf, ownEntries } from '../judging/entries/fields.ts';
import { addressFault, type AddressFault } from '../judging/network/address.ts';
import { maskText } from '../../secrets/index.ts';
import { isSocketAddress } from '../../clients/index.ts';
import type { Node } from '../../formats/index.ts';

/** MCP is spoken over http and https; anything else is a slip, or another protocol. */
export default defineEntryDiagnostic({
  id: 'address-scheme',
  severity: 'error',
  summary: 'The address of the server does not begin with http:// or https://, or is not a URL.',
  restsOn: [],
  of: ownEntries,
  judge(target) {
    if (target.entry.server.kind !== 'url') return undefined;
    const used = textsOf(target).find(
      ({ kind, text }) => kind === 'url' && target.entry.server.kind === 'url' && text === target.entry.server.url,
    );
    const fault = used === undefined ? undefined : addressFault(used.text);
    if (used === undefined || fault === undefined) return undefined;
    // The client calls such addresses; a missing or wrong word for them is reported by others.
    if (isSocketAddress(used.text) && target.file.reading.entry.websocket !== undefined) return undefined;
    return {
      span: used.node,
      severity: severityOf(fault),
      ...words(target, fault),
      fix: fixFor(target, used.node, fault),
    };
  },
});

/** A client may speak a protocol that its row does not name. */
function severityOf(fault: AddressFault): Severity {
  if (fault.kind === 'one-slash') return 'warning';
  return fault.kind === 'other' && !/^(ftp|file|sse|stdio|mcp|tcp)$/.test(fault.scheme) ? 'warning' : 'error';
}

function words({ client, entry }: EntryFacts, fault: AddressFault): { readonly message: string; readonly hint: string } {
  const of = `The address of "${entry.name}"`;
  switch (fault.kind) {
    case 'misspelt':
      return {
        message: `${of} begins with "${fault.scheme}", so ${client.name} cannot call it.`,
        hint: `Write ${maskText(fault.right)}.`,
      };
    case 'one-slash':
      return {
        message: `${of} has one slash after "${fault.scheme.slice(0, -1)}" in place of two: some programs read it as it was meant, others cannot call it.`,
        hint: `Write ${maskText(fault.right)}.`,
      };
    case 'missing':
      return {
        message: `${of} has no "https://" in front, so ${client.name} cannot call it.`,
        hint: `Write ${maskText(fault.right)}.`,
      };
    case 'twice':
      return {
        message: `${of} has "http://" or "https://" twice, so ${client.name} cannot call it.`,
        hint: `Write ${maskText(fault.right)}.`,
      };
    case 'other':
      return {
        message: `${of} begins with "${fault.scheme}://". Most assistants call servers over http:// and https:// only.`,
        hint: 'Look up its address for Streamable HTTP in the documentation of the server.',
      };
    case 'invalid':
      return {
        message: `The address of "${entry.name}" is not a URL, so ${client.name} cannot call it.`,
        hint: 'Write the whole address, beginning with "https://".',
      };
    default:
      return fault satisfies never;
  }
}

function fixFor(target: EntryFacts, node: Node, fault: AddressFault): Fix | undefined {
  if (fault.kind === 'other' || fault.kind === 'invalid' || !mayFix(target)) return undefined;
  return {
    kind: fault.kind === 'twice' || fault.kind === 'one-slash' || (fault.kind === 'misspelt' && fault.isSure) ? 'safe' : 'confirm',
    says: `write ${maskText(fault.right)}`,
    edit: replaceValues(target.file, [{ node, value: fault.right }]),
  };
}
