import { describe, expect, it } from 'vitest';
import type { TreeFile } from '../../../src/system/index.ts';
import { createChangesSinceState, isChangeOf } from '../../../src/insight/pulse/changes-since-state.ts';
import { mergeMoments } from '../../../src/insight/pulse/own-changes.ts';
import type { WorkspaceState } from '../../../src/insight/pulse/workspace-state.ts';

const nowMs = 1_000_000;

function stateOf(more: Partial<WorkspaceState>): WorkspaceState {
  return {
    source: 'git',
    changed: new Map(),
    recent: [],
    oldestMs: undefined,
    known: undefined,
    isQuick: true,
    fingerprint: '',
    readMs: 0,
    ...more,
  };
}

function fileOf(more: Partial<TreeFile> = {}): TreeFile {
  return { path: 'a', kind: 'file', size: 1, modifiedMs: nowMs, changedMs: nowMs, inode: 1, mode: 0o644, ...more };
}

const changed = new Map([['a', { isNew: false }]]);
const isNew = new Map([['a', { isNew: true }]]);

describe('an event', () => {
  it.each<[string, TreeFile | undefined, Partial<WorkspaceState>, boolean]>([
    ['of a file that was just written is a change', fileOf(), {}, true],
    ['of a file with an old time is none', fileOf({ modifiedMs: 0 }), {}, false],
    ['of a file with an old time that differed before is one', fileOf({ modifiedMs: 0 }), { changed }, true],
    ['of a file that was moved here is one', fileOf({ modifiedMs: 0 }), { known: new Set(['b']) }, true],
    ['of an old file that was there is none', fileOf({ modifiedMs: 0 }), { known: new Set(['a']) }, false],
    ['of a pipe is none', fileOf({ kind: 'other' }), {}, false],
    ['of a deleted file that was known is one', undefined, { known: new Set(['a']) }, true],
    ['of a deleted file that differed is one', undefined, { changed }, true],
    ['of a file that came and was deleted again is none', undefined, {}, false],
  ])('%s', (_, file, state, isChange) => {
    expect(isChangeOf('a', file, stateOf(state), nowMs)).toBe(isChange);
  });
});

describe('what has changed since a state was read', () => {
  it.each<[string, Partial<WorkspaceState>, TreeFile | undefined, boolean, readonly string[]]>([
    ['a changed file is added', {}, fileOf(), true, ['a']],
    ['an event without a change adds nothing', {}, fileOf(), false, []],
    ['a deleted file that was known is added', { known: new Set(['a']) }, undefined, true, ['a']],
    ['a deleted file that was new is taken out', { changed: isNew }, undefined, true, []],
    ['a deleted file that was committed stays', { changed }, undefined, true, ['a']],
  ])('%s', (_, more, file, isChange, expected) => {
    const state = stateOf(more);
    const changes = createChangesSinceState();
    changes.add('a', file, isChange, state);
    expect(changes.changedNow(state)).toEqual(expected);
  });

  it('is forgotten up to the event after which the next state was read', () => {
    const state = stateOf({});
    const changes = createChangesSinceState();
    changes.add('a', fileOf(), true, state);
    const count = changes.count();
    changes.add('b', fileOf(), true, state);
    changes.forgetUpTo(count);
    expect(changes.changedNow(state)).toEqual(['b']);
  });
});

describe('reported and observed changes together', () => {
  it.each([
    ['of one path within two seconds are one', 'a', 2_000, 1],
    ['of one path later are two', 'a', 2_001, 2],
    ['of two paths are two', 'b', 0, 2],
  ])('%s', (_, path, laterMs, count) => {
    expect(mergeMoments([{ path: 'a', atMs: nowMs }], [{ path, atMs: nowMs + laterMs }])).toHaveLength(count);
  });
});
