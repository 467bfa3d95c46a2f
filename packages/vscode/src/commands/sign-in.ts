import { env, ProgressLocation, Uri, window } from 'vscode';
import { core } from '../core.ts';
import type { Desk } from '../desk.ts';
import { signInFact } from '../observe/sign-in.ts';
import { requireTrust } from '../require-trust.ts';

/** Signs in to the backend that the person has configured. Most have none, and need no account. */
export default async function signIn(desk: Desk): Promise<void> {
  if (!(await requireTrust())) return;
  const [system, { cleanLine, SnapError }] = await Promise.all([desk.system(), core.system()]);
  const fact = await signInFact(system);
  if (fact.kind === 'not-needed') {
    await window.showInformationMessage(
      'There is nothing to sign in to: no backend is configured, and everything of Snap works without an account.',
    );
    return;
  }
  if (fact.kind === 'signed-in') {
    await window.showInformationMessage(`You are signed in to ${cleanLine(fact.endpoint)}. "snap logout" in a terminal signs you out.`);
    return;
  }
  if (fact.kind === 'unusable') throw new SnapError('refused', fact.reason);
  const open = 'Open the Page';
  const picked = await window.showInformationMessage(
    `Sign in to ${cleanLine(fact.endpoint)}?`,
    {
      modal: true,
      detail:
        'A page of that address is opened in your browser. What it answers is stored in the keyring of this machine, or else in a file that only you may read, as "snap login" does.',
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
  if (backend?.endpoint !== endpoint) throw new SnapError('changed', 'The address to sign in to has changed. Nobody was signed in.');
  const client = httpClient();
  const stop = new AbortController();
  try {
    await window.withProgress(
      { location: ProgressLocation.Notification, title: 'Signing in to Snap', cancellable: true },
      async (progress, cancelled) => {
        cancelled.onCancellationRequested(() => stop.abort());
        const login = { client, now: () => Date.now(), signal: stop.signal };
        const metadata = await readMetadata(client, endpoint, stop.signal);
        // A browser beside the person does not reach a page that waits on the other machine.
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
        window.setStatusBarMessage(`Signed in. The sign-in is stored in ${keptIn}.`, 8_000);
      },
    );
  } finally {
    client.close();
  }
}
