import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { maskProse } from '../../src/secrets/index.ts';
import { labelledLines, shows } from '../support/labelled-lines.ts';
import { rounds } from '../support/storm.ts';
import { planted } from './planted-inputs.ts';
import { toolRun } from './tool-runs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Those whose secret nobody takes for another word. What is not found is counted in test/secrets/labelled.test.ts. */
const lines = (['developing', 'unseen'] as const)
  .flatMap((half) => labelledLines(root, half, 'secrets'))
  .filter((line) => line.secrets.every((secret) => secret.length >= 7) && !shows(maskProse(line.text), line));

it('an everyday password in any text of any tool is stored nowhere, and in no answer and no error', async () => {
  const run = await toolRun({ 'package.json': '{}' }, { git: false });
  const leaks: string[] = [];
  // In a storm each text takes ten of them, else two: others at each place.
  const each = rounds(10);
  for (const [at, [name, input]] of planted.entries()) {
    for (let i = 0; i < each; i += 1) {
      const line = lines[(at * each + i) % lines.length];
      if (line === undefined) throw new Error('no line');
      const answer = await run.call(name, input(line.text)).catch((error: unknown) => errorTexts(error));
      if (
        shows(answer, { ...line, rest: line.rest + answer.replaceAll(line.text, '') }) ||
        line.secrets.some((one) => answer.includes(one))
      )
        leaks.push(`${name}: ${line.text}`);
    }
  }
  expect(leaks.slice(0, 5)).toEqual([]);
  const files = readdirSync(run.home.path, { recursive: true, encoding: 'utf8' }).map((name) => join(run.home.path, name));
  const stores = files.filter((path) => statSync(path).isFile());
  expect(stores.filter((path) => path.endsWith('.jsonl')).length).toBeGreaterThanOrEqual(3);
  for (const path of stores) {
    const content = readFileSync(path, 'utf8');
    for (const { secrets, text } of lines) if (secrets.some((one) => content.includes(one))) leaks.push(`${path} holds: ${text}`);
  }
  expect(leaks.slice(0, 5)).toEqual([]);
});

/** All that dispatch could say of it. */
function errorTexts(error: unknown): string {
  return error instanceof Error ? `${error.message} ${'hint' in error ? String(error.hint) : ''} ${JSON.stringify(error)}` : String(error);
}
