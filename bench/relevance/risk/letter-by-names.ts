// What snap said before it read the history: a letter by the words in the names of the files. Kept to compare with.
import { touchesOf } from '../../../src/insight/pulse/touches.ts';

const high = new Set(['auth', 'payment', 'security']);

export function letterByNames(files: readonly string[]): 'L' | 'M' | 'H' | 'C' {
  const areas = touchesOf(files).map(({ area }) => area);
  const highOnes = areas.filter((area) => high.has(area)).length;
  if (highOnes >= 2 || (highOnes === 1 && (areas.includes('database') || files.length > 20))) return 'C';
  return highOnes === 1 ? 'H' : areas.length > 0 ? 'M' : 'L';
}
