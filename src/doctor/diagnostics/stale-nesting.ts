import { type About, defineDiagnostic, atMost, entrySeverity, type EntryFacts } from '../diagnostic.ts';
import { findMember, findNode, isList, isMap, type Node, type Value } from '../../formats/index.ts';
import { spellEntry, type NewServer } from '../../clients/index.ts';
import { ownEntries, fieldOf, isNestedWrongly, mayFix, valuesOf } from '../judging/entries/fields.ts';
import { setFields } from '../edit.ts';
import { transportByPath } from '../judging/network/address.ts';

/** An entry in the shape of another client, or of an older version of this one. */
export default defineDiagnostic({
  id: 'stale-nesting',
  severity: 'error',
  summary: 'The fields of the entry are nested or listed in a way that this assistant does not read.',
  restsOn: ['entry'],
  *detect(setup) {
    for (const target of ownEntries(setup)) {
      const sighting = unwrapped(target) ?? nestedTransport(target) ?? commandShape(target);
      if (sighting !== undefined) yield { entry: target, ...sighting };
    }
  },
});

/** Continue's old file keeps every server one level deeper. */
function unwrapped(target: EntryFacts): About | undefined {
  const { at, fields, name } = target.entry;
  const { path, root, text } = target.file;
  if (at.wrap === undefined || fields.kind !== 'map' || fields.members.length === 0) return undefined;
  const list = findNode(root, at.path);
  // The fields of a wrapped item are inside the wrapper.
  if (list?.kind !== 'list' || !list.items.includes(fields)) return undefined;
  const { stdio, typeKey } = target.file.reading.entry;
  const [first] = fields.members;
  const last = fields.members.at(-1);
  const needsType = findMember(fields, typeKey) === undefined && findMember(fields, stdio.command) !== undefined;
  const type = needsType ? `"${typeKey}": "${stdio.type ?? 'stdio'}", ` : '';
  const isJson = text?.[fields.start] === '{';
  return {
    severity: entrySeverity(target, 'error'),
    span: fields,
    message: `${target.client.name} reads each server of this list from its own "${at.wrap}"; "${name}" has none, so the whole list fails.`,
    hint: `Put the fields of the server into "${at.wrap}": { … }.`,
    fix:
      mayFix(target) && isJson && first !== undefined && last !== undefined
        ? {
            kind: 'confirm',
            says: `put the fields into "${at.wrap}"`,
            edit: {
              kind: 'splices',
              path,
              splices: [
                { start: first.start, end: first.start, text: `"${at.wrap}": { ${type}` },
                { start: last.end, end: last.end, text: ' }' },
              ],
            },
          }
        : undefined,
  };
}

function nestedTransport(target: EntryFacts): About | undefined {
  const { entry, file } = target;
  const { entry: form } = file.reading;
  const member = findMember(entry.fields, 'transport');
  if (member === undefined || !isNestedWrongly(target)) return undefined;
  const server = asNew(target);
  const spelled = server === undefined ? undefined : spellEntry(form, entry.name, server);
  return {
    severity: entrySeverity(target, 'error'),
    span: member.keySpan,
    message: `${target.client.name} does not read the fields inside "transport", so it finds neither a command nor an address in "${entry.name}".`,
    hint: 'Move its fields directly into the entry.',
    fix:
      spelled !== undefined && mayFix(target)
        ? { kind: 'confirm', says: 'move the fields out of "transport"', edit: setFields(target, spelled.fields, ['transport']) }
        : undefined,
  };
}

/** What the entry means, with a transport where the client at hand cannot tell. */
function asNew({ entry, file }: EntryFacts): NewServer | undefined {
  const { server } = entry;
  if (server.kind === 'other') return undefined;
  if (server.kind === 'command') return server;
  const { http, sse } = file.reading.entry;
  const type = valuesOf(valuesOf(entry.value).get('transport')).get('type');
  const word = typeof type === 'string' ? type : '';
  const wanted = /sse/i.test(word) || (word === '' && transportByPath(server.url) === 'sse') ? 'sse' : 'http';
  const transport = (wanted === 'sse' ? sse : http) === undefined ? (wanted === 'sse' ? 'http' : 'sse') : wanted;
  return { kind: 'url', transport, url: server.url, headers: server.headers };
}

/** A command as a map, as a list where text is read, or as text where a list is read. */
function commandShape(target: EntryFacts): About | undefined {
  const { stdio } = target.file.reading.entry;
  const member = fieldOf(target, stdio.command);
  if (member === undefined) return undefined;
  const { key, value } = member;
  switch (value.kind) {
    case 'map':
      return commandMap(target, key, value);
    case 'list':
      return stdio.commandIs === 'list' || stdio.orList === true ? undefined : commandList(target, value);
    case 'scalar':
      return stdio.commandIs === 'list' && typeof value.value === 'string' && value.value !== ''
        ? commandText(target, value, value.value)
        : undefined;
    default:
      return value satisfies never;
  }
}

function commandMap(target: EntryFacts, key: string, node: Node & { kind: 'map' }): About {
  const { entry: form } = target.file.reading;
  const { stdio } = form;
  const text = (name: string): string | undefined => {
    const value = findMember(node, name)?.value;
    return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined;
  };
  const command = text('path') ?? text('command');
  const inner = valuesOf(valuesOf(target.entry.value).get(key));
  const args = inner.get('args');
  const env = inner.get('env');
  const isMigrated = form.commandMap === 'migrated';
  const words = isList(args) ? args.map(String) : [];
  const fields = new Map<string, Value>();
  if (command !== undefined && stdio.commandIs === 'string') {
    fields.set(stdio.command, command);
    if (isList(args)) fields.set('args', words);
  } else if (command !== undefined) fields.set(stdio.command, [command, ...words]);
  if (isMap(env) && env.size > 0) fields.set(stdio.env, env);
  return {
    severity: atMost(entrySeverity(target, 'error'), isMigrated ? 'info' : 'error'),
    span: node,
    message: isMigrated
      ? `"${target.entry.name}" has the shape of older versions of ${target.client.name}, "${key}": { "path", "args" }; it still reads that and offers to convert it.`
      : `${target.client.name} reads no map under "${key}", so "${target.entry.name}" does not start.`,
    hint: `Write "${stdio.command}", "args" and "${stdio.env}" side by side.`,
    fix:
      command !== undefined && mayFix(target)
        ? { kind: 'confirm', says: `write "${stdio.command}" and "args" side by side`, edit: setFields(target, fields) }
        : undefined,
  };
}

function commandList(target: EntryFacts, node: Node & { kind: 'list' }): About | undefined {
  const { client, entry } = target;
  const { stdio } = target.file.reading.entry;
  const words = node.items.map((item) => (item.kind === 'scalar' ? String(item.value) : undefined));
  const [command] = words;
  if (command === undefined) return undefined;
  const own = valuesOf(entry.value).get('args');
  const args = [...words.slice(1), ...(isList(own) ? own : [])];
  const isPlain = words.every((word) => word !== undefined);
  const fields = new Map<string, Value>([[stdio.command, command]]);
  if (args.length > 0) fields.set('args', args.map(String));
  return {
    severity: entrySeverity(target, 'error'),
    span: node,
    message: `${client.name} reads "${stdio.command}" as text; "${entry.name}" has a list there and does not start.`,
    hint: 'Put the first word there and the others under "args".',
    fix:
      isPlain && mayFix(target)
        ? { kind: 'safe', says: 'put the first word under "command", the others under "args"', edit: setFields(target, fields) }
        : undefined,
  };
}

function commandText(target: EntryFacts, node: Node, command: string): About {
  const { client, entry } = target;
  const { stdio, strict } = target.file.reading.entry;
  const own = valuesOf(entry.value).get('args');
  const words = isList(own) ? own.map(String) : [];
  const isOneWord = !/\s/.test(command);
  // A whole command line as text is cut where the spaces are, which may be wrong for a path with a space.
  const all = isOneWord ? [command, ...words] : [...command.trim().split(/\s+/), ...words];
  return {
    severity: strict === 'file' ? 'error' : entrySeverity(target, 'error'),
    span: node,
    message: `${client.name} reads "${stdio.command}" as a list of the command and its arguments; "${entry.name}" has text there${strict === 'file' ? ', and the whole file is refused' : ''}.`,
    hint: `Write "${stdio.command}": ["command", "first argument", …].`,
    fix: mayFix(target)
      ? {
          kind: isOneWord ? 'safe' : 'confirm',
          says: 'write the command and its arguments as one list',
          edit: setFields(target, new Map<string, Value>([[stdio.command, all]]), isList(own) ? ['args'] : []),
        }
      : undefined,
  };
}
