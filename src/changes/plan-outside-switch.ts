import { entryUndoData, locate, type Client, type Gate, type Where } from '../clients/index.ts';
import {
  changeNames,
  decodeText,
  encodeText,
  fieldsAfter,
  findNode,
  isMap,
  loadFormat,
  toValue,
  type Format,
  type Tolerance,
} from '../formats/index.ts';
import { decisionPath, spelledBy, type ClientFacts, type ConfigFileFacts, type Decisions } from '../machine/index.ts';
import { displayPath, SnapError, unlessRefused } from '../system/index.ts';
import type { ComputedChange, FileChange, JsonValue } from './change.ts';
import type { PlannedStep } from './plan.ts';
import type { NamesUndoData } from './undo-names.ts';

/** One server of a client, in the file that has its entry. */
export interface OutsideSwitch {
  readonly found: ClientFacts;
  readonly file: ConfigFileFacts;
  readonly name: string;
  readonly on: boolean;
  readonly decisions: Decisions;
}

/** The client's own switch outside of its entries; `undefined` where it has none. */
export function outsideGate({ gates }: Client): Gate | undefined {
  return gates?.find(({ flips }) => flips === true);
}

/** Sets the client's own switch where the client keeps it: on removes what switches the server off, off adds it. */
export async function planOutsideSwitch(gate: Gate, target: OutsideSwitch): Promise<readonly PlannedStep[]> {
  const { decisions, file, found, name, on } = target;
  const { client } = found;
  const format = await loadFormat('json');
  return targetsOf(gate, target).map(({ path, tolerance }): PlannedStep => {
    const change: FileChange = {
      path,
      project: file.scope === 'project' && gate.in === undefined ? decisions.where.workspace : undefined,
      about: { client: client.id, scope: file.scope, servers: [name], action: 'set' },
      foreignLock: client.lock !== undefined,
      newFileMode: file.scope === 'project' && gate.in === undefined ? 0o644 : 0o600,
      compute: (bytes) => compute(bytes, { gate, tolerance, path, target, format }),
    };
    return {
      kind: 'change',
      action: on ? 'switch-on' : 'switch-off',
      name,
      client,
      scope: file.scope,
      path,
      change,
      existed: true,
      snippet: undefined,
      warning: gate.perProject === true ? `${client.name} keeps this for one project: ${shown(decisions.where)}.` : undefined,
    };
  });
}

function shown(where: Where): string {
  return displayPath(where.workspace, where);
}

interface Target {
  readonly path: string;
  readonly tolerance: Tolerance;
}

/** Off: one file. On: every file of the client that could have it, for a person's and a project's list count together. */
function targetsOf(gate: Gate, { decisions, file, found, on }: OutsideSwitch): readonly Target[] {
  if (gate.in !== undefined)
    return locate(gate.in, decisions.where)
      .slice(0, 1)
      .map((path) => ({ path, tolerance: 'comments-and-commas' }));
  const own = found.files.filter(
    ({ ignored, place, state }) => !ignored && place.write !== 'never' && place.layout === undefined && (!on || state !== 'absent'),
  );
  const chosen = on ? own : own.filter(({ scope }) => scope === file.scope).slice(0, 1);
  return chosen.map(({ path, reading }) => ({ path, tolerance: reading.tolerance }));
}

interface Edit extends Target {
  readonly gate: Gate;
  readonly target: OutsideSwitch;
  readonly format: Format;
}

function compute(bytes: Uint8Array | undefined, edit: Edit): ComputedChange {
  const decoded = bytes === undefined ? undefined : decodeText(bytes);
  if (decoded?.kind === 'not-text') return refused(edit, decoded.message);
  const text = decoded?.text;
  return unlessRefused(
    (): ComputedChange => {
      const made = changed(text, edit);
      if (made === undefined || made.text === text) return { kind: 'unchanged' };
      const { text: after, undoData } = made;
      return { kind: 'write', bytes: after === undefined ? undefined : encodeText(after, decoded?.hasByteOrderMark ?? false), undoData };
    },
    ({ message }) => refused(edit, message.replace(/\.$/, '')),
  );
}

interface SwitchedText {
  readonly text: string | undefined;
  readonly undoData: JsonValue;
}

/** `undefined`: the switch is set already. */
function changed(text: string | undefined, { format, gate, target, tolerance }: Edit): SwitchedText | undefined {
  const { decisions, on } = target;
  const parsed = format.parse(text ?? '', tolerance);
  if (parsed.kind === 'problem')
    throw new SnapError('refused', `it does not parse (${parsed.problem.line}:${parsed.problem.column}: ${parsed.problem.message})`);
  const path = decisionPath(decisions, gate, parsed.root);
  const name = spelledBy(gate.names, target.name);
  const node = findNode(parsed.root, path);
  const value = node === undefined ? undefined : toValue(node);
  if (gate.member !== undefined) {
    const { key, off } = gate.member;
    const before = isMap(value) ? value.get(name) : undefined;
    if ((isMap(before) && before.get(key) === off) !== on) return undefined;
    const at = { kind: 'map', path } as const;
    // What else somebody keeps there for the server stays.
    const isAlone = isMap(before) && [...before.keys()].every((known) => known === key);
    const set = { kind: 'set', name, fields: new Map([[key, on ? !off : off]]), drop: [] } as const;
    const change = on && isAlone ? ({ kind: 'remove', name } as const) : set;
    const after = format.change(text, tolerance, at, change);
    const entry = { before, after: change.kind === 'set' ? fieldsAfter(before, change) : undefined, hadMap: isMap(value) };
    const undoData = entryUndoData({ format: 'json', tolerance }, at, name, entry, { before: text ?? '', after: after ?? '' });
    return { text: after, undoData };
  }
  const list = isMap(value) && gate.off !== undefined ? value.get(gate.off) : undefined;
  if (gate.off === undefined || (Array.isArray(list) && list.includes(name)) !== on) return undefined;
  const kind = on ? 'remove' : 'add';
  const names = [...path, gate.off];
  const undoData: NamesUndoData = { kind: 'names', path: names, tolerance, name, done: kind };
  return { text: changeNames(text, tolerance, names, { kind, name }), undoData };
}

function refused({ path, target }: Edit, why: string): ComputedChange {
  return {
    kind: 'refused',
    message: `${displayPath(path, target.decisions.where)}: ${why}.`,
    hint: 'The file was not changed. Fix it and run this again, or change it by hand.',
  };
}
