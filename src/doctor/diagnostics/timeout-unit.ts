import { defineEntryDiagnostic, type EntryFacts } from '../diagnostic.ts';
import { ownEntries, fieldOf, mayFix } from '../judging/entries/fields.ts';
import { replaceValues } from '../edit.ts';

/** A limit of more than an hour, or less than a second, is not intended. */
const mostSeconds = 3600;
const leastMilliseconds = 1000;

/** Some clients count seconds, others milliseconds. */
export default defineEntryDiagnostic({
  id: 'timeout-unit',
  severity: 'warning',
  summary: 'A time limit is written in the unit of another assistant.',
  restsOn: ['entry'],
  of: ownEntries,
  *judge(target) {
    for (const [key, unit] of timesOf(target)) {
      const member = fieldOf(target, key);
      const value = member?.value.kind === 'scalar' ? member.value.value : undefined;
      if (member === undefined || typeof value !== 'number') continue;
      const isWrong = unit === 's' ? value > mostSeconds : value > 0 && value < leastMilliseconds;
      if (!isWrong) continue;
      const right = unit === 's' ? Math.ceil(value / 1000) : Math.round(value * 1000);
      const written = unit === 's' ? `about ${Math.round(value / 3600)} hours` : `${value / 1000} seconds`;
      yield {
        span: member.value,
        detail: key,
        message: `${target.client.name} reads "${key}" in ${unit === 's' ? 'seconds' : 'milliseconds'}, so ${value} means ${written}.`,
        hint: `If ${unit === 's' ? 'milliseconds' : 'seconds'} were intended, write ${right}.`,
        fix: mayFix(target)
          ? {
              kind: 'confirm',
              says: `replace ${value} by ${right}`,
              edit: replaceValues(target.file, [{ node: member.value, value: right }]),
            }
          : undefined,
      };
    }
  },
});

/** The fields in which the client reads a time, with their units: those that the row names, and those that say it themselves. */
function timesOf(target: EntryFacts): ReadonlyMap<string, 's' | 'ms'> {
  const { fields = [], startTimeout, timeout } = target.file.reading.entry;
  const named = [timeout, startTimeout, startTimeout?.also].flatMap((field) =>
    field === undefined ? [] : [[field.key, field.unit] as const],
  );
  const telling = fields.flatMap((key): readonly (readonly [string, 's' | 'ms'])[] => {
    if (!/time_?out/i.test(key)) return [];
    if (/(_s|_?secs?|_?seconds)$/i.test(key)) return [[key, 's']];
    return /(_?ms|_?millis|_?milliseconds)$/i.test(key) ? [[key, 'ms']] : [];
  });
  return new Map([...telling, ...named]);
}
