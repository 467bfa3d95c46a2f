import { Uri, workspace, type Disposable } from 'vscode';
import type { Desk } from '../desk.ts';
import { showRendered } from '../rendered.ts';

const scheme = 'snap-docs';

/** The page of a finding's id. It comes with the extension: nothing is asked of the network. */
export function docsUri(id: string): Uri {
  return Uri.from({ scheme, path: `/${id}.md` });
}

/** Opens the page on a finding. */
export async function explain(id: string): Promise<void> {
  await showRendered(docsUri(id));
}

/** Pages that the links of findings lead to. */
export function registerDocs({ context }: Desk): Disposable {
  return workspace.registerTextDocumentContentProvider(scheme, {
    async provideTextDocumentContent({ path }) {
      const [, id] = /^\/([a-z0-9-]+)\.md$/.exec(path) ?? [];
      if (id === undefined) return 'There is no such page.';
      try {
        const bytes = await workspace.fs.readFile(Uri.joinPath(context.extensionUri, 'dist', 'diagnostics', `${id}.md`));
        return new TextDecoder().decode(bytes);
      } catch {
        // A page is missing where the findings are newer than the extension: what they say is in their message.
        return `# ${id}\n\nThere is no page on this finding in this version of the extension.\n`;
      }
    },
  });
}
