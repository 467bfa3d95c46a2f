import { isList } from '../../../formats/index.ts';
import type { ServerEntry } from '../../../clients/index.ts';
import type { EntryFacts } from '../../setup.ts';
import { valuesOf } from '../entries/fields.ts';

/** Fields that exclude tools, and fields that include only some, by the names of all clients. */
const without = ['disabledTools', 'disabled_tools', 'excludeTools', 'exclude_tools'];
const onlyWith = ['enabledTools', 'enabled_tools', 'includeTools', 'include_tools', 'available_tools', 'tools'];

/** The field that excludes every tool of a server; `undefined` when some are left or that is not known. */
export function fieldWithoutTools(target: EntryFacts): string | undefined {
  const { fields = [] } = target.file.reading.entry;
  const value = valuesOf(target.entry.value);
  const offered = target.live.flatMap(({ answer }) => (answer.kind === 'answered' ? answer.tools : []));
  const takesAll = (key: string): boolean => {
    const list = value.get(key);
    if (!isList(list)) return false;
    return list.includes('*') || (offered.length > 0 && offered.every((tool) => list.includes(tool)));
  };
  // goose writes an empty list for "all of them".
  const letsNone = (key: string): boolean => {
    const list = value.get(key);
    return key !== 'available_tools' && isList(list) && list.length === 0;
  };
  return without.find((key) => fields.includes(key) && takesAll(key)) ?? onlyWith.find((key) => fields.includes(key) && letsNone(key));
}

/** The tools of a server that the entry does not switch off: the others do not count towards limits. */
export function offeredTools({ value }: Pick<ServerEntry, 'value'>, tools: readonly string[]): readonly string[] {
  const named = (keys: readonly string[]): readonly string[] =>
    keys.flatMap((key) => {
      const list = valuesOf(value).get(key);
      return isList(list) ? list.filter((word) => typeof word === 'string') : [];
    });
  const off = new Set(named(without));
  const only = new Set(named(onlyWith));
  return tools.filter((tool) => !off.has(tool) && (only.size === 0 || only.has(tool) || only.has('*')));
}
