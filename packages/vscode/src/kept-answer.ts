import { ConfigurationTarget, workspace, type ExtensionContext } from 'vscode';

type Memory = Pick<ExtensionContext, 'globalState'>;

/** The person's answer to a question that is asked once. */
export interface KeptAnswer {
  /** `undefined` where the person was not asked. The setting, where it is set, decides. */
  read(memory: Memory): boolean | undefined;
  /** Keeps it in the extension's own memory, which is deleted with it; in the settings only where the person has it there. */
  keep(memory: Memory, answer: boolean | undefined): Promise<void>;
}

/** @param key of the setting, and in the memory. */
export function keptAnswer(key: string): KeptAnswer {
  return {
    read({ globalState }) {
      const set = workspace.getConfiguration().get<unknown>(key);
      return typeof set === 'boolean' ? set : globalState.get<boolean>(key);
    },
    async keep({ globalState }, answer) {
      const configuration = workspace.getConfiguration();
      if (typeof configuration.inspect<unknown>(key)?.globalValue === 'boolean')
        await configuration.update(key, answer, ConfigurationTarget.Global);
      await globalState.update(key, answer);
    },
  };
}
