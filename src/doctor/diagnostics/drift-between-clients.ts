import { literalSecrets, translateServer } from '../../clients/index.ts';
import { defineDiagnostic, type EntryFacts, type Setup } from '../diagnostic.ts';
import { isForeign, isOneOfMany } from '../judging/files/file-readers.ts';
import { describeStart, comparableStart } from '../judging/programs/same-start.ts';
import { shellWord } from '../../machine/index.ts';
import { listed } from '../../system/index.ts';
import { pathForMessage } from '../judging/wording.ts';

export default defineDiagnostic({
  id: 'drift-between-clients',
  severity: 'warning',
  summary: 'One name starts different servers in different assistants.',
  *detect(setup) {
    for (const entries of namesakes(setup)) {
      const kinds = byStart(entries, setup);
      const [usual, ...others] = kinds.toSorted((a, b) => b.length - a.length);
      const [odd] = others[0] ?? [];
      if (usual === undefined || odd === undefined) continue;
      yield {
        entry: odd,
        message: `"${odd.entry.name}" is not the same server everywhere: ${[usual, ...others].map((kind) => described(kind, setup)).join('; ')}.`,
        hint: howToCopy([usual, ...others], setup),
        detail: odd.file.scope,
      };
    }
  },
});

/**
 * The command that shows what using one of them everywhere would change. Of the entries that most of the others can have, it takes the
 * usual one.
 */
function howToCopy(kinds: readonly Kind[], setup: Setup): string {
  const chosen = bestCandidate(kinds);
  const name = chosen === undefined ? undefined : shellWord(chosen.model.entry.name, setup.facts.platform);
  if (chosen === undefined || name === undefined) return 'Copy the right one into the other files.';
  const { model, to } = chosen;
  return `To see what using one of them everywhere would change: snap mcp sync --scope ${model.file.scope} --from ${model.client.id} ${to.map((id) => `--to ${id}`).join(' ')} --server ${name} --force --dry-run`;
}

/** Every other entry is translated for each candidate, so only the first ones are tried, and the search ends at one that all can have. */
const maxCandidates = 8;

function bestCandidate(kinds: readonly Kind[]): ReturnType<typeof candidateOf> | undefined {
  const candidates: ReturnType<typeof candidateOf>[] = [];
  for (const model of kinds.flat().slice(0, maxCandidates)) {
    const candidate = candidateOf(model, kinds);
    if (candidate.refusals === 0 && candidate.to.length > 0) return candidate;
    candidates.push(candidate);
  }
  const fewest = Math.min(...candidates.map(({ refusals }) => refusals));
  return candidates.find(({ refusals, to }) => refusals === fewest && to.length > 0);
}

/** The assistants with another server that can have this one. */
function candidateOf(model: EntryFacts, kinds: readonly Kind[]) {
  const others = kinds.filter((kind) => !kind.includes(model)).flat();
  const able = others.filter((target) => canHave(target, model));
  const to = [...new Set(able.map(({ client }) => client.id))].filter((id) => id !== model.client.id);
  return { model, to, refusals: others.length - able.length };
}

/** As sync decides it: the other file has a spelling for it, and no secret would be copied. */
function canHave({ client, file }: EntryFacts, model: EntryFacts): boolean {
  const { entry } = model;
  const translated = translateServer(
    entry.name,
    { server: entry.server, client: model.client, place: model.file.place },
    { client, place: file.place },
  );
  return translated.kind === 'server' && literalSecrets(translated.server).length === 0;
}

/** Entries of one name in the same kind of place, each file once: in the project, or in the person's own files. */
function namesakes(setup: Setup): readonly (readonly EntryFacts[])[] {
  const groups = new Map<string, EntryFacts[]>();
  for (const entry of setup.entries) {
    const { scope } = entry.file;
    const { enabled, name, ours } = entry.entry;
    const isSideFile = isForeign(entry.file) || isOneOfMany(entry.file, setup.facts.platform);
    if (!entry.isEffective || !enabled || ours || isSideFile || (scope !== 'project' && scope !== 'global')) continue;
    const key = JSON.stringify([scope, name]);
    const group = groups.get(key) ?? [];
    if (!group.some(({ file }) => realPath(file) === realPath(entry.file))) groups.set(key, [...group, entry]);
  }
  return [...groups.values()].filter((group) => new Set(group.map(({ client }) => client)).size > 1);
}

/** The real path: a file that two clients share through a link is one file. */
function realPath({ path, target }: EntryFacts['file']): string {
  return target ?? path;
}

type Kind = readonly EntryFacts[];

function byStart(entries: readonly EntryFacts[], setup: Setup): readonly Kind[] {
  const kinds = new Map<string, EntryFacts[]>();
  for (const entry of entries) {
    const start = comparableStart(entry, setup);
    if (start !== undefined) kinds.set(start, [...(kinds.get(start) ?? []), entry]);
  }
  return [...kinds.values()];
}

function described(kind: Kind, setup: Setup): string {
  const [first] = kind;
  const where = listed(kind.map(({ client, file }) => `${client.name} (${pathForMessage(setup, file.path)})`));
  return `${where} ${kind.length === 1 ? 'has' : 'have'} ${first === undefined ? '' : describeStart(first, setup)}`;
}
