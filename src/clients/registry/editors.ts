/**
 * VS Code and the editors made from it, the most used first: the directory of the settings below `userData`, and the one of the
 * extensions below the home directory. VSCodium and Code - OSS share the latter. Assistants that are extensions have their files there.
 */
export const editors = [
  { settings: 'Code', extensions: '.vscode' },
  { settings: 'Code - Insiders', extensions: '.vscode-insiders' },
  { settings: 'VSCodium', extensions: '.vscode-oss' },
  { settings: 'Code - OSS', extensions: '.vscode-oss' },
  { settings: 'Cursor', extensions: '.cursor' },
  { settings: 'Windsurf', extensions: '.windsurf' },
  { settings: 'Windsurf - Next', extensions: '.windsurf-next' },
  { settings: 'Kiro', extensions: '.kiro' },
  { settings: 'Trae', extensions: '.trae' },
  { settings: 'Qoder', extensions: '.qoder' },
  { settings: 'Antigravity', extensions: '.antigravity' },
  { settings: 'Positron', extensions: '.positron' },
] as const;

/** What VS Code runs on the remote side of SSH, WSL and containers; it keeps its settings beside its extensions. */
export const editorServer = '.vscode-server';
