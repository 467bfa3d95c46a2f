import { describe, expect, it } from 'vitest';
import { matches } from '../../src/machine/expand.ts';

describe('a pattern with stars', () => {
  it.each([
    ['tmp-*', 'tmp-docs', true],
    ['*', 'anything', true],
    ['https://*.example.com/*', 'https://mcp.example.com/mcp', true],
    ['https://*.example.com/*', 'https://example.org/mcp', false],
    ['a.c', 'abc', false],
    ['(x', '(x', true],
    ['docs', 'docs-2', false],
  ])('%s and %s', (pattern, text, fits) => {
    expect(matches(pattern, text)).toBe(fits);
  });
});
