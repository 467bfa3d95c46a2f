import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rounds } from '../support/storm.ts';
import { recordAnswers, type Recorded } from './answers.ts';
import { intended } from './intended.ts';
import { steps } from './requests.ts';

/**
 * What the build of commit 6510a6dc answered. Made by `SNAP_TEST_PROGRAM=<its dist/main.js> SNAP_RECORD=1 npx vitest run test/compatibility`: only
 * for a new version that is to be compared with from then on.
 */
const file = join(import.meta.dirname, '../fixtures/compatibility/answers-of-0.1.0.json');

const isRecorded = process.env['SNAP_RECORD'] === '1';
// Each request is made where those before it were, so that a part of them is the first part.
const now = await recordAnswers(isRecorded ? steps.length : rounds(steps.length));
if (isRecorded) writeFileSync(file, `[\n${now.map((answer) => JSON.stringify(answer)).join(',\n')}\n]\n`);
const all: readonly Recorded[] = JSON.parse(readFileSync(file, 'utf8'));
const before = all.slice(0, now.length);

describe('a request is answered as by the version before', () => {
  it('at least 300 of them', () => {
    expect(all.length).toBeGreaterThanOrEqual(300);
    expect(now.map(({ request }) => request)).toEqual(before.map(({ request }) => request));
  });

  it.each(before.map((answer, at) => [answer.request, at] as const))('%s', (request, at) => {
    const reason = intended[request];
    if (reason === undefined) expect(now[at]).toEqual(before[at]);
    else expect(now[at], `It is answered as before again: remove it from intended.ts (${reason}).`).not.toEqual(before[at]);
  });
});
