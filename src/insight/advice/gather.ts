import type { Needed, SaidFiles } from '../forecast.ts';
import { guessIntent, type Intent, type Match, sharedWords, type Task, type ViolationType } from '../../memory/index.ts';
import { cleanLine, cut, quoted, shownName } from '../../system/index.ts';
import { subjectName } from '../files/file-kinds.ts';
import type { Risk } from '../risk/risk.ts';
import { fileNameOf, type WorkspacePath } from '../../workspace/index.ts';
import type { Question, Sources } from './advice.ts';

/** A learning, and why it is named. */
export interface Fitting extends Match {
  /** `it is about src/a.ts`, `it shares "retry", "timeout" with the task`. */
  readonly because: string;
  /** It is about one of the files, or has more than one word in common with the task. */
  readonly isStrong: boolean;
}

/** What is known about a question: the only basis of advice and guide. */
export interface Known {
  readonly text: string;
  readonly files: readonly WorkspacePath[];
  readonly intent: Intent;
  /** The open task, if any. */
  readonly task: Task | undefined;
  /** Each with its reason; without one none is named. */
  readonly matches: readonly Fitting[];
  /** Promoted types only. */
  readonly violations: readonly ViolationType[];
  /** Files that will probably be needed in addition to the given ones; `undefined` if none is likely enough. */
  readonly needed: SaidFiles | undefined;
  /** Whether files were found, but none likely enough to be named. */
  readonly isUnsure: boolean;
  /** What that could not be based on, in a few words each. */
  readonly limits: readonly string[];
  /** From the history of the files. */
  readonly risk: Risk;
}

const maxMatches = 3;
/** So many words in common are no chance. */
const strongWords = 2;
const maxNeeded = 5;
/** More changed files are not looked at. */
const maxChanged = 200;
/** As a share of the chance of the first file. */
const minChance = 0.4;

/** A question without task and files is about the open task. */
export async function gather({ forecast, history, knowledge, tasks }: Sources, question: Question, signal?: AbortSignal): Promise<Known> {
  const task = await tasks.peek();
  const isAboutTask = question.task === undefined && question.files.length === 0 && task !== undefined;
  const text = isAboutTask ? task.task : (question.task ?? '');
  const files = isAboutTask ? task.files : question.files;
  const intent = question.intent ?? (isAboutTask ? task.intent : guessIntent(text, files));
  const isEmpty = text.trim() === '' && files.length === 0;
  const [future, changed] = await Promise.all([forecast(), isAboutTask ? history.changed(signal) : undefined]);
  // What was changed in the task is not advice any more.
  const without = changed?.files.slice(0, maxChanged).map(({ path }) => path) ?? [];
  const [needed, risk] = await Promise.all([
    isEmpty ? { files: [], said: undefined, limits: [] } : future.files({ text, files, without, max: maxNeeded }, signal),
    future.risk(files, [], signal),
  ]);
  return {
    text,
    files,
    intent,
    task,
    matches: isEmpty ? [] : fitting(await knowledge.search({ text, files, intent, max: maxMatches }), text, files),
    violations: isEmpty ? [] : (await knowledge.matchingViolations(text, files)).map(named),
    needed: needed.said,
    isUnsure: needed.said === undefined && needed.files.length > 0,
    limits: needed.limits,
    risk,
  };
}

/** Where only files are asked about, words of their paths are no reason: the learning has to name one of them, or say its whole name. */
function fitting(matches: readonly Match[], text: string, files: readonly WorkspacePath[]): readonly Fitting[] {
  return matches.flatMap((match): readonly Fitting[] => {
    const { action, files: own, trigger } = match.learning;
    const said = `${trigger} ${action}`;
    const about = files.find((file) => own.includes(file) || namesFile(said, file));
    if (about !== undefined) return [{ ...match, because: `it is about ${shownName(about)}`, isStrong: true }];
    const words = sharedWords(text, said);
    if (words.length === 0) {
      const called = files.find((file) => saysName(said, file));
      return called === undefined ? [] : [{ ...match, because: `it has the words of the name ${shownName(called)}`, isStrong: false }];
    }
    const because = `it shares ${words
      .slice(0, 3)
      .map((word) => quoted(word, 40))
      .join(', ')} with the task`;
    return [{ ...match, because, isStrong: words.length >= strongWords }];
  });
}

/** Whether a text has the name of the file, with or without its ending. A name of one common word says nothing. */
function namesFile(text: string, file: WorkspacePath): boolean {
  const name = fileNameOf(file);
  const bare = name.replace(/(?<=.)\..*$/, '');
  const words = text.split(/[^\p{L}\p{N}_.$-]+/u);
  return words.includes(name) || (/[\p{Lu}_\d-]/u.test(bare.slice(1)) && words.includes(bare));
}

/** Whether a text has all words of the name of a file, where the name says what is in it. */
function saysName(text: string, file: WorkspacePath): boolean {
  const name = subjectName(file) === undefined ? '' : fileNameOf(file).replace(/(?<=.)\..*$/, '');
  const all = sharedWords(name, name);
  return all.length > 0 && sharedWords(name, text).length === all.length;
}

/** Whether it is worth a word. */
export function isRisky({ level }: Risk): boolean {
  return level === 'H' || level === 'C';
}

/** Without the files that are far less certain than the first one. */
export function worthNaming(files: readonly Needed[]): readonly Needed[] {
  const least = minChance * (files[0]?.score ?? 0);
  return files.filter(({ score }) => score >= least);
}

/** With a clean name, since it is used in sentences and a store may be edited by hand. */
function named(type: ViolationType): ViolationType {
  return { ...type, type: cut(cleanLine(type.type), 60) };
}
