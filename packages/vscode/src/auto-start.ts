import { ConfigurationTarget, workspace, type ExtensionContext } from 'vscode';

const key = 'snap.daemon.autoStart';

/** Whether the background process is started with the editor: `undefined` where the person was not asked. The setting, where it is set, decides. */
export function autoStart({ globalState }: Pick<ExtensionContext, 'globalState'>): boolean | undefined {
  const set = workspace.getConfiguration().get<unknown>(key);
  if (typeof set === 'boolean') return set;
  return globalState.get<boolean>(key);
}

/** Keeps the answer in the extension's own memory, which goes with it; in the settings only where the person has it there. */
export async function setAutoStart({ globalState }: Pick<ExtensionContext, 'globalState'>, answer: boolean): Promise<void> {
  const configuration = workspace.getConfiguration();
  if (typeof configuration.inspect<unknown>(key)?.globalValue === 'boolean')
    await configuration.update(key, answer, ConfigurationTarget.Global);
  await globalState.update(key, answer);
}
