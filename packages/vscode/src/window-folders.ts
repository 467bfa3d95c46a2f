import { window, workspace, type Disposable } from 'vscode';
import { signal, type Listening } from './signal.ts';

/** The folders of the window. */
export interface WindowFolders extends Disposable {
  readonly all: readonly string[];
  /** The one of the file that is edited, or was edited last; before that the first one. `undefined` where none is open. */
  readonly current: string | undefined;
  /** Another one is the current one, or the window has others. */
  readonly onDidChange: (listener: () => unknown) => Listening;
}

export function windowFolders(): WindowFolders {
  const changes = signal<void>();
  let all = allFolders();
  let current = editedFolder() ?? all[0];
  const see = (): void => {
    const before = [current, ...all].join('\n');
    all = allFolders();
    // Also while something is edited that is in no folder, such as settings.
    const last = current !== undefined && all.includes(current) ? current : all[0];
    current = editedFolder() ?? last;
    if ([current, ...all].join('\n') !== before) changes.fire();
  };
  const listening = [window.onDidChangeActiveTextEditor(see), workspace.onDidChangeWorkspaceFolders(see)];
  return {
    get all() {
      return all;
    },
    get current() {
      return current;
    },
    onDidChange: changes.on,
    dispose() {
      for (const each of listening) each.dispose();
    },
  };
}

function allFolders(): readonly string[] {
  return (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
}

function editedFolder(): string | undefined {
  const uri = window.activeTextEditor?.document.uri;
  return uri?.scheme === 'file' ? workspace.getWorkspaceFolder(uri)?.uri.fsPath : undefined;
}
