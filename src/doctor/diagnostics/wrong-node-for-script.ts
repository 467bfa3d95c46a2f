import {
  defineStartDiagnostic,
  commandEntries,
  isPersonal,
  worksInClient,
  type CommandEntry,
} from '../judging/programs/command-entries.ts';
import type { Fix, ProgramFound, Setup } from '../diagnostic.ts';
import { commandNode } from '../edit.ts';
import { separatorOf, directoryOf, programName } from '../../machine/index.ts';
import {
  candidates,
  isAddedByClient,
  isNodeScript,
  nodeBeside,
  searchPath,
  startsOthers,
  isLower,
  isVersion,
} from '../judging/programs/program-search.ts';
import { pathForMessage, pathToWrite } from '../judging/wording.ts';
import { startWith } from '../judging/programs/start-with.ts';

/** Directories in which version managers keep several versions of Node. */
const versionManager = /[\\/](\.nvm|\.fnm|fnm_multishells|\.volta|mise|\.asdf|\.nodenv|\.n|\.nvs)[\\/]/;

/** `~/.nvm/versions/node/v22.3.0/bin/…`: the directory of the versions, and the version. */
const ofVersion = /^(.*)\/(v\d+\.\d+\.\d+)\//;

/** A script that begins with `#!/usr/bin/env node` runs with whatever Node the client's PATH has, not with the one it was installed for. */
export default defineStartDiagnostic({
  id: 'wrong-node-for-script',
  severity: 'warning',
  summary: 'A Node script is started with a different Node than the one it belongs to, or with none.',
  *lists(setup) {
    for (const entry of commandEntries(setup)) {
      const [, parent] = ofVersion.exec(scriptOf(entry, setup)?.path ?? '') ?? [];
      if (parent !== undefined) yield parent;
    }
  },
  *looks(setup) {
    for (const entry of commandEntries(setup)) {
      const script = scriptOf(entry, setup);
      if (script === undefined) continue;
      yield nodeBeside(script.path, setup);
      yield* candidates('node', searchPath(entry, setup), setup);
    }
  },
  judge(entry, setup) {
    const script = scriptOf(entry, setup);
    if (script === undefined || worksInClient(entry)) return undefined;
    const own = nodeBeside(script.path, setup);
    const hasOwn = isProgram(own, setup);
    const found = candidates('node', searchPath(entry, setup), setup).find((path) => isProgram(path, setup));
    const isManaged = versionManager.test(script.path) && hasOwn;
    const isSame = found !== undefined && target(found, setup) === target(own, setup);
    // A Node beside the script that is not used, or no Node at all.
    if (isSame || (!isManaged && (found !== undefined || setup.facts.platform !== 'darwin'))) return undefined;
    const { client } = entry;
    const file = pathForMessage(setup, script.path);
    const isOfMany = isAddedByClient(entry, script.path, setup);
    const runs = isOfMany
      ? `the oldest Node of nvm, which ${client.name} puts first`
      : found === undefined
        ? undefined
        : `${pathForMessage(setup, found)}, which is first on ${client.name}'s PATH`;
    const span = commandNode(entry);
    const fix = hasOwn && isPersonal(entry.file) ? fixFor(entry, script, own, setup) : undefined;
    return {
      // With only one version the oldest is right; another version is only known when it is in use.
      severity: isOfMany && !isOlderKnown(own, setup) ? 'info' : 'warning',
      message:
        runs === undefined
          ? `${file} is a Node script, and ${client.name} finds no "node" on its PATH.`
          : `${file} is a Node script; ${client.name} runs it with ${runs}${hasOwn ? `, not with ${pathForMessage(setup, own)} beside it` : ''}.`,
      hint: hasOwn
        ? `Write ${pathToWrite(setup, own)} as the command, and the script as its first argument.`
        : 'Start Node by its full path, with the script as its first argument.',
      span,
      fix,
    };
  },
});

/** The script that an entry starts by its full path, for a client that does not see the shell's PATH. */
function scriptOf({ client, command }: CommandEntry, { facts }: Pick<Setup, 'facts'>): ProgramFound | undefined {
  const { inClient } = command;
  if (facts.platform === 'win32' || client.path === 'shell' || inClient === undefined || !inClient.executable) return undefined;
  return isNodeScript(inClient) && /[\\/]/.test(command.command) ? inClient : undefined;
}

/** Whether a lower version of Node is in the same directory of versions. */
function isOlderKnown(node: string, { listings }: Setup): boolean {
  const [, parent, version] = ofVersion.exec(node) ?? [];
  return version !== undefined && (listings.get(parent ?? '') ?? []).some((other) => isVersion(other) && isLower(other, version));
}

function isProgram(path: string, { seen }: Setup): boolean {
  const found = seen.get(path);
  return found?.kind === 'file' && found.executable;
}

function target(path: string, { seen }: Setup): string {
  return seen.get(path)?.target ?? path;
}

function fixFor(entry: CommandEntry, script: ProgramFound, node: string, setup: Setup): Fix | undefined {
  const words = { command: node, before: [script.path] };
  const says = `start it with ${pathForMessage(setup, node)}`;
  if (!startsOthers(programName(script.path))) return { kind: 'confirm', says, edit: startWith(entry, words) };
  // npx starts scripts that search for node on the PATH again.
  if (entry.client.dropsVariables !== undefined) return undefined;
  const path = [directoryOf(node, setup.facts.platform), searchPath(entry, setup)].join(separatorOf(setup.facts.platform));
  return {
    kind: 'confirm',
    says: `${says}, and give it a PATH that contains it`,
    edit: startWith(entry, { ...words, env: new Map([['PATH', path]]) }),
  };
}
