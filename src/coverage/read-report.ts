import { readGo } from './readers/go.ts';
import { isIstanbul, readIstanbul } from './readers/istanbul.ts';
import { readLcov } from './readers/lcov.ts';
import { isSummary, readSummary } from './readers/summary.ts';
import { isV8, readV8 } from './readers/v8.ts';
import { readXmlReport } from './readers/xml-reports.ts';
import { InvalidReport, type NoReport, type Report } from './report.ts';

/** Reads a report in any of the formats, told apart by what it contains; names differ by project. Pure. */
export function readReport(text: string): Report | NoReport {
  const content = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const start = content.trimStart();
  if (start === '') return { problem: 'it is empty' };
  try {
    if (start.startsWith('{') || start.startsWith('[')) return readJson(content);
    if (start.startsWith('<')) return readXmlReport(content);
    if (start.startsWith('mode:')) return readGo(content);
    if (start.startsWith('SQLite format 3\0')) return { problem: 'it is the database of coverage.py; "coverage xml" makes a report of it' };
    if (/^(TN|SF|LF):/m.test(start.slice(0, 10_000))) return readLcov(content);
    return { problem: 'it has none of the formats that snap reads' };
  } catch (error) {
    if (!(error instanceof InvalidReport)) throw error;
    return { problem: error.message };
  }
}

function readJson(text: string): Report {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The only thing it throws for: a report that is still being written, or was cut off.
    throw new InvalidReport('it is not valid JSON');
  }
  if (isSummary(value)) return readSummary(value);
  if (isV8(value)) return readV8(value);
  if (isIstanbul(value)) return readIstanbul(value);
  throw new InvalidReport('its JSON belongs to no coverage report');
}
