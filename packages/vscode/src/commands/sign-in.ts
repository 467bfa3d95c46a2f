import { env, ProgressLocation, Uri, window } from 'vscode';
import { core } from '../core.ts';
import type { Desk } from '../desk.ts';
import { signInFact } from '../observe/sign-in.ts';
import { requireTrust } from '../require-trust.ts';
import { say } from '../say.ts';

/** Signs in to the backend that the person has configured. Most have none, and need no account. */
export default async function signIn(desk: Desk): Promise<void> {
  if (!(await requireTrust())) return;
  const [system, { cleanLine, SnapError }] = await Promise.all([desk.system(), core.system()]);
  const fact = await signInFact(system);
  if (fact.kind === 'not-needed') {
    await say.info('There is nothing to sign in to: no backend is configured, and Snap works without an account.');
    return;
  }
  if (fact.kind === 'signed-in') {
    await say.info(`You are signed in to ${cleanLine(fact.endpoint)}. "snap logout" in a terminal signs you out.`);
    return;
  }
  if (fact.kind === 'unusable') throw new SnapError('refused', fact.reason);
  const open = 'Open the Page';
  const picked = await say.info(
    `Sign in to ${cleanLine(fact.endpoint)}?`,
    {
      modal: true,
      detail:
        'A page of that address opens in your browser. Your sign-in is then stored in the keyring of this machine, or in a file that only you can read, as by "snap login".',
    },
    open,
  );
  if (picked === open) await signInOnPage(desk, fact.endpoint);
  await desk.gates.look();
}

async function signInOnPage(desk: Desk, endpoint: string): Promise<void> {
  const [{ backendOf, finishLogin, loginInBrowser, loginOnDevice, readMetadata }, { httpClient }, { pause, SnapError }, writable] =
    await Promise.all([core.account(), core.http(), core.system(), desk.writable()]);
  const { readSettings } = await core.settings();
  const backend = backendOf((await readSettings(writable, undefined)).settings.backend, writable);
  // The settings have changed while the person was asked.
  if (backend?.endpoint !== endpoint)
    throw new SnapError('changed', 'The address to sign in to has changed, so you are not signed in. Run "Snap: Sign In" again.');
  const client = httpClient();
  const stop = new AbortController();
  try {
    await window.withProgress(
      { location: ProgressLocation.Notification, title: 'Signing in to Snap', cancellable: true },
      async (progress, cancelled) => {
        cancelled.onCancellationRequested(() => stop.abort());
        const login = { client, now: () => Date.now(), signal: stop.signal };
        const metadata = await readMetadata(client, endpoint, stop.signal);
        // The person's browser cannot reach a page that waits on the remote machine.
        const isElsewhere = env.remoteName !== undefined && metadata.device !== undefined;
        const tokens = isElsewhere
          ? await loginOnDevice({
              ...login,
              metadata,
              wait: pause,
              show(page, code) {
                progress.report({ message: `type this code on the page: ${code}` });
                void env.openExternal(Uri.parse(page));
              },
            })
          : await loginInBrowser({
              ...login,
              metadata,
              async open(address) {
                progress.report({ message: 'waiting for the page in your browser' });
                await env.openExternal(Uri.parse(address, true));
              },
            });
        const { keptIn } = await finishLogin(writable, client, backend, tokens, stop.signal);
        say.passing(`Signed in. The sign-in is stored in ${keptIn}.`, 8_000);
      },
    );
  } finally {
    client.close();
  }
}
