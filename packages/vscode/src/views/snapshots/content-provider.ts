import { Uri, workspace, type TextDocumentContentProvider } from 'vscode';
import type { Bench } from '../../bench/bench.ts';
import { isBinary } from './can-show.ts';
import { parseQuery } from './uri.ts';

/** What documents of the scheme `snap-snapshot` show: the file as it is in the snapshot. */
export function snapshotContent(bench: () => Bench | undefined): TextDocumentContentProvider {
  return {
    async provideTextDocumentContent(uri) {
      const shown = parseQuery(uri.query);
      const opened = bench();
      // The side of a file that is not there.
      if (shown?.id === undefined || opened === undefined) return '';
      const content = await opened.call('content', [shown.id, shown.path, workspace.isTrusted]);
      if (content.kind !== 'bytes' || isBinary(content.bytes)) return '';
      // As the editor reads the file itself.
      return workspace.decode(content.bytes, { uri: Uri.file(uri.path) });
    },
  };
}
