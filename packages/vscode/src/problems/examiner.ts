import { EventEmitter, workspace, type Disposable, type Event } from 'vscode';
import { core, type Checkup } from '../core.ts';
import type { Desk } from '../desk.ts';
import { soon } from '../soon.ts';
import { probedFolder } from '../observe/open-folder.ts';

/** Judges the config files of this machine, for every part that shows findings. */
export interface Examiner extends Disposable {
  /** The newest; `undefined` before the first. */
  readonly last: Checkup | undefined;
  readonly onDidChange: Event<Checkup>;
  /** Judges now. `own`: also starts the entries that run snap itself, to see whether they answer; never where the workspace is not trusted. */
  examine(calls: 'none' | 'own'): Promise<Checkup>;
  /** Judges again when nothing has changed for a moment. Starts nothing. */
  soon(): void;
}

const examiners = new WeakMap<Desk, Examiner>();

/** Several files are written at once, and one file often twice. */
const quietMs = 300;
/** A program may write one of them again and again. */
const lateMs = 2_000;
/** The rest after a judgement lasts this many times as long as it took, so a program that keeps writing one of the files costs at most a tenth of a processor. */
const restTimes = 9;

/** The one of this window. */
export function examinerOf(desk: Desk): Examiner {
  const known = examiners.get(desk);
  if (known !== undefined) return known;
  const made = makeExaminer(desk);
  examiners.set(desk, made);
  desk.context.subscriptions.push(made);
  return made;
}

function makeExaminer(desk: Desk): Examiner {
  const changed = new EventEmitter<Checkup>();
  let last: Checkup | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let isWaiting = false;
  let restUntil = 0;

  const run = async (calls: 'none' | 'own'): Promise<Checkup> => {
    const begun = performance.now();
    last = await checkUpNow(desk, workspace.isTrusted ? calls : 'none', last);
    restUntil = performance.now() + (calls === 'none' ? restTimes * (performance.now() - begun) : 0);
    changed.fire(last);
    return last;
  };
  const examine = (calls: 'none' | 'own'): Promise<Checkup> => {
    const next = queue.then(
      () => run(calls),
      () => run(calls),
    );
    queue = next;
    return next;
  };
  const later = soon(
    () => {
      // One that has not begun yet will see the same files.
      if (isWaiting) return;
      isWaiting = true;
      void queue
        .catch(() => undefined)
        .then(() => {
          isWaiting = false;
          return examine('none');
        })
        .catch((error: unknown) => desk.log.error(error instanceof Error ? error : String(error)));
    },
    { quietMs, lateMs, restMs: () => restUntil - performance.now() },
  );
  return {
    get last() {
      return last;
    },
    onDidChange: changed.event,
    examine,
    soon: () => later.call(),
    dispose() {
      later.dispose();
      changed.dispose();
    },
  };
}

async function checkUpNow(desk: Desk, calls: 'none' | 'own', last: Checkup | undefined): Promise<Checkup> {
  const system = await desk.system();
  const [{ checkUp, examine }, found] = await Promise.all([core.doctor(), probedFolder(system, desk.folder())]);
  const program = await programOf(desk);
  if (calls === 'own') return checkUp(system, { workspace: found, program, calls: { which: 'own', as: ['client'] } });
  const now = await checkUp(system, { workspace: found, program, calls: { which: 'none', as: ['client'] } });
  const answers = last?.options.answers;
  if (answers === undefined || answers.size === 0) return now;
  // What servers answered stays true of the entries that are as they were.
  const options = { ...now.options, answers };
  return { ...(await examine(system, options)), options };
}

/** Where no program of snap is, the entries are judged all the same; none of them is then the one of this machine. */
async function programOf(desk: Desk): Promise<Checkup['setup']['program']> {
  const found = await desk.program();
  return found ?? { node: 'node', file: '', version: String(desk.context.extension.packageJSON.version) };
}
