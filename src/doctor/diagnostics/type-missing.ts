import { type About, defineEntryDiagnostic, type EntryFacts } from '../diagnostic.ts';
import {
  isOwnWord,
  meaningOfWord,
  hasWords,
  typeKeys,
  canDrop,
  fieldOf,
  isNestedWrongly,
  mayFix,
  setServerFields,
  textOf,
  urlKeys,
  ownEntries,
} from '../judging/entries/fields.ts';
import { transportByPath } from '../judging/network/address.ts';
import { renameMember } from '../edit.ts';
import { isSocketAddress } from '../../clients/index.ts';

/** Some clients ignore an address without the word for its transport; others guess, and guess the older one. */
export default defineEntryDiagnostic({
  id: 'type-missing',
  severity: 'error',
  summary: 'The entry does not name the transport of its server, which this assistant needs.',
  restsOn: ['entry'],
  of: ownEntries,
  *judge(target) {
    // Where a client only looks into a file, it takes what it finds (VS Code with .mcp.json).
    if (target.file.place.write === 'never' || isNestedWrongly(target) || typeWord(target) !== undefined) return;
    const sighting = ofCommand(target) ?? ofUrl(target);
    if (sighting !== undefined) yield { ...sighting };
  },
});

function typeWord(target: EntryFacts): string | undefined {
  const { reads, typeKey } = target.file.reading.entry;
  return [typeKey, ...(reads?.typeKeys ?? [])].map((key) => textOf(target, key)).find((word) => word !== undefined);
}

function ofCommand(target: EntryFacts): About | undefined {
  const { requiresType, stdio, typeKey } = target.file.reading.entry;
  if (requiresType === undefined || stdio.type === undefined || target.entry.server.kind !== 'command') return undefined;
  const { name } = target.entry;
  return {
    message: `${target.client.name} needs "${typeKey}" in every entry; "${name}" has none and does not start.`,
    hint: `Add "${typeKey}": "${stdio.type}".`,
    fix: mayFix(target)
      ? {
          kind: 'safe',
          says: `add "${typeKey}": "${stdio.type}"`,
          edit: setServerFields(target, new Map([[typeKey, stdio.type]])),
        }
      : undefined,
  };
}

function ofUrl(target: EntryFacts): About | undefined {
  const { entry: form } = target.file.reading;
  const { server } = target.entry;
  // A command beside the address is another problem, and the address is not used then.
  if (server.kind !== 'url' || fieldOf(target, form.stdio.command) !== undefined) return undefined;
  if (form.http === undefined || form.sse === undefined)
    return form.http?.type !== undefined && form.untypedUrl === 'dropped' ? dropped(target, server.url) : undefined;
  if (form.http.url !== form.sse.url) return otherField(target, server.url);
  if (!hasWords(form)) return undefined;
  if (form.untypedUrl === 'dropped') return dropped(target, server.url);
  return form.untypedUrl === 'sse' ? takenForSse(target, server.url) : undefined;
}

/** The transport that the entry shows: by a word under another client's key, else by the end of the address. */
function transportOfEntry(target: EntryFacts, url: string): { readonly transport: 'http' | 'sse'; readonly key?: string } | undefined {
  const { typeKey } = target.file.reading.entry;
  for (const key of typeKeys.filter((other) => other !== typeKey)) {
    const meaning = meaningOfWord(textOf(target, key) ?? '');
    if (meaning === 'http' || meaning === 'sse') return { transport: meaning, key };
  }
  if (fieldOf(target, 'httpUrl') !== undefined) return { transport: 'http' };
  const transport = transportByPath(url);
  return transport === undefined ? undefined : { transport };
}

function dropped(target: EntryFacts, url: string): About {
  const { entry: form } = target.file.reading;
  const found = transportOfEntry(target, url);
  const socket = isSocketAddress(url) ? form.websocket : undefined;
  const isOneWord = socket !== undefined || form.sse === undefined || form.http?.type === form.sse.type;
  const word = socket ?? form[found?.transport ?? 'http']?.type ?? form.http?.type ?? '';
  const isUnsure = form.unsure?.includes('untyped') ?? false;
  const elsewhere = found?.key === undefined ? '' : ` It is under "${found.key}", which ${target.client.name} does not read.`;
  return {
    severity: isUnsure ? 'warning' : 'error',
    message: `"${target.entry.name}" has an address and no "${form.typeKey}": ${target.client.name} ignores such an entry.${elsewhere}`,
    hint:
      isOneWord || found !== undefined
        ? `Add "${form.typeKey}": "${word}".`
        : `Add "${form.typeKey}": "${word}" (or "${form.sse?.type ?? 'sse'}", if the server is an older one).`,
    fix:
      mayFix(target) && (socket !== undefined || isOwnWord(form, word))
        ? {
            kind: isOneWord || found !== undefined ? 'safe' : 'confirm',
            says: `add "${form.typeKey}": "${word}"`,
            edit: setServerFields(target, new Map([[form.typeKey, word]]), found?.key !== undefined && canDrop(target) ? [found.key] : []),
          }
        : undefined,
  };
}

function takenForSse(target: EntryFacts, url: string): About | undefined {
  const { entry: form } = target.file.reading;
  const found = transportOfEntry(target, url);
  const word = form.http?.type;
  if (found?.transport !== 'http' || word === undefined) return undefined;
  return {
    severity: 'warning',
    message: `"${target.entry.name}" has an address and no "${form.typeKey}": ${target.client.name} then uses the older transport (SSE), but the address looks like Streamable HTTP.`,
    hint: `Add "${form.typeKey}": "${word}".`,
    fix: mayFix(target)
      ? {
          kind: 'safe',
          says: `add "${form.typeKey}": "${word}"`,
          edit: setServerFields(target, new Map([[form.typeKey, word]]), found.key !== undefined && canDrop(target) ? [found.key] : []),
        }
      : undefined,
  };
}

/** The field's name is the word (Qwen Code's `url` and `httpUrl`). */
function otherField(target: EntryFacts, url: string): About | undefined {
  const { entry: form } = target.file.reading;
  const [used] = urlKeys(target).filter((key) => textOf(target, key) !== undefined);
  if (form.http === undefined || used === undefined || used !== form.sse?.url || transportOfEntry(target, url)?.transport !== 'http')
    return undefined;
  const node = fieldOf(target, used);
  return {
    severity: 'warning',
    span: node?.keySpan,
    message: `${target.client.name} reads "${used}" as an address of the older transport (SSE); that of "${target.entry.name}" looks like Streamable HTTP, which belongs under "${form.http.url}".`,
    hint: `Rename "${used}" to "${form.http.url}".`,
    fix:
      mayFix(target) && node !== undefined
        ? { kind: 'confirm', says: `rename "${used}" to "${form.http.url}"`, edit: renameMember(target.file, node, form.http.url) }
        : undefined,
  };
}
