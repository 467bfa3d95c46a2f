import { type About, defineDiagnostic, type Fix, type Severity, entrySeverity, type EntryFacts } from '../diagnostic.ts';
import { listed } from '../../system/index.ts';
import {
  canDrop,
  fieldOf,
  mayFix,
  membersOf,
  setServerFields,
  textOf,
  valuesOf,
  renameFix,
  meaningOfWord,
} from '../judging/entries/fields.ts';
import { incompleteEntries, probableField, isEmptyField } from '../judging/entries/near-fields.ts';
import { isServerAmongServers, serversIn } from '../judging/entries/server-shape.ts';
import { quotedNames } from '../judging/wording.ts';

/** Assistants drop such an entry, most of them without a word. */
export default defineDiagnostic({
  id: 'no-command-or-url',
  severity: 'error',
  summary: 'The entry has neither a command nor an address, so it starts nothing.',
  *detect(setup) {
    for (const target of incompleteEntries(setup)) yield { entry: target, ...sighting(target) };
  },
});

function sighting(target: EntryFacts): About {
  const { entry } = target;
  const severity = severityOf(target);
  if (entry.fields.kind !== 'map') return notAMap(target, severity);
  const inner = serversIn(entry.fields, isServerAmongServers);
  if (inner.length > 0) {
    return {
      severity,
      // No client reads a group of servers.
      restsOn: [],
      message: `"${entry.name}" holds ${quotedNames(inner.map(({ key }) => key))} and is no server itself, so nothing in it starts.${cost(target)}`,
      hint: `Move ${inner.length === 1 ? 'it' : 'them'} one level up, beside the other servers.`,
    };
  }
  const { stdio } = target.file.reading.entry;
  const near = probableField(target, 'command', stdio.command);
  if (near === undefined) return missing(target, severity);
  const word = meaningOfWord(textOf(target, target.file.reading.entry.typeKey) ?? '') ?? 'stdio';
  const fix =
    fieldOf(target, stdio.command) === undefined
      ? renameFix(target, near.key, stdio.command, word === 'stdio' ? 'safe' : 'confirm')
      : fillFix(target, near.key);
  return {
    severity,
    restsOn: ['entry'],
    span: near.keySpan,
    message: `${target.client.name} does not read "${near.key}": it finds neither a command nor an address in "${entry.name}", and starts nothing.${cost(target)}`,
    hint: `Write "${stdio.command}" instead of "${near.key}".`,
    fix,
  };
}

/** The field of the right name is there and empty. */
function fillFix(target: EntryFacts, key: string): Fix | undefined {
  const { command } = target.file.reading.entry.stdio;
  const value = valuesOf(target.entry.value).get(key);
  if (value === undefined || !mayFix(target) || !canDrop(target)) return undefined;
  return {
    kind: 'confirm',
    says: `move the value of "${key}" to "${command}"`,
    edit: setServerFields(target, new Map([[command, value]]), [key]),
  };
}

/** What is there instead, so that the person finds it. */
function missing(target: EntryFacts, severity: Severity): About {
  const { entry, file } = target;
  const { http, sse, stdio, typeKey } = file.reading.entry;
  const url = (http ?? sse)?.url;
  const empty = [stdio.command, ...(url === undefined ? [] : [url])].filter((key) => fieldOf(target, key) !== undefined);
  const meaning = meaningOfWord(textOf(target, typeKey) ?? '');
  const program = `"${stdio.command}"${stdio.commandIs === 'list' ? ' with the program and its arguments' : ''} for a program`;
  const wanted = [
    ...(meaning === undefined || meaning === 'stdio' || url === undefined ? [program] : []),
    ...(url !== undefined && meaning !== 'stdio' ? [`"${url}" for a remote server`] : []),
  ];
  const says = empty.length > 0 ? ` (${listed(empty.map((key) => `"${key}"`))} ${empty.length === 1 ? 'is' : 'are'} empty)` : '';
  const [first] = empty;
  const member = first === undefined ? undefined : fieldOf(target, first);
  return {
    severity,
    restsOn: hasUnknownFields(target) ? ['entry'] : [],
    span: member?.keySpan,
    message: `"${entry.name}" has neither a command nor an address${says}, so ${target.client.name} starts nothing.${cost(target)}`,
    hint: `Add ${wanted.join(', or ')}; remove the entry if it is left over.`,
  };
}

function notAMap(target: EntryFacts, severity: Severity): About {
  const { entry, file } = target;
  const { fields: node } = entry;
  const { http, sse, stdio } = file.reading.entry;
  const value = node.kind === 'scalar' ? node.value : undefined;
  const kind = node.kind === 'list' ? 'a list' : value === null ? 'empty' : typeof value === 'string' ? 'a text' : `a ${typeof value}`;
  const url = (http ?? sse)?.url;
  const isAddress = typeof value === 'string' && /^https?:\/\//i.test(value);
  const shape =
    isAddress && url !== undefined
      ? `{ "${url}": "…" }`
      : stdio.commandIs === 'list'
        ? `{ "${stdio.command}": ["program", "argument"] }`
        : `{ "${stdio.command}": "program", "args": ["argument"] }`;
  return {
    severity,
    restsOn: [],
    span: node,
    message: `"${entry.name}" is ${kind}, and not a map of fields: it has neither a command nor an address, so ${target.client.name} starts nothing.${cost(target)}`,
    hint: `Write ${shape} there.`,
  };
}

/** A client that refuses the whole file does so for an entry that is switched off, too. */
function severityOf(target: EntryFacts): Severity {
  const { fields, strict } = target.file.reading.entry;
  if (strict === 'file') return 'error';
  // Its sources may know a kind of entry that the row does not name.
  return entrySeverity(target, fields === undefined && hasUnknownFields(target) ? 'warning' : 'error');
}

/** Fields that say nothing about what is started, in any client. */
const harmless = new Set(
  (
    'name type transport transportType args env envs environment cwd headers http_headers disabled enabled timeout description ' +
    'alwaysAllow autoApprove disabledTools tools trust command url'
  ).split(' '),
);

function hasUnknownFields(target: EntryFacts): boolean {
  const { stdio } = target.file.reading.entry;
  return membersOf(target).some(({ key }) => !harmless.has(key) && key !== stdio.command && !isEmptyField(target, key));
}

/** What else it costs, where that is known. */
function cost({ client, file }: EntryFacts): string {
  return file.reading.entry.strict === 'file' ? ` ${client.name} refuses the whole file for that.` : '';
}
