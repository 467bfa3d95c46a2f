import { isList, isMap } from '../../clients/index.ts';
import type { ServerEntry } from '../../clients/index.ts';

/** Fields by which clients leave tools of a server out, and by which they take only some. */
const leftOut = ['disabledTools', 'disabled_tools', 'excludeTools', 'exclude_tools'];
const taken = ['includeTools', 'enabled_tools', 'enabledTools', 'available_tools'];

/** Of a server's tools those that the entry does not switch off, in whatever spelling: a tool that is off breaks no limit. */
export function offeredTools({ value }: Pick<ServerEntry, 'value'>, tools: readonly string[]): readonly string[] {
  const named = (keys: readonly string[]): readonly string[] =>
    keys.flatMap((key) => {
      const list = isMap(value) ? value.get(key) : undefined;
      return isList(list) ? list.filter((word) => typeof word === 'string') : [];
    });
  const off = new Set(named(leftOut));
  const only = new Set(named(taken));
  return tools.filter((tool) => !off.has(tool) && (only.size === 0 || only.has(tool) || only.has('*')));
}
