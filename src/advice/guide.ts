import { cleanLine, cut, quoted, shownName } from '../system/index.ts';
import { taskIntents, type Intent } from '../tasks/index.ts';
import type { Guide, Question, Sources, Step } from './advice.ts';
import { gather, type Known, worthNaming } from './gather.ts';
import type { TestsNeeded } from '../forecast/index.ts';

type FileStep = Extract<Step, { kind: 'file' }>;

const maxSteps = 8;
const maxGiven = 3;
const maxNeeded = 3;
const maxTests = 2;
const maxText = 300;

/** Intents that only read: nothing has to be tested or committed afterwards. */
const readsOnly: ReadonlySet<Intent> = new Set(['review', 'explore']);

/**
 * An order of work: the files of the change, its tests, and the command that runs them. Only what is known of this task is a step; where
 * nothing is, the call that begins it. The same state gives the same steps, and nothing is written.
 */
export async function guide(sources: Sources, question: Question, signal?: AbortSignal): Promise<Guide> {
  const known = await gather(sources, question, signal);
  const tests = await testsOf(known, sources, signal);
  const closing = checkSteps(tests);
  const named = new Set([...tests.tests.slice(0, maxTests).map(({ file }) => file), ...closing.map(({ file }) => file)]);
  const files = distinct([
    ...(await learningSteps(known, sources)),
    ...(await violationSteps(known, sources)),
    ...riskSteps(known),
    ...neededSteps(known, named),
    ...testSteps(tests),
    ...closing,
  ]);
  // The command is last, and the one that is kept.
  const steps = files.length <= maxSteps ? files : [...files.slice(0, maxSteps - 1), ...files.slice(-1)];
  return { steps: steps.length > 0 ? steps : openingSteps(known), confidence: confidence(known, steps), intent: known.intent };
}

/** The call of a call step, or what to do in the file of a file step. */
export function stepText(step: Step): string {
  switch (step.kind) {
    case 'call':
      return `${step.tool} ${JSON.stringify(step.arguments)}`;
    case 'file':
      return `${shownName(step.file)}: ${step.what}`;
    default:
      return step satisfies never;
  }
}

function openingSteps({ task, text, files, intent }: Known): readonly Step[] {
  if (task !== undefined) return [];
  if (text === '')
    return [{ kind: 'call', tool: 'snap', arguments: { mode: 'context' }, why: 'No task is open; this shows the last work.' }];
  const offered = new Set<Intent>(taskIntents);
  const named = { ...(files.length === 0 ? {} : { files: files.slice(0, maxGiven) }), ...(offered.has(intent) ? { intent } : {}) };
  const start = { mode: 'start', task: cut(cleanLine(text), maxText), ...named };
  return [{ kind: 'call', tool: 'snap', arguments: start, why: 'It starts the task, so that changes are measured.' }];
}

/** Learnings without files are added to the first file that there is: of the task, or needed for it. */
async function learningSteps({ files, matches, needed }: Known, sources: Sources): Promise<readonly FileStep[]> {
  const steps: FileStep[] = [];
  const anywhere = (await existing(files, sources))[0] ?? needed[0]?.file;
  for (const { learning } of matches) {
    const file = learning.files.length === 0 ? anywhere : (await existing(learning.files, sources))[0];
    if (file === undefined) continue;
    steps.push({ kind: 'file', file, what: 'Follow what was learned.', why: `${learning.id} says ${quoted(learning.action, 160)}` });
  }
  return steps;
}

async function violationSteps({ violations }: Known, sources: Sources): Promise<readonly FileStep[]> {
  const steps: FileStep[] = [];
  for (const { type, count, prevention, violations: reports } of violations.slice(0, 2)) {
    const [file] = await existing(reports.map((report) => report.file).toReversed(), sources);
    if (file === undefined) continue;
    steps.push({ kind: 'file', file, what: `Avoid ${type}: ${quoted(prevention, 160)}.`, why: `${type} x${count}, last here` });
  }
  return steps;
}

/** What went wrong there before is worth a test after each change. */
function riskSteps({ files, risk }: Known): readonly FileStep[] {
  const [file] = files;
  if (file === undefined || files.length > 1 || (risk.level !== 'H' && risk.level !== 'C')) return [];
  return [{ kind: 'file', file, what: 'Test each change of it.', why: risk.why.replace(/\.$/, '') }];
}

/** @param named elsewhere in the plan. */
function neededSteps({ intent, needed }: Known, named: ReadonlySet<string>): readonly FileStep[] {
  const others = needed.filter(({ file }) => !named.has(file)).slice(0, maxNeeded);
  return others.map(({ file, reasons: [reason] }) => ({
    kind: 'file',
    file,
    what: readsOnly.has(intent) ? 'Read it.' : 'May have to change.',
    why: reason?.text ?? '',
  }));
}

/** Nothing to test where nothing is changed. */
async function testsOf({ files, intent, text }: Known, { forecast }: Sources, signal: AbortSignal | undefined): Promise<TestsNeeded> {
  if (readsOnly.has(intent) || (text === '' && files.length === 0)) return { tests: [] };
  return (await forecast()).tests({ text, files }, signal);
}

function testSteps({ tests }: TestsNeeded): readonly FileStep[] {
  return worthNaming(tests)
    .slice(0, maxTests)
    .map(({ file, reasons: [reason] }) => ({ kind: 'file', file, what: 'Cover the change.', why: reason?.text ?? '' }));
}

/** The one command that tests the change. */
function checkSteps({ command }: TestsNeeded): readonly FileStep[] {
  if (command === undefined) return [];
  const where = command.folder === undefined ? '' : ` in ${quoted(command.folder, 200)}`;
  const why = cleanLine(command.why);
  const said = why.startsWith(`${command.file}: `) ? why.slice(command.file.length + 2) : why === command.file ? '' : why;
  return [{ kind: 'file', file: command.file, what: `Run ${quoted(command.command, 2_000)}${where}.`, why: said }];
}

async function existing(files: readonly string[], { has }: Sources): Promise<readonly string[]> {
  const there: string[] = [];
  // More are not shown.
  for (const file of files.slice(0, 20)) if (await has(file)) there.push(file);
  return there;
}

/** One step for each file: later ones are merged into the first. */
function distinct(steps: readonly FileStep[]): readonly FileStep[] {
  const byFile = new Map<string, FileStep>();
  for (const step of steps) {
    const before = byFile.get(step.file);
    if (before === undefined) byFile.set(step.file, step);
    else {
      byFile.set(step.file, { ...before, what: both(before.what, step.what, ' '), why: both(before.why, step.why, '; ') });
    }
  }
  return [...byFile.values()];
}

function both(one: string, other: string, between: string): string {
  return one === '' || other === '' || one.includes(other) ? one || other : `${one}${between}${other}`;
}

/** At most 20 where nothing is known of the task. */
function confidence({ files, matches, needed, text, violations }: Known, steps: readonly Step[]): number {
  if (steps.length === 0) return text === '' && files.length === 0 ? 10 : 20;
  const best = Math.max(0, ...needed.map(({ score }) => score), ...matches.map(({ score }) => score), violations.length > 0 ? 0.6 : 0);
  return Math.min(90, Math.max(25, Math.round(95 * best)));
}
