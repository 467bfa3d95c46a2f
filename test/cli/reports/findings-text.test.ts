import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listen } from '../../doctor/live/http-servers.ts';
import { makeHome, type Home } from '../../support/program-home.ts';

let home: Home;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

describe('the line of a called server', () => {
  it('says that it wants a sign-in, with a neutral mark, where the entry sends no key', async () => {
    const { port } = await listen((_, response) => {
      response.writeHead(401, { 'www-authenticate': 'Bearer resource_metadata="https://x.example.com/.well-known"' }).end();
    });
    const server = { url: `http://127.0.0.1:${port}/mcp` };
    const keyed = { ...server, headers: { Authorization: 'Bearer old-and-gone-token' } };
    home.write('.cursor/mcp.json', JSON.stringify({ mcpServers: { open: server, keyed } }));
    const { out } = await home.run(['mcp', 'validate', '--cursor', '--probe']);
    expect(out).toMatch(/^[^✗✓\n]*open \(Cursor\): asks you to sign in \(HTTP 401\)/m);
    expect(out).toMatch(/✗ keyed \(Cursor\): HTTP 401/);
    expect(out).toMatch(/^✗ Cursor +2 servers, 0 of 2 answer, 1 asks you to sign in, 1 error/m);
    expect(out, 'what to do about it is no hidden note').toMatch(/· \d+:\d+ +remote-refuses-key open\n.*asks you to sign in/);
  });

  it('quotes what tells most about an end', async () => {
    home.write('.cursor/mcp.json', JSON.stringify({ mcpServers: { gone: { command: process.execPath, args: ['/nowhere/index.js'] } } }));
    const { out } = await home.run(['mcp', 'validate', '--cursor', '--probe']);
    expect(out).toMatch(/✗ gone \(Cursor\): ended at once \(exit code 1\) "Error: Cannot find module '\/nowhere\/index\.js'"/);
  });
});
