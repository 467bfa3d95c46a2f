import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RawServer, initialize, toolCall } from '../server/started.ts';
import { refusingAddress } from '../support/loopback.ts';
import { makeHome } from '../support/program-home.ts';

it("joins a client with snap's own daemon, through a restart that changes its token", async () => {
  const home = makeHome();
  const { port } = await refusingAddress();
  const env = {
    HOME: home.path,
    PATH: process.env['PATH'] ?? '',
    SNAP_DATA_DIR: join(home.path, '.snap-data'),
    SNAP_DAEMON: 'on',
    SNAP_DAEMON_IDLE_MS: '20000',
    SVC_SSE_PORT: port,
  };
  const run = async (...args: readonly string[]) => home.start(args, { env });
  try {
    expect((await run('daemon', 'start')).code).toBe(0);
    await run('learn', 'the shim is tested', 'open the workspace first');
    const shim = new RawServer({
      args: ['mcp', 'shim', '--url', `http://127.0.0.1:${port}/events`, '--workspace', home.project],
      home: home.path,
      // An assistant does not have the variables of a terminal.
      env: { ...env, SVC_SSE_PORT: '' },
    });
    /** The connection is lost while a call is on its way: the call is answered with that, and is not sent again. */
    const answersWith = async (first: number, words: RegExp): Promise<void> => {
      let said = '';
      for (let again = 0; again < 10 && !words.test(said); again += 1) {
        const id = first + again / 100;
        shim.write(toolCall(`${id}`, {}, 'pulse'));
        said = JSON.stringify(await shim.answerTo(`${id}`));
      }
      expect(said).toMatch(words);
    };
    shim.write(initialize, { jsonrpc: '2.0', method: 'notifications/initialized' }, toolCall(1, {}, 'pulse'));
    expect(JSON.stringify((await shim.answerTo(1)).result)).toContain('snap|P|');
    expect((await run('daemon', 'restart')).code).toBe(0);
    await run('learn', 'the daemon was restarted', 'it knows the workspace again');
    await answersWith(2, /snap\|P\|/);
    await run('daemon', 'stop');
    await answersWith(3, /refused.*snap daemon start.*--stdio/);
    shim.process.stdin.end();
    expect(await shim.exit).toEqual([0, null]);
  } finally {
    await run('daemon', 'stop');
    home.remove();
  }
});
