import { capitalize } from '../../system/index.ts';
import { defineDiagnostic, type Fix, atMost, type EntryFacts } from '../diagnostic.ts';
import { setFields } from '../edit.ts';
import { calledEntries, startLimit, type StartLimit } from '../judging/answers/called-entries.ts';
import { downloads } from '../judging/programs/known-programs.ts';
import { duration } from '../judging/wording.ts';
import { mayFix } from '../judging/entries/fields.ts';

/** Compares the start time with the limit of the client. */
export default defineDiagnostic({
  id: 'slow-start',
  severity: 'error',
  summary: 'The server takes longer to start than the assistant waits, or almost as long.',
  restsOn: ['limits'],
  *detect(setup) {
    for (const { entry, answer, maxSeverity } of calledEntries(setup, 'answered', 'silent')) {
      const limit = startLimit(entry, setup);
      if (limit === undefined) continue;
      const isFetching = downloads(entry.command);
      // A server that never answers has its own finding; one that is still being downloaded is only late.
      if (answer.kind === 'silent' && !isFetching) continue;
      const isOver = answer.milliseconds >= limit.milliseconds;
      const isNear = limit.isProved && answer.kind === 'answered' && answer.milliseconds > limit.milliseconds * nearly;
      if (!isOver && !isNear) continue;
      const name = `"${entry.entry.name}"`;
      const took = duration(answer.milliseconds);
      const given = `${entry.client.name} gives a server ${duration(limit.milliseconds)} to start${limit.isProved ? '' : ', as far as is known'}`;
      const seconds = enough(answer.milliseconds);
      const fix = limit.isProved ? moreTime(entry, limit, seconds) : undefined;
      const fetching = isFetching
        ? `The first start downloads it, later ones are faster: start it once in a terminal, and check again. Or ${more(limit, seconds)}.`
        : `${capitalize(more(limit, seconds))}.`;
      yield {
        entry,
        // A package that was downloaded for this call is there for the next one.
        severity: atMost(maxSeverity, isOver && limit.isProved && !isFetching ? 'error' : 'warning'),
        message:
          answer.kind === 'silent'
            ? `${name} had not answered after ${took}; ${given}.`
            : isOver
              ? `${name} took ${took} to answer; ${given}.`
              : `${name} took ${took} to answer, which is close to the limit: ${given}.`,
        hint: fetching,
        fix,
      };
    }
  },
});

/** From this share of the limit on, it is reported as close to the limit. */
const nearly = 0.8;

/** Twice the time it took, rounded. */
function enough(milliseconds: number): number {
  return Math.max(30, Math.ceil((milliseconds * 2) / 10_000) * 10);
}

function more({ field, variable }: StartLimit, seconds: number): string {
  if (field !== undefined) {
    const value = field.unit === 's' ? `${seconds} (seconds)` : `${seconds * 1000} (milliseconds)`;
    return `give it more time: "${field.key}": ${value} in the entry`;
  }
  if (variable !== undefined)
    return `give it more time: set the variable ${variable} to ${seconds * 1000} (milliseconds) where the assistant is started`;
  return 'install the package beforehand, so that nothing is downloaded at the start';
}

function moreTime(entry: EntryFacts, { field }: StartLimit, seconds: number): Fix | undefined {
  if (field === undefined || !mayFix(entry)) return undefined;
  const value = field.unit === 's' ? seconds : seconds * 1000;
  return { kind: 'confirm', says: `set "${field.key}" to ${value}`, edit: setFields(entry, new Map([[field.key, value]])) };
}
