import { defineEntryDiagnostic, type Fix, type EntryFacts, type Setup } from '../diagnostic.ts';
import { isAboutWorkspace, understands, type Variable } from '../../clients/index.ts';
import { replaceArguments } from '../edit.ts';
import { removeArguments } from '../judging/programs/launcher-arguments.ts';
import { mayFix, whereIs } from '../judging/entries/fields.ts';
import { isRightForOwner, variablesOf, type FoundVariable } from '../judging/variables.ts';

/** Editor variables in a place where they are not replaced. */
export default defineEntryDiagnostic({
  id: 'variable-not-expanded',
  severity: 'error',
  summary: 'An editor variable such as ${workspaceFolder} is used where it is not replaced.',
  restsOn: ['variables'],
  *judge(target, setup) {
    const { client, entry, file } = target;
    if (file.place.elsewhere !== undefined) return;
    const reported = new Set<string>();
    for (const found of variablesOf(target)) {
      const { variable, where } = found;
      const detail = `${whereIs(where)} ${variable.name}`;
      if (reported.has(detail) || !isLeft(target, variable) || isRightForOwner(setup, target, variable)) continue;
      reported.add(detail);
      const isUnsure = client.variablesUnknown !== undefined || (isAboutWorkspace(variable) && file.place.workspaceWords === 'unknown');
      const doesFail = isAboutWorkspace(variable) && file.place.workspaceWords === 'fail';
      const isPath = where.kind === 'argument' || where.kind === 'command' || where.kind === 'cwd';
      // An argument that may work is only changed in snap's own entry.
      const fix = mayFix(target) && (entry.ours || !isUnsure) ? cure(setup, target, found) : undefined;
      yield {
        span: where.node,
        detail,
        severity: isUnsure || !(entry.ours || isPath || doesFail) ? 'warning' : 'error',
        message: isUnsure
          ? `It is not known that ${client.name} replaces ${variable.spelling} in this file (in ${whereIs(where)}); "${entry.name}" may get that very text.`
          : `${client.name} does not replace ${variable.spelling} in this file (in ${whereIs(where)}): ${doesFail ? `it cannot be resolved, and "${entry.name}" does not start` : `"${entry.name}" gets that very text`}.`,
        hint: hintFor(setup, target, found),
        fix,
      };
    }
  },
});

/** Variables that are the same in every editor based on VS Code; a program may use other words itself. */
const meant = /^(workspaceFolder|workspaceFolderBasename|workspaceRoot|userHome|pathSeparator)(:.*)?$/;

function isLeft({ client, file }: EntryFacts, variable: Variable): boolean {
  if (variable.dialect !== '${word}' || !meant.test(variable.name)) return false;
  const current = variable.name.startsWith('workspaceRoot')
    ? { ...variable, name: 'workspaceFolder', spelling: '${workspaceFolder}' }
    : variable;
  return !understands(client, current, file.place);
}

function hintFor(setup: Setup, target: EntryFacts, { variable }: FoundVariable): string {
  const { client, entry, file } = target;
  const startsIn = inProject(setup, target);
  if (!isAboutWorkspace(variable)) return 'Write the path itself.';
  if (startsIn !== undefined)
    return entry.ours
      ? `Leave "--workspace" out: ${client.name} starts its servers in the project.`
      : `${client.name} starts its servers in the project: "." is the same there, as far as the server takes it.`;
  const other = client.files.find(({ workspaceVariable }) => workspaceVariable !== undefined);
  const noProject = 'This file serves every project, and none of them is meant by it.';
  if (other !== undefined && file.scope === 'global') return `${noProject} Use the file of the project, or name the folder yourself.`;
  if (file.scope === 'project') return 'Move the entry to your own file and write the path of the project there.';
  const inIts = client.files.some(({ scope, startsIn: where, write }) => scope === 'project' && write !== 'never' && where === 'workspace');
  return inIts
    ? `${noProject} Use the file of the project, where "." is the project, or name the folder yourself.`
    : `${noProject} Name the folder yourself.`;
}

/** snap finds its workspace from its start directory or from a path; for other servers the meaning of a path is not known. */
function cure({ facts }: Setup, target: EntryFacts, { variable, where }: FoundVariable): Fix | undefined {
  const { entry } = target;
  const startsIn = inProject({ facts }, target);
  const { server } = entry;
  if (where.kind !== 'argument' || where.index === undefined || server.kind !== 'command' || variable.name !== 'workspaceFolder')
    return undefined;
  const isWhole = where.text === variable.spelling;
  if (entry.ours && isWhole && startsIn !== undefined && server.args[where.index - 1] === '--workspace') {
    const removed = removeArguments(target, where.index - 1, where.index + 1);
    if (removed === undefined) return undefined;
    return { kind: removed.losesComment ? 'confirm' : 'safe', says: `remove "--workspace ${variable.spelling}"`, edit: removed.edit };
  }
  // A global file serves every project: the one that happens to be open is never written into it.
  if (startsIn === undefined || variable.start !== 0) return undefined;
  const text = where.text.replaceAll(variable.spelling, () => '.');
  return {
    kind: 'confirm',
    says: `write "." instead of ${variable.spelling}`,
    edit: replaceArguments(target, new Map([[where.index, text]])),
  };
}

/** The project, where the server is started in it. */
function inProject({ facts }: Pick<Setup, 'facts'>, { startsIn }: EntryFacts): string | undefined {
  return startsIn === facts.workspace.path ? startsIn : undefined;
}
