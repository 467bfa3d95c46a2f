import { workspace } from 'vscode';

const names = ['cliPath', 'daemon.autoStart', 'mcp.enabled'] as const;

/** The settings of the extension, as they were when they were last compared. */
export function ownSettings(): { haveChanged(): boolean } {
  const now = (): string => {
    const settings = workspace.getConfiguration('snap');
    return JSON.stringify(names.map((name) => settings.get<unknown>(name)));
  };
  let before = now();
  return {
    haveChanged() {
      const last = before;
      before = now();
      return before !== last;
    },
  };
}
