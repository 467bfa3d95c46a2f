import { EventEmitter, workspace, type Disposable, type Event } from 'vscode';
import { core, type Checkup, type System } from '../core.ts';
import type { Desk } from '../desk.ts';

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
const restMs = 300;
/** A program that writes one of the files all the time costs a tenth of a processor at most. */
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
  let timer: ReturnType<typeof setTimeout> | undefined;
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
  return {
    get last() {
      return last;
    },
    onDidChange: changed.event,
    examine,
    soon() {
      clearTimeout(timer);
      timer = setTimeout(
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
        Math.max(restMs, restUntil - performance.now()),
      );
    },
    dispose() {
      clearTimeout(timer);
      changed.dispose();
    },
  };
}

async function checkUpNow(desk: Desk, calls: 'none' | 'own', last: Checkup | undefined): Promise<Checkup> {
  const system = await desk.system();
  const [{ checkUp, examine }, found] = await Promise.all([core.doctor(), findFolder(desk, system)]);
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
  return found ?? { node: 'node', file: '', version: desk.context.extension.packageJSON.version as string };
}

async function findFolder(desk: Desk, system: System) {
  const folder = desk.folder();
  if (folder === undefined) return { path: system.home, isProject: false };
  return (await core.workspace()).findWorkspace(system, folder);
}
