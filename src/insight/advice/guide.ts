import { join } from 'node:path';
import { cleanLine, cut, quoted, shownName, SnapError } from '../../system/index.ts';
import { confine } from '../../workspace/index.ts';
import { taskIntents, type Intent } from '../../memory/index.ts';
import type { Guide, Question, Sources, Step } from './advice.ts';
import { gather, isRisky, type Known, worthNaming } from './gather.ts';
import type { TestsNeeded } from '../forecast.ts';

type FileStep = Extract<Step, { kind: 'file' }>;

const maxSteps = 8;
const maxGiven = 3;
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
  const files = distinct([
    ...(await learningSteps(known, sources)),
    ...(await violationSteps(known, sources)),
    ...riskSteps(known),
    ...neededSteps(known),
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
  const anywhere = (await existing(files, sources))[0] ?? needed?.files[0].file;
  for (const { isStrong, learning } of matches) {
    if (!isStrong) continue;
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
  if (file === undefined || files.length > 1 || !isRisky(risk)) return [];
  return [{ kind: 'file', file, what: 'Test each change of it.', why: risk.why.replace(/\.$/, '') }];
}

/** One step, since it is one statement: that one of these files is needed. */
function neededSteps({ needed }: Known): readonly FileStep[] {
  if (needed === undefined) return [];
  const [{ file }] = needed.files;
  // The sentence has the reasons.
  return [{ kind: 'file', file, what: needed.ofFirst, why: '' }];
}

/** Nothing to test where nothing is changed. */
async function testsOf({ files, intent, text }: Known, { forecast }: Sources, signal: AbortSignal | undefined): Promise<TestsNeeded> {
  if (readsOnly.has(intent) || (text === '' && files.length === 0)) return { tests: [] };
  return (await forecast()).tests({ text, files }, signal);
}

/** The tests of the change and the one command that runs them; without a command the tests alone. */
function checkSteps({ command, tests }: TestsNeeded): readonly FileStep[] {
  const likely = worthNaming(tests).slice(0, maxTests);
  const reasons = likely.flatMap(({ file, reasons: [reason] }) => (reason === undefined ? [] : [`${shownName(file)} ${reason.text}`]));
  const [first, ...others] = likely;
  if (command === undefined) {
    if (first === undefined) return [];
    const also = others.length === 0 ? '' : ` and ${others.map(({ file }) => shownName(file)).join(', ')}`;
    return [{ kind: 'file', file: first.file, what: `Test the change with it${also}.`, why: reasons.join('; ') }];
  }
  const where = command.folder === undefined ? '' : ` in ${quoted(command.folder, 200)}`;
  const why = cleanLine(command.why);
  const said = why.startsWith(`${command.file}: `) ? why.slice(command.file.length + 2) : why === command.file ? '' : why;
  return [
    {
      kind: 'file',
      file: command.file,
      what: `Run ${quoted(command.command, 2_000)}${where}.`,
      why: [said, ...reasons].filter((one) => one !== '').join('; '),
    },
  ];
}

async function existing(files: readonly string[], sources: Sources): Promise<readonly string[]> {
  const there: string[] = [];
  // More are not shown.
  for (const file of files.slice(0, 20)) if (await isFile(sources, file)) there.push(file);
  return there;
}

/** The names come from records: one that leads out of the workspace is not there. */
async function isFile({ system, workspace }: Sources, file: string): Promise<boolean> {
  try {
    return (await system.look(join(workspace.root, await confine(system, workspace, file))))?.kind === 'file';
  } catch (error) {
    if (error instanceof SnapError) return false;
    throw error;
  }
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
  const best = Math.max(0, needed?.chance ?? 0, ...matches.map(({ score }) => score), violations.length > 0 ? 0.6 : 0);
  return Math.min(90, Math.max(25, Math.round(95 * best)));
}
