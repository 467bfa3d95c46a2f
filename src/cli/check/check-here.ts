import { join } from 'node:path';
import { checkModes, maxCode, runCheck, type CheckContext, type CheckReport } from '../../checks/index.ts';
import { told } from '../../server/calling.ts';
import { didYouMean, nearest, SnapError } from '../../system/index.ts';
import { openWorkbench, type Workbench } from '../../workbench/index.ts';
import type { Invocation } from '../command.ts';
import { callContext, typedPath } from '../desk.ts';
import { rootFor } from '../options/workspace-root.ts';
import { plain } from '../terminal/style.ts';
import type { Ui } from '../terminal/ui.ts';
import type { AskedCheck } from './asked.ts';
import { readInput } from '../read-input.ts';

/** No client waits for a command: long enough for the tests of a large project. */
const maxMs = 10 * 60_000;

/** A check that can be run again, and the workspace that it is about. */
export interface CheckHere {
  run(): Promise<CheckReport>;
  /** @throws SnapError `no-workspace`. */
  bench(): Promise<Workbench>;
}

/**
 * Prepares a check of the workspace of the current directory, which need not be a project, and closes it afterwards.
 * @throws SnapError `usage` for a word that is neither a mode nor a file, and for text that cannot be read.
 */
export async function withCheck<T>(invocation: Invocation, asked: AskedCheck, use: (check: CheckHere) => Promise<T>): Promise<T> {
  let opened: Promise<Workbench> | undefined;
  const bench = (): Promise<Workbench> => (opened ??= open(invocation));
  // A directory that was named and is not there is a mistake, also for modes that could do without.
  if (invocation.values.text('workspace') !== undefined) await bench();
  try {
    const context: CheckContext = callContext(invocation, bench);
    const files = asked.files.length === 0 ? undefined : await filesOf(invocation, await bench(), asked);
    const code = asked.code === undefined ? undefined : await codeOf(invocation, asked.code);
    const { diff, tests } = asked;
    return await use({
      bench,
      run: () =>
        withProgress(invocation.ui, asked.format === 'text', async (progress) =>
          told(await runCheck(asked.mode, { files, code, diff, tests }, { ...context, progress }, maxMs), context),
        ),
    });
  } finally {
    (await opened?.catch(() => undefined))?.close();
  }
}

async function open(invocation: Invocation): Promise<Workbench> {
  const root = await rootFor(invocation, true);
  return openWorkbench(await invocation.writable(), root, {
    owner: { kind: 'shell' },
    watch: false,
    publish: (...event) => invocation.tell(root, ...event),
  });
}

async function filesOf({ system }: Invocation, bench: Workbench, { files, isModeNamed }: AskedCheck): Promise<readonly string[]> {
  const found = [];
  for (const [i, typed] of files.entries()) {
    const path = await typedPath(system, bench, typed);
    if ((await system.look(join(bench.workspace.root, path))) === undefined) throw noSuchFile(typed, i === 0 && !isModeNamed);
    found.push(path);
  }
  return found;
}

function noSuchFile(typed: string, mayBeMode: boolean): SnapError {
  const shown = plain(typed).slice(0, 200);
  if (!mayBeMode || !/^[a-z]+$/i.test(typed))
    return new SnapError('usage', `${shown}: there is no such file.`, { hint: 'Name files of the project, or none for all.' });
  const meant = nearest(typed.toLowerCase(), [...checkModes, 'approve']).map((word) =>
    word === 'approve' ? 'snap trust' : `snap check ${word}`,
  );
  return new SnapError('usage', `"${shown}" is neither a mode nor a file.`, {
    hint: `${didYouMean(meant)} "snap check --help" lists the modes.`.trim(),
  });
}

const fromPipe = {
  what: '--code -',
  how: 'Pipe the text in: snap check patterns --code - < file.ts. Or name the file: --code file.ts.',
};

async function codeOf({ system }: Invocation, source: string): Promise<string> {
  const code = source === '-' ? await readInput(4 * maxCode, fromPipe) : await system.readBytes(system.resolve(source));
  if (code === undefined) throw new SnapError('usage', `--code ${plain(source)}: there is no such file.`);
  const text = new TextDecoder().decode(code);
  if (text.length > maxCode) throw new SnapError('usage', `--code: the text has more than ${maxCode.toLocaleString('en')} characters.`);
  return text;
}

const everyMs = 1000;

/** Does the work, and shows meanwhile on a terminal how long it takes and which layers still run. @param shows whether text is wanted at all. */
async function withProgress<T>(
  { isTerminal, redraw, width = 80 }: Pick<Ui, 'isTerminal' | 'redraw' | 'width'>,
  shows: boolean,
  work: (progress: CheckContext['progress']) => Promise<T>,
): Promise<T> {
  if (!isTerminal || !shows) return work(undefined);
  const begun = performance.now();
  let says = '';
  let isDrawn = false;
  const draw = (): void => {
    isDrawn = true;
    redraw(`Checking  ${Math.round((performance.now() - begun) / 1000)} s${says}`.slice(0, width - 1));
  };
  const timer = setInterval(draw, everyMs).unref();
  try {
    return await work((message) => (says = `  ${message}`));
  } finally {
    clearInterval(timer);
    if (isDrawn) redraw('');
  }
}
