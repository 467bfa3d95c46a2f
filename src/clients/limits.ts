import type { Client, StartTime } from './client.ts';
import type { EntryForm } from './entry-form.ts';
import type { Limits, Server } from './server.ts';
import { isList, type Value, type ValueMap } from '../formats/index.ts';

type TimeField = NonNullable<EntryForm['timeout']>;

/** Every member of an entry that is about limits. */
export function limitKeys({ startTimeout, timeout, toolLists }: EntryForm): readonly string[] {
  return [timeout?.key, startTimeout?.key, startTimeout?.also?.key, toolLists?.only, toolLists?.without].filter((key) => key !== undefined);
}

/** The limits that an entry sets; what is no number or no list of texts is none. */
export function readLimits({ startTimeout, timeout, toolLists }: EntryForm, fields: ValueMap): { readonly limits?: Limits } {
  const offered = namesIn(fields, toolLists?.only);
  const limits = withoutGaps({
    callSeconds: secondsIn(fields, timeout),
    startSeconds: secondsIn(fields, startTimeout) ?? secondsIn(fields, startTimeout?.also),
    only: offered?.length === 0 && toolLists?.emptyIsAll === true ? undefined : offered,
    without: namesIn(fields, toolLists?.without),
  });
  return Object.keys(limits).length === 0 ? {} : { limits };
}

/** The limits in a client's own members; those that it has no member for are left out ({@link lostLimits} names them). */
export function limitFields(form: EntryForm, limits: Limits | undefined): ReadonlyMap<string, Value> {
  const fields = new Map<string, Value>();
  if (limits === undefined) return fields;
  const { startTimeout, timeout, toolLists } = form;
  const { callSeconds, only, startSeconds, without } = limits;
  if (timeout !== undefined && callSeconds !== undefined) fields.set(timeout.key, inUnit(callSeconds, timeout));
  // Where one member is the limit of both, the longer one stops nothing that worked before.
  if (startTimeout !== undefined && startSeconds !== undefined) {
    const isOne = startTimeout.key === timeout?.key;
    fields.set(startTimeout.key, inUnit(isOne ? Math.max(startSeconds, callSeconds ?? 0) : startSeconds, startTimeout));
  }
  if (toolLists?.only !== undefined && only !== undefined && canList(form, only)) fields.set(toolLists.only, only);
  if (toolLists?.without !== undefined && without !== undefined && without.length > 0) fields.set(toolLists.without, without);
  return fields;
}

/**
 * What of the limits a client has no member for, in words. `allowsMore`: without it, the client offers more tools than the source.
 */
export function lostLimits(
  form: EntryForm,
  limits: Limits | undefined,
): { readonly says: readonly string[]; readonly allowsMore: boolean } {
  const { callSeconds, only, startSeconds, without = [] } = limits ?? {};
  const losesCall = callSeconds !== undefined && form.timeout === undefined;
  const losesStart = startSeconds !== undefined && form.startTimeout === undefined;
  // One member of the source was both.
  const isHalf = callSeconds === startSeconds && losesCall !== losesStart;
  const tools = [
    ...(only !== undefined && !canList(form, only) ? ['the list of the only tools that are offered'] : []),
    ...(without.length > 0 && form.toolLists?.without === undefined ? ['the list of tools that are not offered'] : []),
  ];
  const times = isHalf ? [] : [...(losesCall ? ['the time limit of a call'] : []), ...(losesStart ? ['the time to start'] : [])];
  return { says: [...tools, ...times], allowsMore: tools.length > 0 };
}

function canList({ toolLists }: EntryForm, only: readonly string[]): boolean {
  return toolLists?.only !== undefined && (only.length > 0 || toolLists.emptyIsAll === undefined);
}

function secondsIn(fields: ValueMap, field: TimeField | undefined): number | undefined {
  const value = field === undefined ? undefined : fields.get(field.key);
  if (field === undefined || typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return undefined;
  return field.unit === 's' ? value : value / 1000;
}

/** Whole numbers, because not every client reads others. */
function inUnit(seconds: number, { unit }: TimeField): number {
  return Math.ceil(unit === 's' ? seconds : seconds * 1000);
}

/** `*` alone stands for every tool, which is no limit. */
function namesIn(fields: ValueMap, key: string | undefined): readonly string[] | undefined {
  const list = key === undefined ? undefined : fields.get(key);
  if (!isList(list) || !list.every((item) => typeof item === 'string') || list.includes('*')) return undefined;
  return list;
}

function withoutGaps(limits: Limits): Limits {
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
}

/** How long a client lets a server start where neither the entry nor a variable says so; `undefined`: not known. */
export function defaultStart({ limits }: Pick<Client, 'limits'>, { kind }: Server): StartTime | undefined {
  return (kind === 'url' ? limits?.remoteStart : undefined) ?? limits?.start;
}
