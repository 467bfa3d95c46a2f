import { describe, expect, it } from 'vitest';
import { hostileCases } from './cases.ts';
import { copyEngine } from './copy-engine.ts';
import { idleEngine } from './idle-engine.ts';
import { ownEngine } from './own-engine.ts';
import { play } from './play.ts';
import { sampled } from '../../support/storm.ts';

describe('hostile workspaces', () => {
  it('are 31 that other engines were measured with, and as many more', () => {
    expect(hostileCases.filter(({ from }) => from === 'facts')).toHaveLength(31);
    expect(hostileCases.length).toBeGreaterThanOrEqual(60);
    expect(new Set(hostileCases.map(({ name }) => name)).size).toBe(hostileCases.length);
  });

  // Both show that the cases are good ones; a few are enough, but in a storm.
  describe('can be passed: a full copy does', () => {
    it.each(sampled(sampled(hostileCases)))('$name', async (hostile) => {
      expect(await play(hostile, copyEngine)).toEqual([]);
    });
  });

  describe('ask for something: an engine that does nothing passes none', () => {
    it.each(sampled(sampled(hostileCases)))('$name', async (hostile) => {
      expect(await play(hostile, idleEngine)).not.toEqual([]);
    });
  });

  describe('snap', () => {
    it.each(sampled(hostileCases))('$name', async (hostile) => {
      expect(await play(hostile, ownEngine)).toEqual([]);
    });
  });
});
