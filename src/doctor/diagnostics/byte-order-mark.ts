import { defineDiagnostic, type FileFacts } from '../diagnostic.ts';
import { brokenFileEffects } from '../judging/wording.ts';
import { isReadOnlyForAll, readersByPath, type Readers } from '../judging/files/file-readers.ts';

/** Windows PowerShell 5.1 writes one: https://learn.microsoft.com/powershell/module/microsoft.powershell.core/about/about_character_encoding */
export default defineDiagnostic({
  id: 'byte-order-mark',
  severity: 'error',
  summary: 'The file starts with a byte order mark, which not every assistant accepts.',
  restsOn: ['tolerance'],
  *detect({ files, facts }) {
    for (const group of readersByPath(files)) {
      const bytes = facts.contents.get(group[0].path);
      if (bytes === undefined || bytes[0] !== 0xef || bytes[1] !== 0xbb || bytes[2] !== 0xbf) continue;
      const edit = { kind: 'bytes', path: group[0].path, bytes: bytes.subarray(3) } as const;
      const isFixable = !isReadOnlyForAll(group) && group[0].scope !== 'managed';
      const fix = isFixable ? ({ kind: 'safe', says: 'remove the byte order mark', edit } as const) : undefined;
      const rejecting = having(group, 'rejected');
      for (const file of rejecting ?? having(group, 'unknown') ?? []) {
        yield {
          file,
          span: { start: 0, end: 0 },
          severity: rejecting === undefined ? 'info' : 'error',
          message:
            rejecting === undefined
              ? `The file starts with a byte order mark, three bytes that editors do not show. It is not known whether ${file.client.name} accepts it.`
              : `The file starts with a byte order mark, three bytes that editors do not show, so it cannot be parsed. ${brokenFileEffects(rejecting)}`,
          hint: 'Save it as "UTF-8" and not as "UTF-8 with BOM". Windows PowerShell adds the mark with "-Encoding UTF8"; PowerShell 7 does not.',
          fix,
        };
      }
    }
  },
});

function having(group: Readers, what: FileFacts['reading']['byteOrderMark']): Readers | undefined {
  const [first, ...others] = group.filter(({ reading }) => reading.format === 'json' && reading.byteOrderMark === what);
  return first === undefined ? undefined : [first, ...others];
}
