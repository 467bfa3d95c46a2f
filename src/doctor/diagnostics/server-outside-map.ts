import { defineDiagnostic, type Sighting } from '../diagnostic.ts';
import { quotedNames, clientsThat } from '../judging/wording/sentences.ts';
import { ownersByPath } from '../judging/files/file-readers.ts';
import { bareMapFix, liftFix, moveFix } from '../judging/json/move-server.ts';
import { serversInEntries, serversAtRoot, serversInOldSettings } from '../judging/entries/server-places.ts';
import { joinPath } from '../../machine/index.ts';
import type { Setup } from '../setup.ts';

/** Claude Code reads a map without a wrapper in a plugin: https://code.claude.com/docs/en/mcp#plugin-provided-mcp-servers */
const pluginMarks = ['.claude-plugin/plugin.json', '.cursor-plugin/plugin.json'];

export default defineDiagnostic({
  id: 'server-outside-map',
  severity: 'error',
  summary: 'A server is beside the map of servers or inside another server, where it is not read.',
  restsOn: ['entry'],
  *looks({ facts }) {
    for (const mark of pluginMarks) yield joinPath(facts.workspace.path, mark, facts.platform);
  },
  *detect(setup) {
    const isPlugin = pluginMarks.some((mark) => setup.seen.has(joinPath(setup.facts.workspace.path, mark, setup.facts.platform)));
    for (const owners of ownersByPath(setup.files)) {
      const [{ scope, state }] = owners;
      if (state === 'ok' && !(isPlugin && scope === 'project')) yield* atRoot(setup, owners);
      if (state === 'ok' || state === 'wrong-key') yield* inOldSettings(setup, owners);
      yield* inEntries(setup, owners);
    }
  },
});

type Owners = ReturnType<typeof ownersByPath>[number];

function* atRoot(setup: Setup, owners: Owners): Generator<Sighting> {
  const [first] = owners;
  const { own, isBare, members } = serversAtRoot(first, setup.facts.platform);
  const [one] = members;
  if (one === undefined) return;
  if (isBare) {
    const fix = bareMapFix(setup, first, own, members);
    for (const file of owners) {
      yield {
        file,
        span: one.keySpan,
        message: `${quotedNames(members.map(({ key }) => key))} ${members.length === 1 ? 'is' : 'are'} at the root of the file. ${clientsThat(owners, 'look')} under "${own}", which does not exist, so nothing starts.`,
        hint: `Put { "${own}": … } around all of it.`,
        detail: 'bare',
        fix,
      };
    }
    return;
  }
  for (const member of members) {
    const fix = moveFix(setup, first, { name: member.key, value: member.value, from: { kind: 'root' } });
    for (const file of owners) {
      yield {
        file,
        span: member.keySpan,
        message: `"${member.key}" is beside "${own}" and not in it, so it never starts: ${clientsThat(owners, 'read')} no server there.`,
        hint: `Move it between the braces of "${own}".`,
        detail: member.key,
        fix,
      };
    }
  }
}

function* inOldSettings(setup: Setup, owners: Owners): Generator<Sighting> {
  const [first] = owners;
  const found = serversInOldSettings(first);
  // Another client may read servers there.
  if (
    found === undefined ||
    setup.files.some(({ path, reading }) => path === first.path && reading.layouts.some((at) => at.path[0] === 'mcp'))
  )
    return;
  const fix = liftFix(setup, first, found);
  for (const file of owners) {
    yield {
      file,
      span: found.outer.keySpan,
      message: `The servers are under "servers" in "mcp", the old form of VS Code's settings. ${clientsThat(owners, 'look')} under "${found.own}", which does not exist, so nothing starts.`,
      hint: `Move them to "${found.own}", without "mcp" around it.`,
      detail: 'mcp.servers',
      fix,
    };
  }
}

function* inEntries(setup: Setup, owners: Owners): Generator<Sighting> {
  const [first] = owners;
  for (const { parent, member, own } of serversInEntries(first)) {
    const fix = moveFix(setup, first, { name: member.key, value: member.value, from: { kind: 'entry', name: parent.name, at: parent.at } });
    for (const file of owners) {
      yield {
        file,
        span: member.keySpan,
        message: `"${member.key}" is inside the server "${parent.name}", so it never starts: ${clientsThat(owners, 'read')} it as a setting of that server.`,
        hint: `A brace is in the wrong place: close "${parent.name}" before "${member.key}", so that both are in "${own}".`,
        detail: `${parent.name}/${member.key}`,
        fix,
      };
    }
  }
}
