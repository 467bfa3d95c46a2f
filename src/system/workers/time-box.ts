import { isRecord } from '../json.ts';

/** What work gave, or that its time was up. */
export type BoxedResult<Value> = { readonly value: Value } | 'late';

/**
 * Runs work that may never end, such as a regular expression that somebody else wrote, and stops it in the middle. It keeps the thread until then: for
 * workers. What the work changed before it was stopped stays changed.
 * https://nodejs.org/docs/latest-v20.x/api/vm.html#scriptrunincontextcontextifiedobject-options: `timeout` also ends what the script calls.
 */
export type TimeBox = <Value>(maxMs: number, work: () => Value) => BoxedResult<Value>;

/** Prepares a time box; it can be used again and again. */
export async function timeBox(): Promise<TimeBox> {
  const { createContext, Script } = await import('node:vm');
  const script = new Script('work()');
  const names: { work: () => void } = { work: () => undefined };
  const context = createContext(names);
  return (maxMs, work) => {
    let result: { readonly value: ReturnType<typeof work> } | undefined;
    names.work = () => {
      result = { value: work() };
    };
    try {
      script.runInContext(context, { timeout: maxMs });
    } catch (error) {
      // Of another realm, so no instance of our `Error`.
      if (isRecord(error) && error['code'] === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return 'late';
      throw error;
    }
    return result ?? 'late';
  };
}
