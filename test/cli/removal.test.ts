import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeHome, type Home } from '../support/program-home.ts';

let home: Home;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

const add = (name: string) => home.run(['mcp', 'add', name, '--cursor', '--yes', '--', 'sh', name]);
const remove = (name: string) => home.run(['mcp', 'remove', name, '--cursor', '--yes']);

const texts: readonly (readonly [string])[] = [
  ['{\n  "mcpServers": {}\n}\n'],
  ['{\n  "theme": "x",\n  "mcpServers": {\n  }\n}'],
  ['{"mcpServers": {}}'],
  ['{}\n'],
  ['{\r\n\t"mcpServers": { }\r\n}\r\n'],
];

describe('a server that snap added', () => {
  it.each(texts)('leaves the very file when it is removed: %j', async (text) => {
    home.write('.cursor/mcp.json', text);
    await add('a');
    expect(home.read('.cursor/mcp.json')).toContain('"a"');
    await remove('a');
    expect(home.read('.cursor/mcp.json')).toBe(text);
    // The journal remembers the removal too.
    await home.run(['mcp', 'undo', '--yes']);
    await remove('a');
    expect(home.read('.cursor/mcp.json')).toBe(text);
  });

  it.each(texts)('does not take the file with it, whatever the order: %j', async (text) => {
    home.write('.cursor/mcp.json', text);
    await add('a');
    await add('b');
    await remove('b');
    await remove('a');
    expect(home.read('.cursor/mcp.json')).toBe(text);
    await add('a');
    await add('b');
    await remove('a');
    await remove('b');
    // At most the empty map is new.
    expect({ mcpServers: {}, ...JSON.parse(text) }).toEqual({ mcpServers: {}, ...JSON.parse(home.read('.cursor/mcp.json')) });
  });

  it.each([
    ['a', 'b'],
    ['b', 'a'],
  ])('leaves no file where there was none: %s before %s', async (first, second) => {
    await add('a');
    await add('b');
    await remove(first);
    await remove(second);
    expect(home.tree()).toEqual({});
  });

  it('leaves what a person changed beside it', async () => {
    home.write('.cursor/mcp.json', '{\n  "mcpServers": {}\n}\n');
    await add('a');
    home.write('.cursor/mcp.json', home.read('.cursor/mcp.json').replace('{\n', '{\n  "mine": 1,\n'));
    await remove('a');
    expect(home.read('.cursor/mcp.json')).toBe('{\n  "mine": 1,\n  "mcpServers": {}\n}\n');
  });
});
