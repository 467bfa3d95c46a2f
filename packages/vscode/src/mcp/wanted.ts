import { ConfigurationTarget, EventEmitter, workspace, type Event, type ExtensionContext } from 'vscode';

const key = 'snap.mcp.enabled';
const changed = new EventEmitter<void>();

/** The answer was given in this window. Another window sees it when it looks again. */
export const onDidChangeMcpWanted: Event<void> = changed.event;

/** Whether the assistant of this editor shall use snap: `undefined` where the person was not asked. The setting, where it is set, decides. */
export function mcpWanted({ globalState }: Pick<ExtensionContext, 'globalState'>): boolean | undefined {
  const set = workspace.getConfiguration().get<unknown>(key);
  if (typeof set === 'boolean') return set;
  return globalState.get<boolean>(key);
}

/** Keeps the answer in the extension's own memory, which goes with it; in the settings only where the person has it there. */
export async function setMcpWanted({ globalState }: Pick<ExtensionContext, 'globalState'>, answer: boolean | undefined): Promise<void> {
  const configuration = workspace.getConfiguration();
  if (typeof configuration.inspect<unknown>(key)?.globalValue === 'boolean')
    await configuration.update(key, answer, ConfigurationTarget.Global);
  await globalState.update(key, answer);
  changed.fire();
}
