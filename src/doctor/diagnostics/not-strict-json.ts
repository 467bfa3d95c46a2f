import { defineDiagnostic, type Fix, type Sighting, type Setup } from '../diagnostic.ts';
import { readersWithFailure, isForeign, readersByPath, type Readers } from '../judging/files/file-readers.ts';
import { brokenFileEffects } from '../judging/wording.ts';
import { newText } from '../judging/json/rewrite-file.ts';
import { strictJson, type StrictJson } from '../judging/json/strict-json.ts';
import { applySplices } from '../../formats/index.ts';
import { listed } from '../../system/index.ts';

/** The registry says which client reads only plain JSON (`tolerance`). */
export default defineDiagnostic({
  id: 'not-strict-json',
  severity: 'error',
  summary: 'The file has comments, trailing commas or single quotes, but the assistant reads plain JSON only.',
  restsOn: ['tolerance'],
  *detect(setup) {
    for (const group of readersByPath(setup.files)) {
      yield* unknownReaders(group);
      const broken = readersWithFailure(group, 'loose');
      // A client that only reads a file does not decide its format when the file is right for its owner.
      if (broken === undefined || (isForeign(broken[0]) && group.some((reader) => !broken.includes(reader)))) continue;
      for (const reader of broken) {
        const loose = strictJson(reader.text ?? '', reader.reading.tolerance);
        if (loose === undefined) continue;
        const isCertain = reader.client.trailingCommas === undefined || loose.found.includes('single quotes');
        const one: Readers = [reader];
        yield {
          file: reader,
          span: loose.first,
          severity: !isCertain ? 'info' : reader.client.trailingCommas === undefined ? 'error' : 'warning',
          message: isCertain
            ? `The file has ${words(loose)}, but ${reader.client.name} reads ${accepted(reader.reading.tolerance)}. ${brokenFileEffects(one)}`
            : `The file has ${words(loose)}. It is not known whether ${reader.client.name} accepts that.`,
          // What is not known is never the reason for a fix.
          ...(isCertain ? { hint: howTo(loose), ...fixFor(setup, reader, loose) } : { hint: onlyIfNeeded(loose) }),
        };
      }
    }
  },
});

/** It parses for us, because we accept all that some client does; whether this one does is not known. */
function* unknownReaders(group: Readers): Generator<Sighting> {
  for (const reader of group) {
    const { reading, state, text } = reader;
    if (reading.tolerance !== 'unknown' || reading.format !== 'json' || state !== 'ok' || isForeign(reader)) continue;
    const loose = strictJson(text ?? '', 'strict');
    if (loose === undefined) continue;
    yield {
      file: reader,
      span: loose.first,
      severity: 'info',
      detail: 'unknown',
      message: `The file has ${words(loose)}. It is not known whether ${reader.client.name} accepts that.`,
      hint: onlyIfNeeded(loose),
    };
  }
}

const plurals = { comment: 'comments', 'trailing comma': 'a trailing comma', 'single quotes': 'single quotes' } as const;

function words({ found }: StrictJson): string {
  return listed(found.map((what) => plurals[what]));
}

function howTo({ found }: StrictJson): string {
  const isQuoted = found.includes('single quotes');
  if (isQuoted) return found.length === 1 ? 'Write double quotes instead.' : 'Write double quotes, and remove the rest; every value stays.';
  return found.includes('comment') ? 'Remove them; every value stays.' : 'Remove it; every value stays.';
}

function onlyIfNeeded(loose: StrictJson): string {
  return `If no server starts: ${howTo(loose).replace(/^./, (letter) => letter.toLowerCase())}`;
}

function accepted(tolerance: string): string {
  if (tolerance === 'strict') return 'plain JSON only';
  return tolerance === 'comments' ? 'only JSON with comments' : 'JSON with double quotes only';
}

function fixFor(setup: Setup, file: Readers[0], { found, splices }: StrictJson): { readonly fix?: Fix } {
  if (isForeign(file) || file.text === undefined) return {};
  const isOnlyCommas = found.every((what) => what === 'trailing comma');
  return {
    fix: {
      kind: isOnlyCommas ? 'safe' : 'confirm',
      says: isOnlyCommas
        ? 'remove the trailing commas'
        : found.includes('comment')
          ? 'write it as plain JSON; the comments are lost'
          : 'write it as plain JSON',
      edit: newText(setup, file, applySplices(file.text, splices)),
    },
  };
}
