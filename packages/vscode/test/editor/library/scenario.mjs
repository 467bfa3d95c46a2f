// Runs one scenario: its editor, its steps, what was seen.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { prepareEditor } from './editor.mjs';

/**
 * @returns {Promise<{ name: string, seconds: number, notes: object[], failure?: { step: string, message: string, pictures: string[] } }>}
 */
export async function runScenario(scenario, { browser, proxies, extensions, pictures, say }) {
  const begun = Date.now();
  const notes = [];
  const editor = await prepareEditor({ browser, proxies, extensions, ...scenario.editor });
  let step = 'the editor starts';
  let failure;
  const kit = {
    editor,
    say,
    /** Says in the table what was seen of a command while a gate was shown. */
    note: (gate, command, seen) => notes.push({ gate, command, seen: seen.replaceAll(/\s+/g, ' ').trim() }),
    picture: async (window, name) => {
      mkdirSync(pictures, { recursive: true });
      await window.screenshot(join(pictures, `${scenario.name}-${name}.png`));
    },
  };
  const state = {};
  try {
    await editor.start();
    for (const [what, act] of scenario.steps) {
      step = what;
      const at = Date.now();
      await act(kit, state);
      say(`    ${what}: ${((Date.now() - at) / 1000).toFixed(1)} s`);
    }
    step = 'no request leaves this machine';
    const left = editor.left();
    if (left.length > 0) throw new Error(`asked for: ${[...new Set(left)].join(', ')}`);
  } catch (error) {
    failure = { step, message: error.message, pictures: await picturesOf(editor, scenario, pictures) };
    const log = editor.read('server.log')?.trim();
    if (log) failure.log = log.split('\n').slice(-15).join('\n');
  }
  const ending = await editor.end().catch((error) => error);
  failure ??= ending && { step: 'every process of the editor ends', message: ending.message, pictures: [] };
  if (!process.env.SNAP_EDITOR_KEEP) editor.remove();
  return { name: scenario.name, seconds: Math.round((Date.now() - begun) / 100) / 10, notes, failure };
}

async function picturesOf(editor, scenario, directory) {
  mkdirSync(directory, { recursive: true });
  const taken = [];
  for (const [index, window] of editor.windows.entries()) {
    const path = join(directory, `failed-${scenario.name}-${index + 1}.png`);
    try {
      await window.page.screenshot({ path, timeout: 10_000 });
      taken.push(path);
    } catch {
      // The window is closed, or hangs: the message of the step says more.
    }
  }
  return taken;
}
