import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { diagnostics } from '../../src/doctor/diagnostics/index.ts';
import { overlay } from '../../src/machine/overlay.ts';
import type { Checkup } from '../../src/doctor/checkup.ts';
import type { System } from '../../src/system/index.ts';
import { planRepair } from '../../src/doctor/repair/plan-repair.ts';
import type { RepairPlan } from '../../src/doctor/repair/repair-plan.ts';
import { filesBelow, findingsText, openDoctorFixture, readOnly, type DoctorFixture } from '../support/doctor-fixture.ts';
import { sampled } from '../support/storm.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const fixtures = join(root, 'test/fixtures/doctor');
/** `UPDATE_FIXTURES=1` writes findings.txt and after/ anew; the diff is to be read like code. */
const update = process.env['UPDATE_FIXTURES'] !== undefined;
/** `ONLY=<id>,<id>` runs only these. */
const only = process.env['ONLY']?.split(',');

const folders = existsSync(fixtures) ? readdirSync(fixtures).filter((id) => only === undefined || only.includes(id)) : [];

describe('every diagnostic', () => {
  it.each(
    diagnostics.filter(({ id }) => only === undefined || only.includes(id)).map((diagnostic) => [diagnostic.id, diagnostic] as const),
  )('%s has its file, fixture and page', (id, { summary }) => {
    expect(existsSync(join(root, `src/doctor/diagnostics/${id}.ts`)), `make src/doctor/diagnostics/${id}.ts, named as its id`).toBe(true);
    expect(existsSync(join(fixtures, id)), `make test/fixtures/doctor/${id}/<case>/`).toBe(true);
    expect(existsSync(join(root, `docs/diagnostics/${id}.md`)), `make docs/diagnostics/${id}.md`).toBe(true);
    expect(summary).toMatch(/^[A-Z"].*\.$/);
  });

  it('has an id of its own', () => {
    expect(new Set(diagnostics.map(({ id }) => id)).size).toBe(diagnostics.length);
  });

  it('is in the list when it has a file', () => {
    const files = readdirSync(join(root, 'src/doctor/diagnostics')).filter((name) => name !== 'index.ts');
    const ids = new Set(diagnostics.map(({ id }) => `${id}.ts`));
    const helpers = files.filter((name) => !readFileSync(join(root, 'src/doctor/diagnostics', name), 'utf8').includes('defineDiagnostic('));
    expect(files.filter((name) => !ids.has(name) && !helpers.includes(name))).toEqual([]);
  });
});

describe.each(folders)('%s', (id) => {
  const cases = readdirSync(join(fixtures, id));
  /** Those whose repaired setup is looked at again. The first is always one of them. */
  const lookedAtAgain = new Set(update ? cases : sampled(cases));
  it.each(cases)('%s', async (name) => {
    const fixture = openDoctorFixture(join(fixtures, id, name));
    const before = contents(fixture);
    const found = await fixture.checkUp();
    const { findings } = found;
    matches(join(fixture.path, 'findings.txt'), findingsText(findings, fixture.short));
    // `healthy` holds what must not be flagged; the others must find what they are for.
    if (id !== 'healthy') expect(findings.map((finding) => finding.id)).toContain(id);

    // Every fix at once, except those that only a person may want.
    const plan = await repaired(fixture.system, found);
    expect(contents(fixture), 'diagnosing and planning write nothing').toEqual(before);
    matchesTree(fixture, plan);
    // Nothing was changed, so a second look would see the same.
    if (plan.files.length === 0 || !lookedAtAgain.has(name)) return;

    const cured = new Set(plan.files.flatMap((file) => file.cured.map((finding) => finding.fingerprint)));
    const after = new Map(plan.files.map((file) => [file.path, file.after]));
    const changed = overlay(fixture.system, after);
    const again = await fixture.checkUp(changed);
    expect(
      again.findings.filter((finding) => cured.has(finding.fingerprint)).map((finding) => finding.id),
      'a fix cures what it is for',
    ).toEqual([]);
    expect((await repaired(changed, again)).files, 'a second run changes nothing').toEqual([]);
  });
});

async function repaired(system: System, found: Checkup): Promise<RepairPlan> {
  const plan = await planRepair(readOnly(system), found, {
    isChosen: () => true,
    wants: async (finding) => finding.fix?.loosens !== true,
  });
  if (plan === undefined) throw new Error('nobody left');
  return plan;
}

function contents({ system }: DoctorFixture): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(system.paths().map((path) => [path, system.text(path)]));
}

/** The files that repairing changes stand in after/, whole, and no others. */
function matchesTree(fixture: DoctorFixture, plan: RepairPlan): void {
  const directory = join(fixture.path, 'after');
  const shown = new Map(
    plan.files.map(({ path, after }) => {
      const name = fixture
        .short(path)
        .replace(/^~\/project\//, 'project/')
        .replace(/^~\//, 'home/')
        .replace(/^([A-Z]:)?\//, 'root/');
      return [name, after === undefined ? undefined : Buffer.from(after).toString('latin1')] as const;
    }),
  );
  if (update) {
    rmSync(directory, { recursive: true, force: true });
    for (const [name, text] of shown) {
      if (text === undefined) continue;
      mkdirSync(dirname(join(directory, name)), { recursive: true });
      writeFileSync(join(directory, name), text, 'latin1');
    }
  }
  const expected = new Map(filesBelow(directory).map((name) => [name, readFileSync(join(directory, name), 'latin1')]));
  expect(Object.fromEntries([...shown].filter(([, text]) => text !== undefined))).toEqual(Object.fromEntries(expected));
}

function matches(path: string, text: string): void {
  if (update) writeFileSync(path, text);
  expect(text).toBe(existsSync(path) ? readFileSync(path, 'utf8') : `${path} is missing; UPDATE_FIXTURES=1 writes it`);
}
