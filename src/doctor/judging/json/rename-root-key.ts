import { toValue, type Member, type Value } from '../../../formats/index.ts';
import { renameMember, type Edit } from '../../edit.ts';
import type { FileFacts, Setup } from '../../setup.ts';
import { mayFix } from '../entries/fields.ts';
import { newText, readsAs } from './rewrite-file.ts';

/** Renames a member of the root everywhere in the file; `undefined` where that is not certain. */
export function renameRootKey(setup: Pick<Setup, 'facts'>, file: FileFacts, member: Member, name: string): Edit | undefined {
  const { root, text, reading } = file;
  if (!mayFix({ file }) || root?.kind !== 'map' || text === undefined) return undefined;
  if (root.members.filter(({ key }) => key === member.key).length !== 1 || root.members.some(({ key }) => key === name)) return undefined;
  if (reading.format !== 'toml') return renameMember(file, member, name);
  // A table is named in the header of every table below it.
  const wanted: Value = new Map(root.members.map((one) => [one.key === member.key ? name : one.key, toValue(one.value)]));
  const renamed = withHeadersRenamed(text, member.key, name);
  return readsAs(file, renamed, wanted) ? newText(setup, file, renamed) : undefined;
}

/** A TOML text in which every header that starts with this key starts with another one. */
export function withHeadersRenamed(text: string, key: string, name: string): string {
  return text.replaceAll(headers(key), (_, open: string, after: string) => `${open}${name}${after}`);
}

/** The key at the start of a table's header, plain or in quotes. */
function headers(key: string): RegExp {
  const plain = key.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(String.raw`^([ \t]*\[{1,2}[ \t]*)(?:${plain}|"${plain}"|'${plain}')([ \t]*[.\]])`, 'gm');
}
