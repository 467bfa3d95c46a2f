import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageText } from '../../src/cli/commands/explain.ts';
import { styleOf } from '../../src/cli/terminal/style.ts';
import { makeHome, type Home } from '../support/program-home.ts';

let home: Home;
beforeAll(async () => {
  home = makeHome();
  home.write('.cursor/mcp.json', '{"mcpServers":{"files":{"command":"true"}}}');
  home.write('project/package.json', '{"scripts":{"test":"true"}}');
  home.write('project/src/login.ts', 'export {};\n');
  await home.run(['snapshot', 'create']);
  await home.run(['learn', 'tests hang', 'close the server']);
  await home.run(['mcp', 'add', 'one', '--zed', '--', 'true']);
});
afterAll(() => home.remove());

describe('the spelling of before is the same command', () => {
  it.each([
    ['mcp list --no-probe', 'scan --by server --no-probe'],
    ['mcp scan', 'scan'],
    ['mcp validate --no-probe', 'validate --no-probe'],
    ['mcp history', 'undo --list'],
    ['mcp history', 'mcp undo --list'],
    ['violation list', 'learnings --rules'],
    ['learnings list', 'learnings'],
    ['snapshot verify', 'snapshot list --verify'],
    ['snapshot prune --dry-run', 'snapshot list --prune --dry-run'],
    ['rollback suggest broken', 'snapshot restore --suggest broken'],
    ['intelligence list --no-probe', 'sources list --no-probe'],
    ['check approve --revoke', 'trust --revoke'],
    ['task approve', 'trust --goal'],
    ['events', 'daemon logs --events'],
  ])('%s: %s', async (before, now) => {
    const [old, today] = [await home.run([...before.split(' '), '--json']), await home.run([...now.split(' '), '--json'])];
    const withoutTimes = (text: string): string => text.replaceAll(/"(?:ms|milliseconds)": ?\d+/g, '');
    expect([today.code, withoutTimes(today.out)]).toEqual([old.code, withoutTimes(old.out)]);
    expect((await home.run([...before.split(' ').slice(0, 2), '--help'])).code).toBe(0);
  });
});

describe('snap brief', () => {
  it('says on one page what is known, as text and as JSON', async () => {
    const text = await home.run(['brief', 'change the login', '--file', 'src/login.ts']);
    expect(text).toMatchObject({ code: 0, err: '' });
    expect(text.out).toContain('Risk');
    const { code, out } = await home.run(['brief', 'change the login', '--file', 'src/login.ts', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ schemaVersion: 1, files: ['src/login.ts'], steps: expect.any(Array) });
  });
});

describe('snap explain', () => {
  it('prints the page of a finding, and knows no other id', async () => {
    const page = await home.run(['explain', 'shim-instead-of-stdio']);
    expect(page).toMatchObject({ code: 0, err: '' });
    expect(page.out).toContain('What it means');
    expect(page.out).not.toMatch(/^#|`/m);
    expect((await home.run(['explain'])).out.split('\n').length).toBeGreaterThan(100);
    expect(await home.run(['explain', 'shim-insted-of-stdio'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('Did you mean "snap explain shim-instead-of-stdio"?'),
    });
    expect(JSON.parse((await home.run(['explain', 'shim-instead-of-stdio', '--json'])).out)).toMatchObject({ id: 'shim-instead-of-stdio' });
  });

  it('joins the lines of a paragraph, and keeps those of code', () => {
    const page = '# a\n\n**error**. One\ntwo `snap x` and [it](x.md).\n\n- item\n  goes on\n\n```json\n{ "a": 1 }\n```\n';
    expect(pageText(page, styleOf(false, true))).toBe('a\n\nerror. One two "snap x" and it.\n\n- item goes on\n\n      { "a": 1 }');
  });
});
