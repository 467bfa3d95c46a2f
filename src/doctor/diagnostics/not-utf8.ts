import { isUtf8 } from 'node:buffer';
import { defineDiagnostic } from '../diagnostic.ts';
import { isReadOnlyForAll, readersByPath } from '../judging/files/file-readers.ts';
import { brokenFileEffects } from '../judging/wording.ts';

/** Windows PowerShell's `>` writes UTF-16: https://learn.microsoft.com/powershell/module/microsoft.powershell.core/about/about_character_encoding */
export default defineDiagnostic({
  id: 'not-utf8',
  severity: 'error',
  summary: 'The file is not UTF-8 text.',
  *detect({ files, facts }) {
    for (const group of readersByPath(files)) {
      const [first] = group;
      const bytes = facts.contents.get(first.path);
      // Only files that were read and are not text; an unreadable file has no bytes.
      if (first.state !== 'unreadable' || bytes === undefined) continue;
      const text = utf16Text(bytes);
      const edit = { kind: 'bytes', path: first.path, bytes: Buffer.from(text ?? '', 'utf8') } as const;
      const isFixable = text !== undefined && !isReadOnlyForAll(group) && first.scope !== 'managed';
      const isForSure = text !== undefined || bytes.includes(0);
      for (const file of group) {
        yield {
          file,
          severity: isForSure ? 'error' : 'warning',
          message: `${whatIsWrong(bytes, text !== undefined)} ${isForSure ? brokenFileEffects(group) : 'Some programs read such a file with wrong letters, others cannot read it.'}`,
          hint:
            text === undefined
              ? 'Open it in an editor, correct the damaged letters, and save it as UTF-8.'
              : 'Save it as UTF-8. Windows PowerShell writes UTF-16 with ">"; PowerShell 7 does not.',
          fix: isFixable ? ({ kind: 'safe', says: 'write the same text as UTF-8', edit } as const) : undefined,
        };
      }
    }
  },
});

function whatIsWrong(bytes: Uint8Array, isUtf16: boolean): string {
  if (isUtf16) return 'The file is UTF-16 text, but config files are read as UTF-8.';
  const nul = bytes.indexOf(0);
  if (nul !== -1) return `The file is damaged or is not text: line ${lineOf(bytes, nul)} holds a NUL byte.`;
  return `The file is not UTF-8 text: the first invalid byte is in line ${lineOf(bytes, firstBad(bytes))}.`;
}

/** The UTF-16 text after a byte order mark, if it is valid. */
function utf16Text(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  if (bytes.length % 2 !== 0 || (!isLittle && !isBig)) return undefined;
  const content = Buffer.from(bytes.subarray(2));
  const text = (isBig ? content.swap16() : content).toString('utf16le');
  // A lone surrogate is damage: UTF-8 cannot represent it.
  return /[\uD800-\uDFFF\0]/u.test(text) ? undefined : text;
}

function lineOf(bytes: Uint8Array, offset: number): number {
  return bytes.subarray(0, offset).filter((byte) => byte === 0x0a).length + 1;
}

/** The start of the first line that is not UTF-8; no character crosses a line break. */
function firstBad(bytes: Uint8Array): number {
  let start = 0;
  for (let end = bytes.indexOf(0x0a); end !== -1 && isUtf8(bytes.subarray(start, end)); end = bytes.indexOf(0x0a, start)) start = end + 1;
  return start;
}
