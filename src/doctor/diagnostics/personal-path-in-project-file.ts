import type { About, Fix, Setup } from '../diagnostic.ts';
import { defineStartDiagnostic, projectOf, type CommandEntry } from '../judging/programs/command-entries.ts';
import type { Node } from '../../formats/index.ts';
import { argumentNode, commandNode, cwdNode, replaceValues } from '../edit.ts';
import { homeIn } from '../judging/programs/paths.ts';
import { pathForMessage } from '../judging/wording.ts';
import { envMembers } from '../judging/entries/fields.ts';
import { isSecretName } from '../../secrets/index.ts';

/** A file that a team shares has the home directory of one person. */
export default defineStartDiagnostic({
  id: 'personal-path-in-project-file',
  severity: 'warning',
  summary: "A project file names a path in someone's home directory.",
  *judge(entry, setup) {
    const { file } = entry;
    // Without version control the file is not shared.
    if (file.scope !== 'project' || file.tracked === undefined || file.ignoredByGit === true) return;
    for (const one of personalPaths(entry, setup)) yield sighting(entry, one, setup);
  },
});

interface Personal {
  readonly path: string;
  readonly node: Node | undefined;
  readonly what: string;
}

function personalPaths(entry: CommandEntry, setup: Setup): readonly Personal[] {
  const { server } = entry.entry;
  if (server.kind !== 'command') return [];
  const variables = envMembers(entry);
  const all: Personal[] = [
    { path: server.command, node: commandNode(entry), what: 'the command' },
    ...server.args.map((path, i) => ({ path, node: argumentNode(entry, i), what: `argument ${i + 1}` })),
    ...(server.cwd === undefined ? [] : [{ path: server.cwd, node: cwdNode(entry), what: 'the start directory' }]),
    ...[...server.env]
      .filter(([name]) => name.toUpperCase() !== 'PATH' && !isSecretName(name))
      .map(([name, path]) => ({ path, node: variables.find(({ key }) => key === name)?.value, what: `the variable ${name}` })),
  ];
  return all.filter(({ path }) => homeIn(path) !== undefined || isBelow(path, setup.home));
}

function sighting(entry: CommandEntry, { node, path, what }: Personal, setup: Setup): About {
  const { client, file } = entry;
  const fix = node === undefined ? undefined : fixFor(entry, path, node, setup);
  const isTracked = file.tracked === true;
  const { workspaceVariable } = file.place;
  return {
    severity: isTracked ? 'warning' : 'info',
    message: `${isTracked ? 'This file is in git' : 'This file may be committed'}, and ${what} of "${entry.entry.name}" is ${pathForMessage(setup, path)}: other people do not have that path.`,
    hint:
      workspaceVariable === undefined
        ? 'Use a program that is found on every machine (npx, uvx, a program on the PATH), or a path relative to the project; or keep the server in your user file.'
        : `Use "${workspaceVariable}", which ${client.name} fills in, or a program that is found on every machine; or keep the server in your user file.`,
    span: node,
    fix,
    detail: what,
  };
}

/** A path inside the project can be written for everyone. */
function fixFor({ file }: CommandEntry, path: string, node: Node, setup: Setup): Fix | undefined {
  const project = projectOf(setup);
  const { workspaceVariable } = file.place;
  if (project === undefined || workspaceVariable === undefined || !isBelow(path, project)) return undefined;
  const word = workspaceVariable + path.slice(project.length).replaceAll('\\', '/');
  return { kind: 'safe', says: `write it as ${word}`, edit: replaceValues(file, [{ node, value: word }]) };
}

function isBelow(path: string, directory: string): boolean {
  return path === directory || path.startsWith(`${directory}/`) || path.startsWith(`${directory}\\`);
}
