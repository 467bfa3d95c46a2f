import type { JobWork } from '../../system/index.ts';
import { lineIndex } from '../../text/index.ts';
import { parser } from '../parse/parser.ts';
import { readModule, recordOf } from '../parse/read-module.ts';
import { requestsInTree } from '../parse/requests-in-tree.ts';
import { holdsScripts, scriptsIn } from '../parse/scripts-in.ts';
import { symbolsInTree } from '../parse/symbols-in-tree.ts';
import type { Node } from '../parse/tree.ts';
import { commonModule } from './common-module.ts';
import { goneNames } from './gone-names.ts';
import type { PlannedText, ReadModule, ReadText } from './read-texts-job.ts';

type Parser = Awaited<ReturnType<typeof parser>>;

/** Reads modules from texts (see read-texts-job.ts). */
export default (async (files) => {
  const parse = await parser();
  return files.map((file) => read(parse, file));
}) satisfies JobWork<readonly PlannedText[], readonly ReadText[]>;

function read(parse: Parser, { after, before, path }: PlannedText): ReadText {
  const old = before === undefined ? undefined : versionOf(parse, path, before);
  const fresh = after === undefined ? undefined : versionOf(parse, path, after);
  const gone =
    old?.program === undefined || fresh?.program === undefined || !isModule(fresh.record, after ?? '')
      ? []
      : goneNames(old.symbols, fresh.symbols, fresh.program, after ?? '', lineIndex(after ?? '').lineAt);
  return { before: old?.record, after: fresh?.record, gone };
}

type Version =
  | { readonly record: ReadModule; readonly program?: undefined }
  | { readonly record: ReadModule; readonly program: Node; readonly symbols: NonNullable<ReadModule['symbols']> };

function versionOf(parse: Parser, path: string, given: string): Version {
  const text = given.startsWith('\uFEFF') ? ` ${given.slice(1)}` : given;
  if (holdsScripts(path)) {
    const script = scriptsIn(path, text);
    return {
      record: {
        ...readModule(parse, script.path, script.text, 'requests'),
        ...symbolsOf(readModule(parse, script.path, script.text, 'symbols')),
      },
    };
  }
  const { problem, program } = parse(path, text);
  const lineOf = lineIndex(text).lineAt;
  const symbols = symbolsInTree(program, lineOf);
  const common = commonModule(program, lineOf);
  const record: ReadModule = { ...recordOf(requestsInTree(program, lineOf), text), symbols, common };
  return problem === undefined ? { record, program, symbols } : { record: { ...record, problem } };
}

function symbolsOf({ symbols }: ReadModule): Pick<ReadModule, 'symbols'> {
  return symbols === undefined ? {} : { symbols };
}

function isModule({ common, symbols }: ReadModule, text: string): boolean {
  if (common !== undefined || /\brequire\s*\(/.test(text)) return true;
  return symbols !== undefined && (symbols.imports.length > 0 || symbols.exports.length > 0);
}
