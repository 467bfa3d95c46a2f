import { core, type System } from '../core.ts';
import type { SignInFact } from '../gates/facts.ts';

/** Whether the person has to sign in. Reads only files: whether the backend still accepts the sign-in shows when it is called. */
export async function signInFact(system: System): Promise<SignInFact> {
  const { readSettings } = await core.settings();
  const { settings } = await readSettings(system, undefined);
  // The code for accounts is loaded by those who have one.
  if (settings.backend.endpoint === undefined && (system.env['SVC_API_URL'] ?? '') === '') return { kind: 'not-needed' };
  const [{ backendOf, notedEndpoint }, { errorMessage }] = await Promise.all([core.account(), core.system()]);
  try {
    const backend = backendOf(settings.backend, system);
    if (backend === undefined) return { kind: 'not-needed' };
    const { endpoint } = backend;
    const isSignedIn = backend.apiKey !== undefined || notedEndpoint(system) === endpoint;
    return { kind: isSignedIn ? 'signed-in' : 'signed-out', endpoint };
  } catch (error) {
    return { kind: 'unusable', reason: errorMessage(error) };
  }
}
