/** How the editor calls itself. */
export interface EditorNames {
  readonly appName: string;
  readonly uriScheme: string;
}

/** The row of the registry for each editor that is built on VS Code, by the scheme of its links and a word of its name. */
const rows: readonly { readonly client: string; readonly scheme: string; readonly name: RegExp }[] = [
  { client: 'cursor', scheme: 'cursor', name: /^cursor\b/i },
  { client: 'windsurf', scheme: 'windsurf', name: /^windsurf\b/i },
  { client: 'kiro', scheme: 'kiro', name: /^kiro\b/i },
  { client: 'antigravity', scheme: 'antigravity', name: /\bantigravity\b/i },
  { client: 'qoder', scheme: 'qoder', name: /^qoder\b/i },
  { client: 'trae', scheme: 'trae', name: /^trae\b/i },
  { client: 'vscodium', scheme: 'vscodium', name: /^(vscodium|code - oss)\b/i },
  { client: 'vscode-insiders', scheme: 'vscode-insiders', name: /^visual studio code - insiders\b/i },
  { client: 'vscode', scheme: 'vscode', name: /^visual studio code$/i },
];

/** The id in the registry of the editor that the extension runs in; `undefined` for one that it does not have, such as code-server. */
export function editorClient({ appName, uriScheme }: EditorNames): string | undefined {
  // A fork may leave the scheme as it was, so its name comes first.
  const byName = rows.find(({ name }) => name.test(appName.trim()));
  if (byName !== undefined) return byName.client;
  const byScheme = rows.find(({ scheme }) => scheme === uriScheme);
  // With another name it is another program, whose files are not known.
  return byScheme === undefined || byScheme.client.startsWith('vscode') ? undefined : byScheme.client;
}
