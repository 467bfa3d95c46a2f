import { nativePackage } from '../../system/index.ts';
import type { ParseScript } from './find-threats.ts';

/** Loads the parser. One grammar reads JavaScript with and without JSX: the names of its nodes are those of TypeScript. */
export async function scriptParser(): Promise<ParseScript> {
  const { Lang, parse } = await nativePackage('@ast-grep/napi', async () => import('@ast-grep/napi'));
  return (text, path) => {
    // `<T>value` is a cast in TypeScript and a tag everywhere else.
    const language = /\.[cm]?ts$/i.test(path) ? Lang.TypeScript : Lang.Tsx;
    return { root: parse(language, text).root(), text };
  };
}
