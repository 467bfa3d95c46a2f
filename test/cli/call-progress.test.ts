import { memorySystem } from '../support/memory-system.ts';
import { expect, it } from 'vitest';
import { callsWithProgress } from '../../src/cli/options/checkup-options.ts';
import { Values } from '../../src/cli/command.ts';
import { terminalUi } from '../../src/cli/terminal/ui.ts';
import { terminal } from '../../src/system/index.ts';
import type { CheckupOptions } from '../../src/doctor/index.ts';

/** What is drawn while two of two servers are called. */
async function drawn(which: CheckupOptions['calls']['which'], { isTerminal = true, json = false } = {}): Promise<readonly string[]> {
  const lines: string[] = [];
  const ui = { ...terminalUi(memorySystem(), terminal), isTerminal, width: 40 };
  const options: CheckupOptions = {
    workspace: { path: '/w', isProject: true },
    program: { node: 'node', file: 'main.js', version: '0.1.0' },
    calls: { which, as: ['client'] },
  };
  await callsWithProgress(
    { ui: { ...ui, redraw: (text) => lines.push(text) }, values: new Values({ json }) },
    options,
    async ({ calls }) => {
      calls.onStart?.(2);
      calls.onAnswer?.();
      calls.onAnswer?.();
    },
  );
  return lines;
}

it.each([
  ['every server, in a terminal', 'all', {}, ['Calling 2 servers: 0 done', 'Calling 2 servers: 1 done', 'Calling 2 servers: 2 done', '']],
  ["snap's own only", 'own', {}, []],
  ['every server, for a pipe', 'all', { isTerminal: false }, []],
  ['every server, as JSON', 'all', { json: true }, []],
] as const)('a line shows how far the calls are: %s', async (_, which, where, lines) => {
  expect(await drawn(which, where)).toEqual(lines);
});
