import { expect, it } from 'vitest';
import { loadFormat } from '../../../src/formats/index.ts';
import { fixToml } from '../../../src/formats/fix/toml.ts';

it('no mark is looked for in a passage of 100,000 brackets', async () => {
  const text = `x = ${'['.repeat(100_000)}`;
  const problem = { line: 1, column: 1, offset: 4, message: 'nested too deeply' } as unknown as Parameters<typeof fixToml>[1];
  const before = process.cpuUsage();
  expect(fixToml(text, problem, await loadFormat('toml'), {} as Parameters<typeof fixToml>[3])).toBeUndefined();
  // Seconds of processor time; it took more than twenty.
  expect(process.cpuUsage(before).user / 1_000_000).toBeLessThan(5);
});
