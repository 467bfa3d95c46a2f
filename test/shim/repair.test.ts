import { expect, it } from 'vitest';
import { builtProgram } from '../support/built-program.ts';
import { serveHttp } from '../support/loopback.ts';
import { makeHome } from '../support/program-home.ts';

it('the cure that the bridge names for a 404 is what repair does, and the entry then works', async () => {
  const home = makeHome();
  const remote = await serveHttp((_, response) => response.writeHead(404).end('Not Found'));
  const entry = (...args: readonly string[]): string =>
    `{\n  "mcpServers": {\n    "snap": { "command": ${JSON.stringify(process.execPath)}, "args": ${JSON.stringify([builtProgram(), 'mcp', ...args])} }\n  }\n}\n`;
  const named = entry('shim', '--url', new URL('/mcp', remote).href, '--workspace', home.project);
  home.write('.cursor/mcp.json', named);
  try {
    // An address that was written on purpose is not judged before it was called.
    expect((await home.start(['mcp', 'validate', '--no-probe', '--json'])).out).not.toContain('shim-instead-of-stdio');
    const { out } = await home.start(['mcp', 'validate', '--json']);
    expect(out).toContain('shim-instead-of-stdio');
    expect((await home.start(['mcp', 'repair', '--yes', '--probe', '--only', 'shim-instead-of-stdio'])).code).toBe(0);
    const written = JSON.parse(home.read('.cursor/mcp.json')) as { mcpServers: { snap: { args: readonly string[] } } };
    expect(written.mcpServers.snap.args).toEqual([builtProgram(), 'mcp', '--stdio', '--workspace', home.project]);
    expect((await home.start(['mcp', 'validate', '--json'])).out).not.toMatch(/shim-instead-of-stdio|server-broken|server-exits/);
  } finally {
    home.remove();
  }
});
