import {
  finishLogin,
  loginInBrowser,
  loginOnDevice,
  logout as endSession,
  readMetadata,
  requireBackend,
  tokensOfText,
  whoami,
  type Identity,
  type Tokens,
} from '../../account/index.ts';
import { readSettings } from '../../settings/index.ts';
import { pause, SnapError } from '../../system/index.ts';
import { httpClient, type HttpClient } from '../../system/http/index.ts';
import type { Command, Invocation } from '../command.ts';
import type { ExitCode } from '../exit.ts';
import { openPage } from '../open-page.ts';
import { answer } from '../print-answer.ts';
import { readInput } from '../read-input.ts';

export const login = {
  name: 'login',
  summary: 'Sign in to the backend that you have configured.',
  usage: '[--device | --with-token] [--json]',
  details:
    'Opens a page of the backend in your browser, which sends a code back to this machine. Nothing of snap needs an account. Which backend: the setting "mcp.backend.endpoint" in your own settings file, or the variable SVC_API_URL. The tokens are stored in the keyring of the desktop where one answers, else in a file that only you may read; they are never printed.',
  options: {
    device: { type: 'boolean', help: 'Sign in on another device, by typing a code: for ssh and containers' },
    'with-token': { type: 'boolean', help: 'Read a token from standard input' },
  },
  needsOwnPlace: true,
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
    return withClient(async (client, signal) => {
      const signIn = { client, now: () => system.now().getTime(), signal };
      const metadata = withToken ? undefined : await readMetadata(client, backend.endpoint, signal);
      const tokens: Tokens =
        metadata === undefined
          ? tokensOfText(await pipedToken())
          : onDevice
            ? await loginOnDevice({
                ...signIn,
                metadata,
                wait: pause,
                show: (page, code) => ui.warn(`Open ${page} on any device, and type this code: ${code}`),
              })
            : await loginInBrowser({ ...signIn, metadata, open: (address) => showPage(invocation, address) });
      const { identity, keptIn } = await finishLogin(await invocation.writable(), client, backend, tokens, signal);
      return answer(
        invocation,
        { endpoint: backend.endpoint, identity, keptIn },
        () => `${ui.style.sign.good} Signed in to ${backend.endpoint}${identityLine(identity)}. The tokens are in ${keptIn}.`,
      );
    });
  },
} satisfies Command;

async function showPage({ system, ui }: Invocation, address: string): Promise<void> {
  const isOpened = await openPage(system, address);
  ui.warn(
    `${isOpened ? 'Sign in on the page in your browser. If it does not open, open this address' : 'Open this address in a browser on this machine'}:\n${address}`,
  );
}

const maxTokenBytes = 64 * 1024;

async function pipedToken(): Promise<string> {
  const bytes = await readInput(maxTokenBytes, {
    what: 'snap login --with-token',
    how: 'A token would be seen there. Pipe it in: snap login --with-token < token.txt',
  });
  if (bytes.length > maxTokenBytes) throw new SnapError('usage', 'Standard input holds more than a token.');
  return new TextDecoder().decode(bytes);
}

export const logout = {
  name: 'logout',
  summary: 'Sign out: forget the tokens on this machine, and have the backend end them.',
  usage: '[--json]',
  details: 'The tokens on this machine are deleted, also where the backend does not answer.',
  options: {},
  needsOwnPlace: true,
  examples: [['snap logout', 'also where nobody is signed in']],
  run: (invocation) =>
    withClient(async (client) => {
      const left = await endSession(await invocation.writable(), client);
      const document = { wasSignedIn: left !== undefined, endpoint: left?.endpoint ?? null, revoked: left?.isRevoked ?? false };
      return answer(invocation, document, () => {
        if (left === undefined) return 'Nobody was signed in.';
        if (left.endpoint === undefined)
          return 'The file of the sign-in is deleted. snap used nothing of what it held, so no backend was asked to end a token, and tokens in a keyring stay there.';
        return `${invocation.ui.style.sign.good} Signed out of ${left.endpoint}.${left.isRevoked ? '' : ' The tokens are deleted here; the backend did not say that it has ended them.'}`;
      });
    }),
} satisfies Command;

export const apiWhoami = {
  name: 'api whoami',
  summary: 'Show who you are for the backend that you have configured.',
  usage: '[--json]',
  details: 'With the API key where one is configured (SVC_API_KEY, or "mcp.backend.apiKey"), else as who signed in with "snap login".',
  options: {},
  examples: [['snap api whoami --json', 'for a script (docs/schemas/whoami.json)']],
  async run(invocation) {
    const { system, writable } = invocation;
    const { settings } = await readSettings(system, undefined);
    const backend = requireBackend(settings.backend, system);
    return withClient(async (client, signal) => {
      const { identity, credential } = await whoami(await writable(), client, backend, signal);
      const how = credential.kind === 'key' ? 'with an API key' : 'by "snap login"';
      return answer(invocation, { endpoint: backend.endpoint, identity, credential: credential.kind }, () => [
        `${backend.endpoint}${identityLine(identity)}, ${how}.`,
        ...(identity.permissions.length === 0 ? [] : [`Permissions: ${identity.permissions.join(', ')}`]),
      ]);
    });
  },
} satisfies Command;

/** Connections to the backend for one command, which Ctrl-C ends with the process. */
async function withClient(use: (client: HttpClient, signal: AbortSignal) => Promise<ExitCode>): Promise<ExitCode> {
  const client = httpClient();
  try {
    return await use(client, new AbortController().signal);
  } finally {
    client.close();
  }
}

/** Who somebody is, behind the address of the backend. Its texts are clean already. */
function identityLine({ name, email, id, tier }: Identity): string {
  const who = name ?? email ?? id;
  const also = name !== undefined && email !== undefined ? ` (${email})` : '';
  return `${who === undefined ? '' : ` as ${who}${also}`}${tier === undefined ? '' : `, tier ${tier}`}`;
}
