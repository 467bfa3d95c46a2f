import { cleanLine, cut, quoted } from '../system/index.ts';
import { taskIntents, type Intent } from '../tasks/index.ts';
import type { Guide, Question, Sources, Step } from './advice.ts';
import { gather, type Known } from './gather.ts';
import type { TestsNeeded } from '../forecast/index.ts';

type FileStep = Extract<Step, { kind: 'file' }>;

const maxSteps = 8;
const maxGiven = 3;
const maxTests = 2;
const maxText = 300;

const work: Readonly<Record<Intent, string>> = {
  implement: 'Make the change here.',
  debug: 'Find the cause here before changing anything.',
  refactor: 'Restructure it without changing what it does.',
  review: 'Read it and list the problems.',
  explore: 'Read it.',
  test: 'Describe what it should do, then test that.',
  deploy: 'Make sure that it is ready for deployment.',
};

/** Intents that only read: nothing has to be tested or committed afterwards. */
const readsOnly: ReadonlySet<Intent> = new Set(['review', 'explore']);

/**
 * An order of work. Each step is a call of a tool or an existing file. The same state gives the same steps, and nothing is written.
 */
export async function guide(sources: Sources, question: Question, signal?: AbortSignal): Promise<Guide> {
  const known = await gather(sources, question, signal);
  const needed = await testsOf(known, sources, signal);
  const opening = openingSteps(known);
  const closing = [...(await checkSteps(needed, sources)), ...closingSteps(known)];
  const files = distinct([
    ...(await givenSteps(known, sources)),
    ...(await learningSteps(known, sources)),
    ...(await companionSteps(known, sources)),
    ...(await violationSteps(known, sources)),
    ...testSteps(needed),
  ]).slice(0, maxSteps - opening.length - closing.length);
  return { steps: [...opening, ...files, ...closing], confidence: confidence(known, files.length), intent: known.intent };
}

/** The arguments of a call step, or what to do in the file of a file step. */
export function stepText(step: Step): string {
  switch (step.kind) {
    case 'call':
      return `${step.tool} ${JSON.stringify(step.arguments)}`;
    case 'file':
      return `${cleanLine(step.file)}: ${step.what}`;
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

function closingSteps({ task, text }: Known): readonly Step[] {
  if (task === undefined && text === '') return [];
  const end = { outcome: 'completed' };
  return [{ kind: 'call', tool: 'snap_end', arguments: end, why: 'It ends the task. Add what you learned.' }];
}

/** The given files; learnings without files are added to the first. */
async function givenSteps(known: Known, sources: Sources): Promise<readonly FileStep[]> {
  const there = await existing(known.files, sources);
  const free = known.matches.map(({ learning }) => learning).filter(({ files }) => files.length === 0);
  return there.slice(0, maxGiven).map((file, i) => {
    const commits = known.churn.find((hot) => hot.file === file)?.commits;
    const reasons = [
      ...(commits === undefined ? ['It is one of the files of the task.'] : [`It changed in ${commits} commits, more than most files.`]),
      ...(i === 0 ? free.map(({ id, action }) => `${id} says ${quoted(action, 160)}.`) : []),
    ];
    return { kind: 'file', file, what: work[known.intent], why: reasons.join(' ') };
  });
}

async function learningSteps({ matches, files }: Known, sources: Sources): Promise<readonly FileStep[]> {
  const steps: FileStep[] = [];
  for (const { learning } of matches) {
    const [file] = await existing(learning.files, sources);
    if (file === undefined) continue;
    const why = `${learning.id} says ${quoted(learning.action, 160)}.`;
    steps.push({ kind: 'file', file, what: files.includes(file) ? 'Follow what was learned here.' : 'Read what was learned here.', why });
  }
  return steps;
}

async function companionSteps({ companions }: Known, sources: Sources): Promise<readonly FileStep[]> {
  const steps: FileStep[] = [];
  for (const { file, goesWith, together, of } of companions.slice(0, 2)) {
    if (!(await sources.has(file))) continue;
    const why = `It changed with ${quoted(goesWith, 200)} in ${together} of ${of} commits.`;
    steps.push({ kind: 'file', file, what: 'Check whether it must change too.', why });
  }
  return steps;
}

async function violationSteps({ violations }: Known, sources: Sources): Promise<readonly FileStep[]> {
  const steps: FileStep[] = [];
  for (const { type, count, prevention, violations: reports } of violations.slice(0, 2)) {
    const [file] = await existing(reports.map((report) => report.file).toReversed(), sources);
    if (file === undefined) continue;
    steps.push({ kind: 'file', file, what: `Avoid ${type}: ${quoted(prevention, 160)}.`, why: `${type} x${count}, last here.` });
  }
  return steps;
}

/** Nothing to test where nothing is changed. */
async function testsOf({ files, intent, text }: Known, { forecast }: Sources, signal: AbortSignal | undefined): Promise<TestsNeeded> {
  if (readsOnly.has(intent) || (text === '' && files.length === 0)) return { tests: [] };
  return (await forecast()).tests({ text, files }, signal);
}

function testSteps({ tests }: TestsNeeded): readonly FileStep[] {
  return tests.slice(0, maxTests).map(({ file, reasons: [reason] }) => {
    const why = reason === undefined ? '' : `It ${reason.text}.`;
    return { kind: 'file', file, what: 'Cover the change.', why };
  });
}

/** The command for the tests, and the scripts that check the rest. Only names with a common meaning: a project may give its scripts any name. */
async function checkSteps({ command, tests }: TestsNeeded, { project }: Sources): Promise<readonly FileStep[]> {
  if (command === undefined) return [];
  const { packageManager, scripts } = await project();
  const runner = packageManager === 'pnpm' || packageManager === 'yarn' || packageManager === 'bun' ? packageManager : 'npm';
  const others = ['typecheck', 'lint'].filter((name) => scripts.has(name)).map((name) => `, "${runner} run ${name}"`);
  const where = command.folder === undefined ? '' : ` in ${quoted(command.folder, 200)}`;
  const why = `${tests.length === 0 ? 'It runs the tests' : 'It runs these tests'}, by ${cleanLine(command.why)}.`;
  return [{ kind: 'file', file: command.file, what: `Run ${quoted(command.command, 2_000)}${where}${others.join('')}.`, why }];
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
    else if (!before.why.includes(step.why)) {
      const what = before.what.includes(step.what) ? before.what : `${before.what} ${step.what}`;
      byFile.set(step.file, { ...before, what, why: `${before.why} ${step.why}` });
    }
  }
  return [...byFile.values()];
}

/** At most 20 for a plan that is based on the words of the task alone. */
function confidence({ matches, violations, companions, files, text }: Known, steps: number): number {
  if (steps === 0) return text === '' && files.length === 0 ? 10 : 20;
  const kinds = [matches.length > 0, violations.length > 0, companions.length > 0].filter(Boolean).length;
  return kinds === 0 ? (files.length === 0 ? 20 : 40) : Math.min(90, 45 + 15 * kinds);
}
