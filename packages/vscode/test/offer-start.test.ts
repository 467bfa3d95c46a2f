import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { nodeSystem } from '../../../src/system/node.ts';
import type { Desk } from '../src/desk.ts';
import { gateOf, type Gate } from '../src/gates/gate-of.ts';
import { registerOfferStart } from '../src/offer-start.ts';
import { signal } from '../src/signal.ts';
import { until } from '../../../test/support/processes.ts';
import { allMet } from './gates/every.ts';
import { begin, person, showTab } from './support/vscode.ts';

/** What the extension remembers: the same for each window and each start of the editor. */
let memory: Map<string, unknown>;
let started: number;

/** A window in which the daemon does not run. */
function openWindow(): void {
  const changes = signal<Gate>();
  const system = nodeSystem({ home: '/home/ana', env: {}, cwd: '/' });
  const current = gateOf({ ...allMet, daemon: { kind: 'stopped', why: 'never' } });
  const desk = {
    context: {
      globalState: {
        get: (name: string) => memory.get(name),
        update: async (name: string, value: unknown) => void memory.set(name, value),
      },
    },
    log: { error: (text: string) => expect.fail(text), warn: () => undefined },
    system: async () => system,
    program: async () => ({ node: '/usr/bin/node', file: '/srv/snap/dist/main.js' }),
    gates: { current, onDidChange: changes.on },
    daemon: { start: async () => void started++ },
  };
  const registered = registerOfferStart(desk as unknown as Desk);
  onTestFinished(() => void registered.dispose());
  changes.fire(current);
}

const asked = (): number => person.messages.filter((text) => text.startsWith('Start the Snap daemon')).length;

beforeEach(() => {
  memory = new Map();
  started = 0;
  begin();
});

describe('the question whether the daemon may be started', () => {
  it.each(['Not Now', undefined])('is asked once, also by later windows, when the answer is %s', async (answer) => {
    person.answer = () => answer;
    openWindow();
    expect(await until(() => memory.size > 0)).toBe(true);
    openWindow();
    openWindow();
    expect([asked(), started]).toEqual([1, 0]);
    // One short line.
    expect(person.messages.join('').length).toBeLessThan(60);
  });

  it('says what would be started when it is asked to', async () => {
    person.answer = (_, buttons) => (buttons.includes('Details') ? 'Details' : 'Start Once');
    openWindow();
    expect(await until(() => started === 1)).toBe(true);
    expect(asked()).toBe(2);
    expect(person.messages[1]).toContain('/srv/snap/dist/main.js daemon start');
    expect(memory.get('snap.daemon.autoStart')).toBeUndefined();
  });

  it('waits while a page of the editor is shown, such as the walkthrough', async () => {
    showTab({ input: undefined });
    openWindow();
    expect(asked()).toBe(0);
    showTab({ input: {} });
    expect(await until(() => asked() === 1)).toBe(true);
  });
});
