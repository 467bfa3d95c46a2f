import { cleanLine, cut, isRecord } from '../../system/index.ts';
import { fileNameOf } from '../../workspace/index.ts';
import type { AskedFile } from './recipe.ts';

/** A value inside data of a server, by its path; `undefined` where something on the way is missing. */
export function at(data: unknown, ...path: readonly string[]): unknown {
  let value = data;
  for (const key of path) value = isRecord(value) ? value[key] : undefined;
  return value;
}

/** One line of text inside data of a server, cut. */
export function textAt(data: unknown, ...path: readonly string[]): string | undefined {
  const value = at(data, ...path);
  const text = typeof value === 'string' ? cleanLine(value.slice(0, 2000)) : '';
  return text === '' ? undefined : cut(text, 200);
}

/** The first of these that is there. */
export function firstText(data: unknown, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = textAt(data, ...name.split('.'));
    if (text !== undefined) return text;
  }
  return undefined;
}

/** A count: also where it is written as text. */
export function numberAt(data: unknown, ...path: readonly string[]): number | undefined {
  const value = at(data, ...path);
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** A time as ISO 8601, by the first of these names that has one. */
export function timeAt(data: unknown, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = at(data, ...name.split('.'));
    const time = typeof value === 'string' && value.length < 60 ? Date.parse(value) : Number.NaN;
    if (!Number.isNaN(time)) return new Date(time).toISOString();
  }
  return undefined;
}

/** An address without query and credentials: they may hold a token. */
export function urlAt(data: unknown, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = at(data, ...name.split('.'));
    const url = typeof value === 'string' ? plainUrl(value) : undefined;
    if (url !== undefined) return url;
  }
  return undefined;
}

/** See {@link urlAt}. */
export function plainUrl(text: string): string | undefined {
  if (text.length > 2000 || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) ? cut(`${url.origin}${url.pathname}`, 300) : undefined;
}

/** The list in an answer: the answer itself, or the first of these members that is one. */
export function listIn(data: unknown, ...names: readonly string[]): readonly unknown[] | undefined {
  if (Array.isArray(data)) return data;
  for (const name of names) {
    const value = at(data, ...name.split('.'));
    if (Array.isArray(value)) return value;
  }
  return undefined;
}

/** Of these files, those that a text names: by their path, or by a name that is not in every folder. */
export function filesNamedIn(text: string, files: readonly AskedFile[]): string[] {
  return files
    .filter(
      ({ inRepository }) => text.includes(inRepository) || (isTelling(fileNameOf(inRepository)) && text.includes(fileNameOf(inRepository))),
    )
    .map(({ path }) => path);
}

/** Whether the name of a file says which file it is. */
export function isTelling(name: string): boolean {
  return !/^(index|main|mod|lib|__init__|init|utils?|types?|readme|package|setup|config|test|app)\.\w+$/i.test(name);
}

/** What to search a code host for to find words about a file: its name, and its folder where the name is in every folder. */
export function searchWords(path: string): string {
  const parts = path.split('/');
  const name = fileNameOf(path);
  return isTelling(name) || parts.length < 2 ? name : `${parts.at(-2) ?? ''}/${name}`;
}
