import type { JobWork } from '../../system/index.ts';
import { parser, type Parsed } from '../parse/parser.ts';
import { holdsScripts } from '../parse/scripts-in.ts';
import { symbolsInTree } from '../parse/symbols-in-tree.ts';
import type { ComparedFile } from './compare-versions.ts';
import { compareParts, type ModuleDifference } from './compare-parts.ts';
import { moduleParts, type ModuleParts } from './module-parts.ts';

const nothing = { names: [], exports: [], removed: [] };

/** Compares two versions of each file (see compare-versions.ts). */
export default (async (files) => {
  const parse = await parser();
  return files.map((file) => differenceOf(parse, file));
}) satisfies JobWork<readonly ComparedFile[], readonly ModuleDifference[]>;

function differenceOf(parse: (path: string, text: string) => Parsed, { after, before, path }: ComparedFile): ModuleDifference {
  if (before === after) return nothing;
  if (holdsScripts(path)) return { ...nothing, whole: 'markup and script are one' };
  const [old, fresh] = [partsOf(parse, path, before), partsOf(parse, path, after)];
  if (old === undefined || fresh === undefined) return { ...nothing, whole: 'it does not parse' };
  return compareParts(old, fresh);
}

function partsOf(parse: (path: string, text: string) => Parsed, path: string, text: string): ModuleParts | undefined {
  const { comments, problem, program } = parse(path, text);
  if (problem !== undefined) return undefined;
  return moduleParts(
    path,
    program,
    withoutComments(text, comments),
    symbolsInTree(program, () => 1),
  );
}

/** Of the same length. Comments that programs read are kept. */
function withoutComments(text: string, comments: Parsed['comments']): string {
  let result = '';
  let at = 0;
  for (const { start, end } of comments) {
    const said = text.slice(start, end);
    result +=
      text.slice(at, start) +
      (/@(?:jsx|vite-ignore|jest-environment|vitest-environment|webpack)/i.test(said) ? said : ' '.repeat(end - start));
    at = end;
  }
  return result + text.slice(at);
}
