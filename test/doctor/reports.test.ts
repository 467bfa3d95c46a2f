import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openDoctorFixture, type DoctorFixture } from '../support/doctor-fixture.ts';
import type { ConfigFinding } from '../../src/doctor/diagnostic.ts';

/**
 * Failures that people reported, each rebuilt as a small machine, with machines beside it that have the same fault in another form
 * (another assistant, system, spelling) and some that only look like it. `report.json` says what has to be named.
 */
interface Report {
  /** Where people reported it and its cause was found; in the first case of a folder. */
  readonly source?: string;
  readonly named?: {
    readonly id: string;
    /** As `findings.txt` of the other fixtures: `~/…`. */
    readonly file?: string;
    readonly server?: string;
    readonly severity: ConfigFinding['severity'];
    /** Words of the cause in the message. */
    readonly cause: readonly string[];
    /** Words of the cure that worked, in the hint or the fix. */
    readonly cure: readonly string[];
    /** How the fix changes it: `safe`, `confirm`; absent where a person has to do it. */
    readonly fix?: 'safe' | 'confirm';
  };
  /** Other warnings and errors that are true on this machine. */
  readonly also?: readonly string[];
}

const folder = fileURLToPath(new URL('../fixtures/reports', import.meta.url));
const only = process.env['ONLY']?.split(',');
const reports = existsSync(folder)
  ? readdirSync(folder).filter((name) => only === undefined || only.some((one) => name.startsWith(one)))
  : [];

describe.each(reports)('%s', (name) => {
  it.each(readdirSync(join(folder, name)))('%s', async (machine) => {
    const fixture = openDoctorFixture(join(folder, name, machine));
    // A fixture's own file.
    const report = JSON.parse(readFileSync(join(fixture.path, 'report.json'), 'utf8')) as Report;
    const { findings } = await fixture.examine();
    const shown = findings.map((finding) => inWords(finding, fixture)).join('\n');

    const { also = [], named } = report;
    if (named !== undefined) {
      const found = findings.find(
        ({ id, path, server }) =>
          id === named.id &&
          (named.file === undefined || (path !== undefined && fixture.short(path) === named.file)) &&
          server === named.server,
      );
      expect(found, `"${named.id}" is not among:\n${shown}`).toBeDefined();
      for (const word of named.cause) expect(found?.message).toContain(word);
      const cure = [found?.hint, found?.fix?.says].join(' ');
      for (const word of named.cure) expect(cure).toContain(word);
      expect(found?.severity).toBe(named.severity);
      expect(found?.fix?.kind).toBe(named.fix);
    }
    // Nothing else that would send the person elsewhere.
    const others = findings.filter(({ id, severity }) => severity !== 'info' && id !== named?.id && !also.includes(id));
    expect(others.map((finding) => inWords(finding, fixture))).toEqual([]);
  });
});

it.skipIf(only !== undefined)('there are thirty of them, each with its source', () => {
  expect(reports).toHaveLength(30);
  for (const name of reports) {
    const { source } = JSON.parse(readFileSync(join(folder, name, 'reported', 'report.json'), 'utf8')) as Report;
    expect(source).toMatch(/^https:\/\/github\.com\/[^/]+\/[^/]+\/(issues|pull)\/\d+$/);
  }
});

function inWords({ hint, id, message, path, server, severity, fix }: ConfigFinding, { short }: DoctorFixture): string {
  return `${severity} ${id} ${path === undefined ? '' : short(path)} [${server ?? ''}] ${message} -> ${hint ?? ''} ${fix === undefined ? '' : `{${fix.kind}: ${fix.says}}`}`;
}
