import { describe, expect, it } from 'vitest';
import { isRealValue, placeholderIn } from '../../../../src/doctor/judging/secrets/placeholder.ts';

describe('a placeholder', () => {
  it.each([
    ['<YOUR_TOKEN>', '<YOUR_TOKEN>'],
    ['<token>', '<token>'],
    ['[your-key]', '[your-key]'],
    ['your-api-key-here', 'your-api-key-here'],
    ['your api key', 'your api key'],
    ['Bearer YOUR_TOKEN', 'Bearer YOUR_TOKEN'],
    ['https://your-domain.example.com/mcp', 'your-domain'],
    ['/path/to/files', '/path/to/'],
    ['C:\\path\\to\\files', '\\path\\to\\'],
    ['/Users/username/Desktop', '/Users/username/'],
    ['sk-xxxxxxxx', 'xxxxxxxx'],
    ['changeme', 'changeme'],
    ['REPLACE_WITH_KEY', 'REPLACE_WITH_KEY'],
    ['insert-token-here', 'insert-token-here'],
    ['...', '...'],
  ])('stands in %s', (text, found) => {
    expect(placeholderIn(text)).toBe(found);
  });

  it.each([
    '${YOUR_API_KEY}',
    '{env:YOUR_API_KEY}',
    'my-project',
    'Sort <name> in your inbox',
    'your',
    'list --your-app',
    '/home/ada/path/tools',
    'a<b',
    'x > y',
    'box',
    'maxxxx1',
    '**/*.ts',
    '',
  ])('does not stand in %j', (text) => {
    expect(placeholderIn(text)).toBeUndefined();
  });
});

describe('a text that may be meant as it stands', () => {
  it.each([
    ['TODO', '--title'],
    ['TODO', undefined],
    ['TODO', 'STATUS'],
    ['<html>', undefined],
    ['<div>', '--root-tag'],
  ])('is %s under %s', (text, name) => {
    expect(isRealValue(text, name)).toBe(true);
  });

  it.each([
    ['TODO', '--api-key'],
    ['TODO', 'GITHUB_TOKEN'],
    ['TODO', '--data-dir'],
    ['TODO', 'projectRoot'],
    ['<html>', 'API_KEY'],
    ['<token>', '--title'],
    ['changeme', '--title'],
  ])('is not %s under %s', (text, name) => {
    expect(isRealValue(text, name)).toBe(false);
  });
});
