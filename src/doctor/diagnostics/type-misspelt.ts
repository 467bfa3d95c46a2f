import { type About, defineDiagnostic, atMost, entrySeverity, type EntryFacts, type FileFacts } from '../diagnostic.ts';
import {
  ownEntries,
  fieldOf,
  isNestedWrongly,
  mayFix,
  textOf,
  hasWords,
  isOwnWord,
  meaningOfWord,
  transportsOfWord,
} from '../judging/entries/fields.ts';
import { replaceValues, type Edit } from '../edit.ts';
import { transportByPath } from '../judging/network/address.ts';
import { isSocketAddress } from '../../clients/index.ts';
import type { Node } from '../../formats/index.ts';

/** Every client has its own words for the transports, and does not know the words of other clients. */
export default defineDiagnostic({
  id: 'type-misspelt',
  severity: 'error',
  summary: 'The entry names its transport with a word that another assistant uses.',
  restsOn: ['entry'],
  *detect(setup) {
    for (const target of ownEntries(setup)) {
      const sighting = judge(target);
      if (sighting !== undefined) yield { entry: target, ...sighting };
    }
  },
});

function judge(target: EntryFacts): About | undefined {
  const { entry: form } = target.file.reading;
  const word = textOf(target, form.typeKey);
  const member = fieldOf(target, form.typeKey);
  if (word === undefined || member === undefined || isNestedWrongly(target)) return undefined;
  const socket = socketWord(target, word);
  if (socket !== undefined) return socket;
  const wanted = wantedTransport(target, word);
  if (wanted === undefined || transportsOfWord(form, word).includes(wanted)) return undefined;
  // A client that has no word for it does not look at the word.
  const right = form[wanted]?.type;
  if (right === undefined || right === word) return undefined;
  const isContradiction = isOwnWord(form, word);
  const kind = isContradiction ? 'confirm' : 'safe';
  const costs = form.strict !== undefined || form.requiresType === true;
  const what = form.strict === 'file' ? 'it then loads no server of this file' : 'it ignores the entry';
  return {
    // A broken file costs the entries that are on as well.
    severity:
      form.strict === 'file' ? 'error' : atMost(entrySeverity(target, 'error'), costs ? 'error' : form.guessesType ? 'info' : 'warning'),
    span: member.value,
    message: isContradiction
      ? `"${target.entry.name}" says "${form.typeKey}": "${word}", but has ${wanted === 'stdio' ? 'a command and no address' : 'an address and no command'}${costs ? `; ${target.client.name} does not accept that: ${what}` : ''}.`
      : `${target.client.name} does not know "${form.typeKey}": "${word}"${costs ? `: ${what}` : form.guessesType ? ' and goes by the other fields' : ''}. Its word is "${right}".`,
    hint: `Write "${form.typeKey}": "${right}".${mayFix(target) || target.file.place.note === undefined ? '' : ` ${target.file.place.note}`}`,
    fix: mayFix(target)
      ? { kind, says: `replace "${word}" by "${right}"`, edit: replaceWord(target.file, member.value, right) }
      : undefined,
  };
}

/** Another word than the one for WebSocket, at an address of WebSocket. */
function socketWord(target: EntryFacts, word: string): About | undefined {
  const { entry: form } = target.file.reading;
  const { server } = target.entry;
  const member = fieldOf(target, form.typeKey);
  if (form.websocket === undefined || server.kind !== 'url' || member === undefined) return undefined;
  if (!isSocketAddress(server.url)) return undefined;
  const right = form.websocket;
  return {
    severity: atMost(entrySeverity(target, 'error'), 'error'),
    span: member.value,
    message: `"${target.entry.name}" says "${form.typeKey}": "${word}", but its address is one of WebSocket; ${target.client.name} does not accept that.`,
    hint: `Write "${form.typeKey}": "${right}".`,
    fix: mayFix(target)
      ? { kind: 'confirm', says: `replace "${word}" by "${right}"`, edit: replaceWord(target.file, member.value, right) }
      : undefined,
  };
}

/** The transport of the entry regardless of its type word; `undefined` where that is not clear, or no client has the word. */
function wantedTransport(target: EntryFacts, word: string): 'stdio' | 'http' | 'sse' | undefined {
  const { entry: form } = target.file.reading;
  const { server } = target.entry;
  const meaning = meaningOfWord(word);
  if (meaning === undefined || server.kind === 'other') return undefined;
  if (server.kind === 'command') {
    // Both of them: another problem.
    if (textOf(target, 'url') !== undefined) return undefined;
    if (meaning === 'stdio') return form.stdio.type === undefined ? undefined : 'stdio';
    return isOwnWord(form, word) || hasWords(form) ? 'stdio' : undefined;
  }
  if (!hasWords(form)) return undefined;
  if (meaning === 'sse' && form.sse === undefined) return undefined;
  if (meaning === 'http' || meaning === 'sse') return form[meaning] === undefined ? 'sse' : meaning;
  const byPath = transportByPath(server.url) ?? 'http';
  return form[byPath] === undefined ? (byPath === 'http' ? 'sse' : 'http') : byPath;
}

/** A word without quotes (YAML) gets none. */
function replaceWord(file: FileFacts, node: Node, word: string): Edit {
  if (/["']/.test(file.text?.[node.start] ?? '"')) return replaceValues(file, [{ node, value: word }]);
  return { kind: 'splices', path: file.path, splices: [{ start: node.start, end: node.end, text: word }] };
}
