import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { eventMeanings, eventTypes, isWanted, newEvent, type EventData, type SnapEvent } from '../../src/daemon/index.ts';
import { readEvent } from '../../src/daemon/events/event.ts';

const root = join(import.meta.dirname, '../..');
const schema: object = JSON.parse(readFileSync(join(root, 'docs/schemas/event.json'), 'utf8'));
const validate = new Ajv2020({ allErrors: true, strict: false, formats: { 'date-time': /^\d{4}-\d\d-\d\dT[\d:.]+Z$/ } }).compile(schema);

/** Every field of each type, so that the compiler, the schema and the page agree. */
const samples: { readonly [Type in keyof EventData]: readonly EventData[Type][] } = {
  'snapshot.created': [
    { snapshot: 'snap_1_abc123', kind: 'manual', files: 3, bytes: 10, complete: true },
    { snapshot: 'snap_1_abc123', kind: 'task', files: 3, bytes: 10, complete: false, task: 'task_1' },
  ],
  'snapshot.restored': [{ snapshot: 'snap_1_abc123', safety: 'snap_2_abc123', written: 1, deleted: 2, conflicts: 0 }],
  'risk.detected': [{ level: 'high', score: 80, files: ['a.ts'], factors: ['auth'], task: 'task_1' }],
  'session.started': [{ task: 'task_1', state: 'created', client: 'claude-code', snapshot: 'snap_1_abc123' }],
  'session.ended': [{ task: 'task_1', outcome: 'blocked', client: 'zed', learnings: 2, files: 1, linesAdded: 3, linesRemoved: 4 }],
  'learning.matched': [{ learnings: ['learn_1'], source: 'advise', task: 'task_1' }],
  'validation.failed': [{ mode: 'full', errors: 1, warnings: 0, files: ['a.ts'], task: 'task_1' }],
  'daemon.state': [
    { state: 'started', pid: 1, build: '0.1.0' },
    { state: 'stopping', pid: 1, reason: 'idle' },
    { state: 'http-started', url: 'http://127.0.0.1:8765' },
    { state: 'http-refused', reason: 'taken' },
    { state: 'client-connected', kind: 'server', pid: 1, client: 'zed' },
    { state: 'client-left', kind: 'server', pid: 1 },
    { state: 'workspace-opened' },
    { state: 'workspace-closed' },
    { state: 'workspace-failed', reason: 'x' },
  ],
  'config.changed': [{ action: 'write', clients: ['cursor'], servers: ['snap'], files: ['~/.cursor/mcp.json'] }],
};

describe.each(eventTypes)('%s', (type) => {
  it('fits its schema and passes from process to process', () => {
    for (const data of samples[type]) {
      const event = newEvent(new Date(0), type, data, '/work/shop');
      validate(event);
      expect(validate.errors ?? []).toEqual([]);
      expect(readEvent(JSON.parse(JSON.stringify(event)))).toEqual(event);
      validate({ ...event, data: { ...data, more: 1 } });
      expect(validate.errors).not.toBeNull();
    }
  });

  it('is on the page, with every field', () => {
    const page = readFileSync(join(root, 'docs/events.md'), 'utf8');
    const section = page.slice(page.indexOf(`### \`${type}\``)).split('\n### ')[0] ?? '';
    expect(section).toContain(eventMeanings[type]);
    for (const field of samples[type].flatMap((data) => Object.keys(data))) expect(section).toContain(`| \`${field}\``);
  });
});

describe('an event', () => {
  const event: SnapEvent = newEvent(new Date(0), 'session.ended', samples['session.ended'][0] ?? raise(), '/a');

  it.each([
    [{}, true],
    [{ types: ['session.ended'] }, true],
    [{ types: [] }, false],
    [{ types: ['config.changed'] }, false],
    [{ workspace: '/a' }, true],
    [{ workspace: '/b' }, false],
  ] as const)('is wanted by %j: %s', (filter, wanted) => {
    expect(isWanted(filter, event)).toBe(wanted);
  });

  it.each([
    [null],
    [[]],
    [{ ...event, schemaVersion: 2 }],
    [{ ...event, type: 'unheard.of' }],
    [{ ...event, at: 'yesterday' }],
    [{ ...event, workspace: 5 }],
    [{ ...event, data: 'x' }],
    [{ ...event, data: { text: 'x'.repeat(70_000) } }],
  ])('is not %#', (value) => {
    expect(readEvent(value)).toBeUndefined();
  });
});

function raise(): never {
  throw new Error('there is a sample');
}
