import { fileNameOf, type WorkspacePath } from '../../workspace/index.ts';
import { testNameOf } from '../../workspace/packages/index.ts';
import { isAmong } from '../is-among.ts';
import { type Checked, checkedSteps } from './checked-steps.ts';
import type { Clues } from './read-reason.ts';
import type { ChangedFile, Step } from './read-steps.ts';

/** A step and how likely it is the one that broke something. */
export interface JudgedStep {
  readonly step: Step;
  /** 0 to 1; of all steps together 1. */
  readonly likelihood: number;
  /** What speaks for it, strongest first: sentences without a full stop. */
  readonly reasons: readonly string[];
  /** Files of it that the clues point to. */
  readonly files: readonly WorkspacePath[];
}

// Chosen with `npm run bench -- rollback` on the tuning half of its repositories.
const weights = {
  /** For a newer step: people ask about what broke last. */
  age: 0.12,
  namedFile: 3.5,
  namedStem: 1.2,
  /** A break shows in a test that fails, and is elsewhere. Not chosen by the bench, whose reasons name no tests. */
  namedTest: 0.8,
  // For a word of the reason, by how it was found. The ones with `Only` count where the reason does not say that a name is gone.
  undefined: 2.5,
  inside: 1.6,
  turned: 3,
  gone: 1.8,
  insideOnly: 2,
  turnedOnly: 3.5,
  goneOnly: 0.9,
  changed: 0.8,
  around: 1,
  // Factors: for evidence in another file than the named one, and in documentation.
  otherFile: 0.4,
  prose: 0.4,
  proseOnly: 1.5,
  place: 4,
  placeInLarge: 2,
  placeAgain: 1.5,
  unbalanced: 0.8,
  unbalancedNamed: 3,
  time: 3,
  wrongOrder: 4,
  emptied: 2,
  emptiedNamed: 3,
} as const;

/** What is known beside the steps. */
export interface Judging {
  readonly clues: Clues;
  /** Files that were asked for. */
  readonly files: readonly WorkspacePath[];
  readonly checked?: Checked | undefined;
}

/** How likely each step is the one. Steps of which nothing is left are left out. */
export function judgeSteps(steps: readonly Step[], judging: Judging): readonly JudgedStep[] {
  const meant = steps
    .map((step) => ({ ...step, files: step.files.filter(({ isUndone }) => !isUndone) }))
    .filter(({ files }) => files.length > 0);
  const rarity = rarities(meant, judging.clues);
  const touching = stepsAtPlaces(meant, judging.clues);
  const checked = judging.checked === undefined ? undefined : checkedSteps(steps, judging.checked);
  const scored = meant.map((step, i) => {
    const ofChecks = checked?.get(step.before.id);
    const known = [...(touching.get(step) ?? []), { weight: -weights.age * (meant.length - 1 - i), text: '' }];
    return { step, ...scoreOf(step, [...known, ...(ofChecks === undefined ? [] : [ofChecks])], judging, rarity) };
  });
  const top = scored.reduce((best, { score }) => Math.max(best, score), -Infinity);
  const shares = scored.map(({ score }) => Math.exp(score - top));
  const sum = shares.reduce((all, share) => all + share, 0);
  return scored.map(({ step, reasons, files }, i) => ({ step, likelihood: (shares[i] ?? 0) / sum, reasons, files }));
}

/** Whether a path is the one that was written in a reason, which may be its end alone. */
export function isNamed(path: WorkspacePath, named: string): boolean {
  const bare = path.replace(/\.[^./]*$/, '');
  return path === named || path.endsWith(`/${named}`) || named.endsWith(`/${path}`) || bare === named || bare.endsWith(`/${named}`);
}

/** Whether the reason names the file as what is broken, and not as a test that fails. */
function isSaid(path: WorkspacePath, { files, said }: Clues): boolean {
  return (testNameOf(path) === undefined || !/\bfail/i.test(said)) && files.some((named) => isNamed(path, named));
}

/** How much a word of the reason says: much when few steps have it. */
function rarities(steps: readonly Step[], { words }: Clues): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { files } of steps)
    for (const word of words.keys()) if (files.some((file) => hasWord(file, word))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Map([...counts].map(([word, count]) => [word, Math.log((steps.length + 1) / (count + 0.5))]));
}

function hasWord({ words }: ChangedFile, word: string): boolean {
  return words !== undefined && (words.came.has(word) || words.went.has(word) || words.around.has(word));
}

/** The steps that changed the lines at the places that were named, found by following each line back from the files as they are. */
function stepsAtPlaces(steps: readonly Step[], { places }: Clues): ReadonlyMap<Step, readonly Evidence[]> {
  const found = new Map<Step, readonly Evidence[]>();
  for (const { file, line } of places) {
    let at = line - 1;
    let weight: number = weights.place;
    for (const step of steps.toReversed()) {
      const changed = step.files.find(({ path }) => isNamed(path, file));
      if (changed?.words === undefined) continue;
      const { runs } = changed.words;
      // Parsers often name a line behind the one that is wrong.
      const run = runs.find(({ after }) => at >= after[0] - 1 && at <= after[1] + 4);
      if (run !== undefined) {
        const text = `${changed.path} changed at line ${line} right after it`;
        const isLarge = run.after[1] - run.after[0] > 20;
        found.set(step, [
          ...(found.get(step) ?? []),
          { weight: isLarge ? Math.min(weight, weights.placeInLarge) : weight, text, file: changed.path },
        ]);
        if (!isLarge) weight = weights.placeAgain;
      }
      at -= runs.reduce((sum, { before, after }) => (after[1] <= at ? sum + after[1] - after[0] - (before[1] - before[0]) : sum), 0);
    }
  }
  return found;
}

interface Scored {
  readonly score: number;
  readonly reasons: readonly string[];
  readonly files: readonly WorkspacePath[];
}

interface Evidence {
  readonly weight: number;
  readonly text: string;
  readonly file?: WorkspacePath | undefined;
  /** Somebody named the file. */
  readonly isAsked?: boolean | undefined;
}

/** A file with weaker evidence than this share of the strongest is not said to be broken. */
const minOfStrongest = 0.5;

function scoreOf(step: Step, known: readonly Evidence[], { clues, files }: Judging, rarity: ReadonlyMap<string, number>): Scored {
  const evidence = [
    ...known,
    ...namedFiles(step, clues, files),
    ...words(step, clues, rarity),
    ...losses(step, clues),
    ...unbalanced(step, clues),
    ...times(step, clues),
    ...(step.files.every(({ path }) => isProse.test(path)) ? [{ weight: -weights.proseOnly, text: '' }] : []),
  ];
  const found = evidence.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight);
  const strong = minOfStrongest * (found[0]?.weight ?? 0);
  return {
    score: evidence.reduce((sum, { weight }) => sum + weight, 0),
    reasons: found.map(({ text }) => text).filter((text) => text !== ''),
    files: [
      ...new Set(
        found.flatMap(({ file, isAsked, text, weight }) => (isAsked === true || (text !== '' && weight >= strong) ? (file ?? []) : [])),
      ),
    ],
  };
}

function namedFiles({ files: changed }: Step, clues: Clues, asked: readonly WorkspacePath[]): readonly Evidence[] {
  const isAsked = (path: WorkspacePath): boolean => (asked.length > 0 && isAmong(path, asked)) || isSaid(path, clues);
  const named = changed.filter(({ path }) => isAsked(path));
  const failing = changed.find(({ path }) => clues.files.some((one) => isNamed(path, one)));
  const [first] = named;
  if (first !== undefined) {
    const text = `${first.path} ${kinds[first.kind]} right after it`;
    return [
      { weight: weights.namedFile, text, file: first.path, isAsked: true },
      ...named.slice(1).map(({ path }) => ({ weight: 0.001, text: '', file: path, isAsked: true })),
    ];
  }
  if (failing !== undefined)
    return [{ weight: weights.namedTest, text: `${failing.path} ${kinds[failing.kind]} right after it`, file: failing.path }];
  const stem = changed.find(({ path }) => clues.words.has(stemOf(path)));
  return stem === undefined
    ? []
    : [{ weight: weights.namedStem, text: `${stem.path} ${kinds[stem.kind]} right after it`, file: stem.path }];
}

const kinds = {
  added: 'was added',
  deleted: 'was deleted',
  modified: 'changed',
  mode: 'changed its mode',
  type: 'changed its kind',
} as const;

function stemOf(path: string): string {
  return fileNameOf(path).replace(/\..*$/, '').toLowerCase();
}

/** A large change holds many words by chance. */
function words({ files }: Step, clues: Clues, rarity: ReadonlyMap<string, number>): readonly Evidence[] {
  const lines = files.reduce((sum, { words: of }) => sum + (of === undefined ? 0 : of.linesCame + of.linesWent), 0);
  const chance = 1 + Math.log(1 + lines / 300);
  const isOneNamed = files.some(({ path }) => isSaid(path, clues));
  return [...clues.words].flatMap(([word, weight]): readonly Evidence[] => {
    const found = files
      .flatMap((file) => wordIn(file, word, clues, isOneNamed) ?? [])
      .toSorted((one, other) => other.worth - one.worth || other.share - one.share);
    const best = found.find(({ how }) => how !== 'gone') ?? found[0];
    // A word that went from one file and came in another has moved.
    const [first] = found[0]?.how === 'gone' && found.some(({ how }) => how === 'changed') ? [best] : found;
    if (first === undefined) return [];
    const rare = Math.max(rarity.get(word) ?? 0, leastRarity[first.how]);
    const text = word.startsWith('~') ? '' : `${JSON.stringify(asSaid(word, clues))} ${hows[first.how]} ${first.file}`;
    return [{ weight: (weight * rare * first.worth * first.share) / chance, text, file: first.file }];
  });
}

/** The word, capitalised as in the message. */
function asSaid(word: string, { said }: Clues): string {
  const at = said.toLowerCase().indexOf(word);
  const found = at < 0 ? word : said.slice(at, at + word.length);
  return found.toLowerCase() === word ? found : word;
}

type How = 'undefined' | 'turned' | 'inside' | 'gone' | 'changed' | 'around';
const hows: Readonly<Record<How, string>> = {
  undefined: 'is not defined any more in',
  turned: 'has a condition or number that changed in',
  inside: 'changed in',
  gone: 'was removed from',
  changed: 'is in lines that changed in',
  around: 'is around lines that changed in',
};
/** A definition that is gone says much, however many steps have its name. */
const leastRarity: Readonly<Record<How, number>> = { undefined: 1.5, turned: 0.8, inside: 0.5, gone: 0.8, changed: 0, around: 0 };

function wordIn({ path, words: of }: ChangedFile, word: string, { files, isAboutNames }: Clues, isOneNamed: boolean) {
  if (of === undefined) return undefined;
  const how: How | undefined = of.undefinedNames.has(word)
    ? 'undefined'
    : of.turned.has(word)
      ? 'turned'
      : of.inside.has(word)
        ? 'inside'
        : of.went.has(word) && !of.came.has(word)
          ? 'gone'
          : of.came.has(word)
            ? 'changed'
            : of.around.has(word)
              ? 'around'
              : undefined;
  if (how === undefined) return undefined;
  const isThis = files.some((named) => isNamed(path, named));
  const share = isThis ? 1 : (isOneNamed ? weights.otherFile : 1) * (isProse.test(path) ? weights.prose : 1);
  const worth = isAboutNames
    ? weights[how]
    : how === 'inside'
      ? weights.insideOnly
      : how === 'turned'
        ? weights.turnedOnly
        : how === 'gone'
          ? weights.goneOnly
          : weights[how];
  return { how, file: path, worth, share };
}

/** Texts about the code say its names, and break nothing; so do the settings of the machines that build it. */
const isProse = /^\.github\/|\.(?:md|mdx|rst|txt|adoc|1)$|(?:^|\/)(?:CHANGELOG|CHANGES|HISTORY|NEWS)\b|lock(?:\.json|\.yaml)?$/i;

function losses({ files }: Step, clues: Clues): readonly Evidence[] {
  const lost = files.filter(({ kind, words: of }) => kind === 'deleted' || of?.isEmptied === true);
  const named = lost.find(({ path }) => clues.files.some((one) => isNamed(path, one)) || clues.words.has(stemOf(path)));
  const file = named ?? lost[0];
  if (file === undefined) return [];
  const text = file.kind === 'deleted' ? '' : `${file.path} lost most of its lines`;
  const weight = (named === undefined ? 0.3 : weights.emptiedNamed) + (clues.isAboutLoss ? weights.emptied : 0);
  return [{ weight, text, file: file.path }];
}

function unbalanced({ files }: Step, clues: Clues): readonly Evidence[] {
  const of = files.filter(({ words: one }) => one?.isUnbalanced === true);
  const file = of.find(({ path }) => clues.files.some((named) => isNamed(path, named))) ?? of[0];
  if (file === undefined) return [];
  const weight = clues.isAboutSyntax ? weights.unbalancedNamed : weights.unbalanced;
  // Strings over several lines and patterns are counted too: enough for a rank, not for a claim unless the message speaks of it.
  if (!clues.isAboutSyntax) return [{ weight, text: '' }];
  return [{ weight, text: `brackets of ${file.path} may not pair any more`, file: file.path }];
}

function times({ from, to }: Step, { times: said }: Clues): readonly Evidence[] {
  return said.map(({ kind, at }): Evidence => {
    if (kind === 'right') return { weight: to <= at ? -weights.wrongOrder : 0, text: '' };
    // Somebody notices after it broke: what came later did not break it.
    if (from > at) return { weight: -weights.wrongOrder, text: '' };
    return at <= to ? { weight: weights.time, text: 'the files changed at the time that was named' } : { weight: 0, text: '' };
  });
}
