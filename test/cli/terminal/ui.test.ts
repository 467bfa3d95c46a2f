import { describe, expect, it } from 'vitest';
import { eventText } from '../../../src/cli/commands/daemon/logs.ts';
import { styleOf } from '../../../src/cli/terminal/style.ts';
import { terminalUi } from '../../../src/cli/terminal/ui.ts';
import { memorySystem } from '../../support/memory-system.ts';

/** What is written to a terminal of 80 columns. */
function screen() {
  let shown = '';
  const terminal = {
    isTerminal: () => true,
    columns: () => 80,
    write: (_: 1 | 2, text: string) => void (shown += text),
    feed: () => Promise.resolve(false),
  };
  const ui = terminalUi(memorySystem({ env: { TERM: 'xterm' } }), terminal);
  return { ui, shown: () => shown };
}

const cleared = '\r\u001B[2K';

describe('what Ctrl-C leaves on the screen', () => {
  it('is no half-drawn line, but a word', () => {
    const { ui, shown } = screen();
    ui.redraw('Checking  4 s');
    ui.stopped();
    expect(shown()).toBe(`${cleared}Checking  4 s${cleared}Stopped.\n`);
  });

  it('is nothing more where no line is drawn', () => {
    const { ui, shown } = screen();
    ui.redraw('Checking  4 s');
    ui.redraw('');
    ui.stopped();
    ui.print('done');
    ui.stopped();
    expect(shown()).toBe(`${cleared}Checking  4 s${cleared}done\n`);
  });
});

describe('an event', () => {
  const at = '2026-11-23T10:00:00.000Z';
  const text = (type: Parameters<typeof eventText>[0]['type'], data: object): string =>
    eventText(
      { schemaVersion: 1, type, at, workspace: '/home/u/p', data } as Parameters<typeof eventText>[0],
      '/home/u',
      styleOf(false, true),
    );

  it.each([
    [
      'daemon.state',
      { state: 'client-connected', kind: 'server', pid: 812 },
      'daemon.state       client connected, kind server, process 812  ~/p',
    ],
    [
      'snapshot.created',
      { snapshot: 'snap_1', kind: 'manual', files: 3, bytes: 9, complete: true },
      'snapshot snap_1, kind manual, 3 files, 9 bytes, complete',
    ],
    [
      'session.ended',
      { task: 'task_1', outcome: 'completed', learnings: 2, linesAdded: 4 },
      'task task_1, outcome completed, 2 learnings, 4 lines added',
    ],
    ['learning.matched', { learnings: [], source: 'snap' }, 'no learnings, source snap'],
  ] as const)('%s is told in words', (type, data, says) => {
    expect(text(type, data)).toContain(says);
  });
});
