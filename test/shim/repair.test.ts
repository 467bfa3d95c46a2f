import { execFile } from 'node:child_process';
import { expect, it } from 'vitest';
import { builtProgram } from '../support/built-program.ts';
import { serveHttp } from '../support/loopback.ts';
import { makeHome } from '../support/program-home.ts';

it('the command that the bridge names for a 404 corrects the entry, which then works', async () => {
  const home = makeHome();
  const remote = await serveHttp((_, response) => response.writeHead(404).end('Not Found'));
  const args = [builtProgram(), 'mcp', 'shim', '--url', new URL('/mcp', remote).href, '--workspace', home.project];
  home.write('.cursor/mcp.json', JSON.stringify({ mcpServers: { snap: { command: process.execPath, args } } }, null, 2));
  try {
    const answer = await answerOf(args);
    const named = /"snap (mcp repair[^"]*)" does the same/.exec(answer)?.[1];
    expect(answer).toContain('answered 404');
    expect(named).toBeDefined();
    // Nothing is started, so nothing is known.
    expect((await home.run(['mcp', 'validate', '--no-probe', '--json'])).out).not.toContain('shim-instead-of-stdio');
    expect((await home.start(['mcp', 'validate', '--json'])).out).toContain('shim-instead-of-stdio');
    expect((await home.start([...(named ?? '').split(' '), '--yes'])).code).toBe(0);
    const written = JSON.parse(home.read('.cursor/mcp.json')) as { mcpServers: { snap: { args: readonly string[] } } };
    expect(written.mcpServers.snap.args).toEqual([builtProgram(), 'mcp', '--stdio', '--workspace', home.project]);
    expect((await home.start(['mcp', 'validate', '--json'])).out).not.toMatch(/shim-instead-of-stdio|server-broken|server-exits/);
  } finally {
    home.remove();
  }
});

/** What the bridge of an entry answers its client. */
function answerOf(args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, (_, out) => resolve((JSON.parse(out) as { error: { message: string } }).error.message));
    child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })}\n`);
    // Not before: a client that leaves does not want the answer.
    child.stdout?.once('data', () => child.stdin?.end());
  });
}
