import type { EntryForm } from '../../../clients/index.ts';

/** What a type word of any client means. `remote`: an address, over any transport. */
const meanings: ReadonlyMap<string, 'stdio' | 'http' | 'sse' | 'remote'> = new Map([
  ['stdio', 'stdio'],
  ['local', 'stdio'],
  ['command', 'stdio'],
  ['http', 'http'],
  ['https', 'http'],
  ['streamablehttp', 'http'],
  ['streamable', 'http'],
  ['httpstream', 'http'],
  ['sse', 'sse'],
  ['serversentevents', 'sse'],
  ['remote', 'remote'],
  ['url', 'remote'],
]);

/** The meaning of a word for a transport, in any spelling; `undefined` for a word that no client uses. */
export function meaningOfWord(word: string): 'stdio' | 'http' | 'sse' | 'remote' | undefined {
  return meanings.get(word.toLowerCase().replaceAll(/[-_ ]/g, ''));
}

/** Whether a client knows this word, for any transport. */
export function isOwnWord(form: EntryForm, word: string): boolean {
  return transportsOfWord(form, word).length > 0;
}

/** The transports that a word can mean in a config file of this client. */
export function transportsOfWord(form: EntryForm, word: string): readonly ('stdio' | 'http' | 'sse')[] {
  return (['stdio', 'http', 'sse'] as const).filter(
    (transport) => form[transport]?.type === word || (form.reads?.[transport]?.includes(word) ?? false),
  );
}

/** Whether this client reads a type word in an entry with an address. */
export function hasWords(form: EntryForm): boolean {
  return form.http?.type !== undefined || form.sse?.type !== undefined;
}

/** The members that hold a type word in some client. */
export const typeKeys: readonly string[] = ['type', 'transport', 'transportType', 'transport_type'];
