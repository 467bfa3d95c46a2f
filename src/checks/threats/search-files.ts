import { MissingBinding, nativePackage } from '../../system/index.ts';
import { examineFiles } from '../files/examine-files.ts';
import { findThreats, type FoundThreat, type ParseScript } from './find-threats.ts';

/** Of one file. `unparsed`: JavaScript that should have been parsed, and there is no parser. */
export interface FileThreats {
  readonly found: readonly FoundThreat[];
  readonly unparsed?: string;
}

/** The job `checks/find-threats`. Without the parser the rules for text and for other languages still run. */
export default examineFiles<undefined, FileThreats>(async () => {
  let missing: string | undefined;
  let parse: ParseScript | undefined;
  try {
    parse = await scriptParser();
  } catch (error) {
    // No program of the parser for this platform: each file that needs it says so.
    if (!(error instanceof MissingBinding)) throw error;
    missing = error.message;
  }
  return (path, text) => {
    let unparsed: string | undefined;
    const found = findThreats(path, text, (...file) => {
      if (parse === undefined) unparsed = missing;
      return parse?.(...file);
    });
    return found.length === 0 && unparsed === undefined ? undefined : { found, ...(unparsed === undefined ? {} : { unparsed }) };
  };
});

/** Loads the parser. One grammar reads JavaScript with and without JSX: the names of its nodes are those of TypeScript. */
export async function scriptParser(): Promise<ParseScript> {
  const { Lang, parse } = await nativePackage('@ast-grep/napi', async () => import('@ast-grep/napi'));
  return (text, path) => {
    // `<T>value` is a cast in TypeScript and a tag everywhere else.
    const language = /\.[cm]?ts$/i.test(path) ? Lang.TypeScript : Lang.Tsx;
    return { root: parse(language, text).root(), text };
  };
}
