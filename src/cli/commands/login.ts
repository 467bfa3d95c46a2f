import {
  finishLogin,
  loginInBrowser,
  loginOnDevice,
  readMetadata,
  requireBackend,
  tokensOfText,
  type Tokens,
} from '../../account/index.ts';
import { readSettings } from '../../settings/index.ts';
import { pause, SnapError } from '../../system/index.ts';
import { httpClient } from '../../system/http/index.ts';
import type { Command, Invocation } from '../command.ts';
import { exit } from '../exit.ts';
import { openPage } from '../open-page.ts';
import { identityLine } from '../reports/identity-text.ts';

export default {
  name: 'login',
  summary: 'Sign in to the backend that you have configured.',
  usage: '[--device | --with-token] [--json]',
  details:
    'Opens a page of the backend in your browser, which sends a code back to this machine. Nothing of snap needs an account. Which backend: the setting "mcp.backend.endpoint" in your own settings file, or the variable SVC_API_URL. The tokens are stored in the keyring of the desktop where one answers, else in a file that only you may read; they are never printed.',
  options: {
    device: { type: 'boolean', help: 'Sign in on another device, by typing a code: for ssh and containers' },
    'with-token': { type: 'boolean', help: 'Read a token from standard input' },
  },
  examples: [
    ['snap login', 'in the browser'],
    ['snap login --device', 'where there is no browser'],
    ['snap login --with-token < token.txt', 'for scripts'],
  ],
  async run(invocation) {
    const { system, ui, values } = invocation;
    const [onDevice, withToken] = [values.flag('device'), values.flag('with-token')];
    if (onDevice && withToken) throw new SnapError('usage', '--device and --with-token cannot be used together.');
    const { settings } = await readSettings(system, undefined);
    const backend = requireBackend(settings.backend, system);
    const client = httpClient();
    const stop = new AbortController();
    try {
      const signIn = { client, now: () => system.now().getTime(), signal: stop.signal };
      const metadata = withToken ? undefined : await readMetadata(client, backend.endpoint, stop.signal);
      const tokens: Tokens =
        metadata === undefined
          ? tokensOfText(await standardInput())
          : onDevice
            ? await loginOnDevice({
                ...signIn,
                metadata,
                wait: pause,
                show: (page, code) => ui.warn(`Open ${page} on any device, and type this code: ${code}`),
              })
            : await loginInBrowser({ ...signIn, metadata, open: (address) => showPage(invocation, address) });
      const { identity, keptIn } = await finishLogin(await invocation.writable(), client, backend, tokens, stop.signal);
      if (values.flag('json')) ui.json({ schemaVersion: 1, endpoint: backend.endpoint, identity, keptIn });
      else
        ui.print(
          `${ui.style.green(ui.style.mark.good)} Signed in to ${backend.endpoint}${identityLine(identity)}. The tokens are in ${keptIn}.`,
        );
      return exit.fine;
    } finally {
      client.close();
    }
  },
} satisfies Command;

async function showPage({ system, ui }: Invocation, address: string): Promise<void> {
  const isOpened = await openPage(system, address);
  ui.warn(
    `${isOpened ? 'Sign in on the page in your browser. If it does not open, open this address' : 'Open this address in a browser on this machine'}:\n${address}`,
  );
}

const maxTokenBytes = 64 * 1024;

async function standardInput(): Promise<string> {
  const { stdin } = process;
  if (stdin.isTTY)
    throw new SnapError('usage', 'Standard input is a terminal, where a token would be seen.', {
      hint: 'Pipe it in: snap login --with-token < token.txt',
    });
  let text = '';
  for await (const piece of stdin) {
    text += String(piece);
    if (text.length > maxTokenBytes) throw new SnapError('usage', 'Standard input holds more than a token.');
  }
  return text;
}
