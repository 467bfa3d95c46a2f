import { describe, expect, it } from 'vitest';
import { has, tomlPatterns } from '../../../src/formats/fix/toml-patterns.ts';

describe.each(Object.entries(tomlPatterns))('the pattern %s', (name, row: { matches: readonly string[]; differs: readonly string[] }) => {
  const id = Object.keys(tomlPatterns).find((key): key is keyof typeof tomlPatterns => key === name) ?? 'header';
  it.each(row.matches)('matches %j', (text) => expect(has(id, text)).toBe(true));
  it.each(row.differs)('does not match %j', (text) => expect(has(id, text)).toBe(false));
  it('has examples of both', () => {
    expect(row.matches.length).toBeGreaterThan(1);
    expect(row.differs.length).toBeGreaterThan(1);
  });
});
