import { loadFormat, secretSpans } from '../clients/index.ts';
import type { Facts, PreviewedFile } from '../doctor/index.ts';
import { SnapError, type WritableSystem } from '../system/index.ts';
import { diffFile, type DiffSide, type FileDiff } from './diff.ts';
import { plain, type Ui } from './ui.ts';

/** The changes as one patch. Where a changed line holds a secret, the screen shows it masked and says that it does not apply. */
export async function printDiff(ui: Ui, preview: readonly PreviewedFile[], facts: Facts): Promise<void> {
  const diffs = await diffsOf(preview, facts);
  for (const diff of diffs) ui.print(colored(diff.shown.slice(0, -1), ui));
  if (diffs.some((diff) => diff.isMasked)) {
    ui.warn(
      'A changed line holds a secret, so it is masked above and this text does not apply as a patch. "--patch-file <file>" writes the true one.',
    );
  }
  if (diffs.length === 0) ui.print('Nothing would change.');
}

/** The true patch, secrets included, for the person's eyes only. */
export async function writePatchFile(system: WritableSystem, path: string, preview: readonly PreviewedFile[], facts: Facts): Promise<void> {
  const target = system.resolve(path);
  if ((await system.look(target)) !== undefined) {
    throw new SnapError('refused', `${path}: there is a file already.`, { hint: 'Name a file that does not exist yet.' });
  }
  const patch = (await diffsOf(preview, facts)).map((diff) => diff.exact).join('');
  await system.replaceBytes(target, 'absent', new TextEncoder().encode(patch));
}

async function diffsOf(preview: readonly PreviewedFile[], facts: Facts): Promise<readonly FileDiff[]> {
  const diffs: FileDiff[] = [];
  for (const file of preview) {
    if (!file.results.some((result) => result.computed.kind === 'write')) continue;
    diffs.push(diffFile(file.path, await sideOf(file, file.before, facts), await sideOf(file, file.after, facts)));
  }
  return diffs;
}

async function sideOf(file: PreviewedFile, bytes: Uint8Array | undefined, facts: Facts): Promise<DiffSide | undefined> {
  if (bytes === undefined) return undefined;
  const paths = file.results.map((result) => result.change.path);
  const reading = facts.clients.flatMap((found) => found.files).find((found) => paths.includes(found.path))?.reading;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const hasByteOrderMark = text.startsWith('\uFEFF');
  const format = await loadFormat(reading?.format ?? formatByName(file.path));
  const parsed = format.parse(hasByteOrderMark ? text.slice(1) : text, reading?.tolerance ?? 'unknown');
  const shift = hasByteOrderMark ? 1 : 0;
  // What cannot be read cannot be judged: then every line counts as secret.
  const whole = [{ start: 0, end: text.length }];
  const spans = parsed.kind === 'problem' ? whole : parsed.root === undefined ? [] : [...secretSpans(parsed.root)];
  return { text, secrets: spans.map(({ start, end }) => ({ start: start + shift, end: end + shift })) };
}

function formatByName(path: string): 'json' | 'yaml' | 'toml' {
  return /\.ya?ml$/.test(path) ? 'yaml' : path.endsWith('.toml') ? 'toml' : 'json';
}

function colored(patch: string, { isTerminal, style }: Ui): string {
  return (
    patch
      .split('\n')
      // On a screen it is read, not applied: nothing in a file may act on the terminal. A script gets the true bytes.
      .map((line) => (isTerminal ? line.replace(/\r$/, '').split('\t').map(plain).join('\t') : line))
      .map((line) =>
        line.startsWith('+') ? style.green(line) : line.startsWith('-') ? style.red(line) : line.startsWith('@@') ? style.dim(line) : line,
      )
      .join('\n')
  );
}
