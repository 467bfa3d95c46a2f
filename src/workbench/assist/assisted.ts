import { randomUUID } from 'node:crypto';
import type { Forecast } from '../../forecast/index.ts';
import type { Snapshots, TakeOptions } from '../../snapshots/index.ts';
import type { SharedWorkbench } from '../shared-workbench.ts';
import type { Assist } from './assist.ts';
import { benchPrint } from './bench-print.ts';
import { isAnswer, type PieceAnswer, type PieceArgs, type PieceName } from './pieces.ts';

/** @param isLong as of {@link Assist.ask}. */
type AskFirst = <Name extends PieceName>(
  name: Name,
  args: PieceArgs<Name>,
  alone: () => Promise<PieceAnswer<Name>>,
  signal?: AbortSignal,
  isLong?: boolean,
) => Promise<PieceAnswer<Name>>;

/** The same workbench, of which some pieces of work are asked of another process first, and done here when that does not do them. */
export function assisted(bench: SharedWorkbench, assist: Assist): SharedWorkbench {
  const askFirst = askFirstOf(bench, assist);
  const { vitals } = bench;
  let snapshots: ReturnType<SharedWorkbench['snapshots']> | undefined;
  const forecast = assistedForecast(bench, askFirst);
  return {
    ...bench,
    knowledge: assistedKnowledge(bench, askFirst),
    history: assistedHistory(bench, askFirst),
    vitals: {
      ...vitals,
      pulse(changed, signal) {
        if (changed === undefined) return askFirst('vitals.pulse', [], () => vitals.pulse(undefined, signal), signal);
        const call = randomUUID();
        return askFirst('vitals.pulse', [changed, call], () => vitals.pulse(changed, signal, call), signal);
      },
    },
    snapshots: () => (snapshots ??= assistedSnapshots(bench, askFirst)),
    forecast: async () => forecast,
    assistance: () => assist.describe(),
  };
}

/** One piece of work: asked for, and done here where that fails. */
export function askFirstOf(bench: Pick<SharedWorkbench, 'settings' | 'workspace'>, assist: Assist): AskFirst {
  const { root } = bench.workspace;
  let print: string | undefined;
  return async (name, args, alone, signal, isLong) => {
    const done = await assist.ask(root, name, [(print ??= benchPrint(bench)), ...args], signal, isLong);
    return done !== undefined && isAnswer(name, done.answer) ? done.answer : alone();
  };
}

/** Takes a snapshot there, or here: once, also where the other process takes it without its answer being heard. */
export function takeFirst(
  askFirst: AskFirst,
  { signal, progress, ...plain }: TakeOptions,
  here: Snapshots['take'],
): ReturnType<Snapshots['take']> {
  const named = { ...plain, call: randomUUID() };
  return askFirst('snapshots.take', [named], () => here({ ...named, signal, progress }), signal, true);
}

function assistedKnowledge({ knowledge }: SharedWorkbench, askFirst: AskFirst): SharedWorkbench['knowledge'] {
  return {
    ...knowledge,
    search: (query) => askFirst('knowledge.search', [query], () => knowledge.search(query)),
    // Nothing is null on its way through JSON.
    find: async (id) => (await askFirst('knowledge.find', [id], () => knowledge.find(id))) ?? undefined,
    matchingViolations: (text, files) =>
      askFirst('knowledge.matchingViolations', [text, files], () => knowledge.matchingViolations(text, files)),
  };
}

function assistedHistory({ history }: SharedWorkbench, askFirst: AskFirst): SharedWorkbench['history'] {
  let last: { readonly at: number; readonly answer: ReturnType<typeof history.changed> } | undefined;
  return {
    ...history,
    changed(signal, since = Infinity) {
      if (last !== undefined && last.at >= since) return last.answer;
      const answer = askFirst('history.changed', [], () => history.changed(signal), signal);
      last = { at: performance.now(), answer };
      return answer;
    },
    companions: (files, signal) => askFirst('history.companions', [files], () => history.companions(files, signal), signal),
    hot: (files, signal) => askFirst('history.hot', [files], () => history.hot(files, signal), signal),
  };
}

/** What reads the history here is loaded when a piece has to be done here. */
function assistedForecast({ forecast }: SharedWorkbench, askFirst: AskFirst): Forecast {
  return {
    files: (question, signal) => askFirst('forecast.files', [question], async () => (await forecast()).files(question, signal), signal),
    tests: (question, signal) => askFirst('forecast.tests', [question], async () => (await forecast()).tests(question, signal), signal),
    forgotten: (changed, signal) =>
      askFirst('forecast.forgotten', [changed], async () => (await forecast()).forgotten(changed, signal), signal),
    before: (files, signal) => askFirst('forecast.before', [files], async () => (await forecast()).before(files, signal), signal),
    after: (change, signal) => askFirst('forecast.after', [change], async () => (await forecast()).after(change, signal), signal),
    uncommitted: (signal) => askFirst('forecast.uncommitted', [], async () => (await forecast()).uncommitted(signal), signal),
    factors: (files, change, signal) =>
      askFirst('forecast.factors', [files, change], async () => (await forecast()).factors(files, change, signal), signal),
  };
}

/** Those of this process are opened when a piece has to be done here, or another method is called. */
async function assistedSnapshots(bench: SharedWorkbench, askFirst: AskFirst): ReturnType<SharedWorkbench['snapshots']> {
  const snapshots = await bench.snapshots();
  return {
    ...snapshots,
    take: (options) => takeFirst(askFirst, options, snapshots.take),
    async changes(from, to, options = {}) {
      const alone = () => snapshots.changes(from, to, options);
      const { paths, signal } = options;
      return to === 'working'
        ? askFirst('snapshots.changes', paths === undefined ? [from, to] : [from, to, paths], alone, signal)
        : alone();
    },
    present: (signal) => askFirst('snapshots.present', [], () => snapshots.present(signal), signal),
    ineffectiveRules: () => askFirst('snapshots.ineffectiveRules', [], () => snapshots.ineffectiveRules()),
  };
}
