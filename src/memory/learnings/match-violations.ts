import type { System } from '../../system/index.ts';
import { commonShare } from './common-words.ts';
import type { ViolationType } from './learnings.ts';
import { plainWords, wordsOf } from './words.ts';

/** What was said of the newest reports of a type is what it is known by. */
const maxReports = 5;
/** A word that more sentences of developers contain says nothing about a rule. */
const maxCommon = 0.005;
/** As many words of the reports, where the text has no word of the type's name. */
const wordsWithoutName = 3;
const maxFiles = 10;
const maxFileBytes = 256 * 1024;
const maxSnippets = 5;

/** Words that stand for one construct of code: where people write one of them, they mean the others too. */
const constructs: readonly string[] = [
  'catch try error exception throw rethrow reject rejection swallow finally',
  'any unknown cast type typing untyped assertion',
  'await async promise then callback',
  'null undefined optional nullable missing',
  'log console print debug trace',
  'query sql injection statement parameter escape',
  'secret password token key credential env',
  'number constant literal magic',
  'mutable global state singleton mutate',
  'import require circular cycle dependency',
  'test mock stub skip only assertion',
  'timeout sleep delay wait flaky',
];

/**
 * Promoted types that fit: by words; by a word together with a file in which the type was reported; by code that the reports quote as wrong and that is
 * in one of the files now. Neither a file alone nor one word alone is enough, unless there are only files to go by.
 */
export async function matchingTypes(
  types: readonly ViolationType[],
  { text, files }: { readonly text: string; readonly files: readonly string[] },
  contentOf: (file: string) => Promise<string | undefined>,
): Promise<readonly ViolationType[]> {
  const fits = matcher(text, new Set(files));
  const promoted = types.filter(({ promote }) => promote !== 'NO');
  const undecided = promoted.filter((type) => !fits(type) && quotedCode(type).length > 0);
  // Files are read only where a report quotes code.
  const contents = undecided.length === 0 ? [] : await Promise.all(files.slice(0, maxFiles).map(contentOf));
  const squeezed = contents.flatMap((content) => (content === undefined ? [] : [withoutSpace(content)]));
  const isThere = (code: string) => squeezed.some((content) => content.includes(withoutSpace(code)));
  const found = new Set(undecided.filter((type) => quotedCode(type).some(isThere)));
  return promoted.filter((type) => fits(type) || found.has(type));
}

/** The text of a file of the workspace, if it is one that people write. */
export async function contentOf(system: System, root: string, file: string): Promise<string | undefined> {
  const path = `${root}/${file}`;
  if (file.split(/[\\/]/).includes('..') || ((await system.look(path))?.size ?? Infinity) > maxFileBytes) return undefined;
  const bytes = await system.readBytes(path);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

function matcher(text: string, wanted: ReadonlySet<string>): (type: ViolationType) => boolean {
  const asked = new Set(wordsOf(text));
  return ({ type, violations }) => {
    const isReportedThere = violations.some(({ file }) => wanted.has(file));
    if (asked.size === 0) return isReportedThere;
    const name = distinct(type.replaceAll('_', ' '));
    const inName = shared(name, asked);
    if (inName.length === name.length && (name.length > 1 || inName.some(isUncommon))) return true;
    const newest = violations.slice(-maxReports);
    const said = shared(distinct(newest.map(({ description, prevention }) => `${description} ${prevention}`).join(' ')), asked).filter(
      isUncommon,
    );
    const related = shared(relatedTo(name), asked);
    const words = new Set([...inName, ...said, ...related]);
    if (isReportedThere && words.size > 0) return true;
    return inName.length > 0 ? words.size >= 2 : said.length >= wordsWithoutName;
  };
}

/** One word under the names it is compared by. */
interface Compared {
  readonly plain: string;
  readonly name: string;
}

function distinct(text: string): readonly Compared[] {
  const found = new Map<string, Compared>();
  for (const plain of plainWords(text)) {
    const [name] = wordsOf(plain);
    if (name !== undefined) found.set(name, { plain, name });
  }
  return [...found.values()];
}

function shared(words: readonly Compared[], asked: ReadonlySet<string>): readonly string[] {
  return words.filter(({ name }) => asked.has(name)).map(({ name }) => name);
}

function isUncommon(name: string): boolean {
  return commonShare(name) < maxCommon && commonShare(`=${name}`) < maxCommon;
}

function relatedTo(name: readonly Compared[]): readonly Compared[] {
  const names = new Set(name.map((one) => one.name));
  return constructs.flatMap((line) => {
    const group = distinct(line);
    return group.some((one) => names.has(one.name)) ? group : [];
  });
}

/** Code between backticks in what was found. What should be written instead is in the prevention. */
export function quotedCode({ violations }: Pick<ViolationType, 'violations'>): readonly string[] {
  const quoted = violations
    .slice(-maxReports)
    .flatMap(({ description }) =>
      Array.from(description.matchAll(/(?<before>[^`]*)`(?<code>[^`\n]{3,200})`/g), ({ groups }) => groups ?? {}),
    )
    .filter(
      ({ before = '', code = '' }) =>
        !/\b(?:instead of|should|must|missing|use|without)\b[^.;]*$/i.test(before) && /[^\w./-]/.test(code.trim()),
    )
    .map(({ code = '' }) => code.trim());
  return [...new Set(quoted)].slice(0, maxSnippets);
}

function withoutSpace(text: string): string {
  return text.replaceAll(/\s+/g, '');
}
