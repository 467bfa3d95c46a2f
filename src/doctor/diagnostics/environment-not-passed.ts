import { defineDiagnostic, type Fix, atMost, entrySeverity, type EntryFacts } from '../diagnostic.ts';
import { passesOn } from '../../mcp-client/index.ts';
import { argumentNode } from '../edit.ts';
import { fieldOf, mayFix, setServerFields, envMembers } from '../judging/entries/fields.ts';
import { spellVariable } from '../judging/variables.ts';
import { programName } from '../../machine/index.ts';

/** "docker run -e NAME" passes on a variable of docker's own environment, but many clients start servers with very few variables. */
export default defineDiagnostic({
  id: 'environment-not-passed',
  severity: 'warning',
  summary: 'The command passes on an environment variable that the assistant does not give it.',
  restsOn: ['start'],
  *detect({ entries, env, facts }) {
    for (const target of entries) {
      if (target.entry.server.kind !== 'command') continue;
      for (const { index, name } of passedOn(target)) {
        if (!isKeptBack(target, name, (variable) => passesOn(target.client, variable, facts.platform, env[variable]))) continue;
        const fix = mayFix(target) ? give(target, name) : undefined;
        const node = argumentNode(target, index);
        yield {
          entry: target,
          span: node,
          detail: name,
          severity: atMost(entrySeverity(target, 'warning'), 'warning'),
          message: `"${target.entry.name}" passes ${name} on to its container, but ${target.client.name} does not give it ${name}: the server starts without it.`,
          hint: hintFor(target, name),
          fix,
        };
      }
    }
  },
});

/** Names of variables that a container gets from the environment of the command. */
function* passedOn({ entry }: EntryFacts): Generator<{ readonly index: number; readonly name: string }> {
  const { server } = entry;
  if (server.kind !== 'command') return;
  const words = [server.command, ...server.args];
  const at = words.findIndex((word) => ['docker', 'podman', 'nerdctl'].includes(programName(word)));
  if (at === -1 || words[at + 1] !== 'run') return;
  for (let index = at + 1; index < server.args.length; index++) {
    const word = server.args[index] ?? '';
    const joined = /^--env=([A-Za-z_]\w*)$/.exec(word)?.[1] ?? /^-e([A-Z_][A-Z0-9_]*)$/.exec(word)?.[1];
    if (joined !== undefined) yield { index, name: joined };
    const next = server.args[index + 1];
    if ((word === '-e' || word === '--env') && next !== undefined && /^[A-Za-z_]\w*$/.test(next)) yield { index: index + 1, name: next };
  }
}

/** Variables that every client passes on. */
const basics = new Set(['HOME', 'PATH', 'SHELL', 'TERM', 'USER', 'LOGNAME']);

function isKeptBack(target: EntryFacts, name: string, isPassed: (name: string) => boolean): boolean {
  const { client, file } = target;
  const { envNames } = file.reading.entry;
  if (basics.has(name) || envMembers(target).some(({ key }) => key === name)) return false;
  const names = envNames === undefined ? undefined : fieldOf(target, envNames)?.value;
  if (names?.kind === 'list' && names.items.some((item) => item.kind === 'scalar' && item.value === name)) return false;
  return client.inherits === 'basics' || (client.inherits === 'no-secrets' && !isPassed(name));
}

function hintFor({ client, file }: EntryFacts, name: string): string {
  const { envNames, stdio } = file.reading.entry;
  if (envNames !== undefined) return `List ${name} under "${envNames}".`;
  const spelled = spellVariable(client, file.place, name);
  return `Give ${name} a value under "${stdio.env}"${spelled === undefined ? '' : `: ${spelled}`}.`;
}

function give(target: EntryFacts, name: string): Fix | undefined {
  const { client, file } = target;
  const { envNames, stdio } = file.reading.entry;
  if (envNames !== undefined) {
    const list = fieldOf(target, envNames)?.value;
    const names =
      list?.kind === 'list'
        ? list.items.flatMap((item) => (item.kind === 'scalar' && typeof item.value === 'string' ? [item.value] : []))
        : [];
    if (list?.kind === 'list' && names.length < list.items.length) return undefined;
    return {
      kind: 'confirm',
      says: `list ${name} under "${envNames}"`,
      edit: setServerFields(target, new Map([[envNames, [...names, name]]])),
    };
  }
  const spelled = client.variablesUnknown === undefined ? spellVariable(client, file.place, name) : undefined;
  if (spelled === undefined) return undefined;
  return {
    kind: 'confirm',
    says: `set ${name} to ${spelled} under "${stdio.env}"`,
    edit: setServerFields(target, new Map([[stdio.env, new Map([[name, spelled]])]])),
  };
}
