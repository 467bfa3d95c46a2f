import { defineEntryDiagnostic, type EntryFacts, type Setup } from '../diagnostic.ts';
import type { Member } from '../../formats/index.ts';
import { fieldsRead, headersField, membersOf, valuesOf, renameFix } from '../judging/entries/fields.ts';

/** A setting that another client reads and this one ignores. Fields that no client reads are not reported. */
export default defineEntryDiagnostic({
  id: 'foreign-field',
  severity: 'warning',
  summary: 'The entry has a field that other assistants read and this one does not.',
  restsOn: ['entry'],
  *judge(target, setup) {
    const { fields, nested } = target.file.reading.entry;
    if (fields === undefined || target.file.place.write === 'never' || isOfOwnKind(target)) return;
    const own = fieldsRead(target);
    for (const member of membersOf(target)) {
      const about = known.get(member.key);
      // "cwd": null says nothing.
      if (
        about === undefined ||
        isNull(member) ||
        own.has(member.key) ||
        member.key === nested ||
        isOtherReaders(setup, target, member.key)
      )
        continue;
      if (about.isSame?.(target, setup) === true) continue;
      const severity = about.matters?.(target, setup) === true ? 'warning' : 'info';
      const fix = about.means === undefined ? undefined : renameFix(target, member.key, about.means(target));
      yield {
        span: member.keySpan,
        detail: member.key,
        severity: severity,
        message: `${target.client.name} does not read "${member.key}" in an entry${about.so === undefined ? '' : `: ${about.so}`}.`,
        hint: severity === 'warning' ? (about.hint?.(target) ?? `Remove "${member.key}", or reach its purpose in another way.`) : undefined,
        fix,
      };
    }
  },
});

function isNull({ value }: Member): boolean {
  return value.kind === 'scalar' && (value.value === null || value.value === '');
}

/** A built-in or an extension's settings, whose fields are not those of a server. */
function isOfOwnKind({ entry: { server } }: EntryFacts): boolean {
  return server.kind === 'other' && !server.isIncomplete;
}

interface Foreign {
  /** The effect of ignoring it. */
  readonly so?: string | undefined;
  /** Whether the person relies on it; default: it is harmless. */
  readonly matters?: ((target: EntryFacts, setup: Setup) => boolean) | undefined;
  readonly hint?: ((target: EntryFacts) => string) | undefined;
  /** Whether the effect of the field is reached without it. */
  readonly isSame?: ((target: EntryFacts, setup: Setup) => boolean) | undefined;
  /** The field of this client with the same meaning. */
  readonly means?: (target: EntryFacts) => string | undefined;
}

const always = (): boolean => true;
const ofTools: Foreign = { so: 'the tools that it excludes are still offered', matters: always };
const asks: Foreign = { so: 'it asks before it uses the tools, which is its default' };
const environment: Foreign = {
  so: 'the server does not get these variables',
  matters: always,
  hint: (target) => `${target.client.name} reads "${target.file.reading.entry.stdio.env}".`,
  means: (target) => target.file.reading.entry.stdio.env,
};
const headers: Foreign = {
  so: 'these headers are not sent',
  matters: ({ entry }) => entry.server.kind === 'url',
  hint: (target) => `${target.client.name} reads "${headersField(target) ?? 'headers'}".`,
  means: headersField,
};
const directory: Foreign = {
  so: 'the server starts in another directory',
  matters: always,
  isSame: isStart,
  hint: ({ file }) =>
    `Give the server absolute paths${file.reading.entry.stdio.cwd === undefined ? '' : `, or write "${file.reading.entry.stdio.cwd}"`}.`,
  means: ({ file }) => file.reading.entry.stdio.cwd,
};

/** Fields that some client reads in an entry; comments and descriptions are never reported. */
const known: ReadonlyMap<string, Foreign> = new Map<string, Foreign>([
  ['env', environment],
  ['envs', environment],
  ['environment', environment],
  ['headers', headers],
  ['http_headers', headers],
  ['cwd', directory],
  ['working_directory', directory],
  [
    'envFile',
    {
      so: 'the server does not get the variables of that file',
      matters: always,
      hint: ({ file }) => `Name the variables under "${file.reading.entry.stdio.env}".`,
    },
  ],
  ['disabledTools', ofTools],
  ['disabled_tools', ofTools],
  ['excludeTools', ofTools],
  ['includeTools', ofTools],
  ['enabled_tools', ofTools],
  ['autoApprove', asks],
  ['alwaysAllow', asks],
  ['trust', asks],
  ['env_vars', { so: 'it does not pass on the variables named there', matters: always }],
  ['env_keys', { so: 'the secrets named there are not looked up', matters: always }],
  ['timeout', {}],
  ['startup_timeout_sec', {}],
  ['tool_timeout_sec', {}],
  ['connectionTimeout', {}],
  ['watchPaths', {}],
  ['alwaysLoad', {}],
]);

/** A file of several clients may have the fields of each of them. */
function isOtherReaders({ files }: Setup, { client, file }: EntryFacts, key: string): boolean {
  return files.some(({ client: other, path, place, reading }) => {
    const { fields, stdio } = reading.entry;
    return other !== client && path === file.path && place.write !== 'never' && (fields?.includes(key) === true || stdio.cwd === key);
  });
}

/** Whether the server starts in this directory anyway. */
function isStart({ entry, startsIn }: EntryFacts, { facts }: Setup): boolean {
  const written = valuesOf(entry.value).get('cwd') ?? valuesOf(entry.value).get('working_directory');
  return startsIn === facts.workspace.path && ['.', './', '${workspaceFolder}', '', facts.workspace.path].some((path) => path === written);
}
