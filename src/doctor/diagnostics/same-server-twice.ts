import { findMember, sameValue, type ValueMap } from '../../formats/index.ts';
import { comparisonKey, ownFields, sameServer, type Client } from '../../clients/index.ts';
import { defineDiagnostic, type Sighting, type EntryFacts, type Setup } from '../diagnostic.ts';
import { textOf, valuesOf } from '../judging/entries/fields.ts';
import { isOneOfMany, isSameFile } from '../judging/files/file-readers.ts';
import { howToRemove, pathForMessage } from '../judging/wording.ts';
import { placed } from '../../machine/index.ts';

export default defineDiagnostic({
  id: 'same-server-twice',
  severity: 'warning',
  summary: 'One server is configured under two names, so it runs twice and its tools are offered twice.',
  *detect(setup) {
    const byClient = new Map<Client, EntryFacts[]>();
    for (const entry of setup.entries) {
      if (!counts(entry, setup)) continue;
      const known = byClient.get(entry.client);
      if (known === undefined) byClient.set(entry.client, [entry]);
      else known.push(entry);
    }
    for (const entries of byClient.values()) {
      const before = new Map<string, EntryFacts[]>();
      for (const entry of entries) {
        const alike = before.get(gist(entry)) ?? [];
        const twin = alike.find((other) => other.entry.name !== entry.entry.name && meetInOne(entry, other) && isSame(entry, other));
        if (twin !== undefined) yield twice(entry, twin, setup);
        // The first copies are enough to report.
        if (alike.length < mostCopies) before.set(gist(entry), [...alike, entry]);
      }
    }
    yield* imported(setup, byClient);
  },
});

/** Entries that start something. The files of a family (profiles, agents) are independent. */
function counts(target: EntryFacts, { facts }: Setup): boolean {
  const { entry, file, isEffective, isOn } = target;
  if (!isEffective || !isOn || entry.server.kind === 'other' || file.place.elsewhere === true) return false;
  return !isOneOfMany(file, facts.platform) && !lacksType(target);
}

/** Such an entry does not start ("type-missing"): its twin is the one to keep. */
function lacksType(target: EntryFacts): boolean {
  const { reads, requiresType, typeKey, untypedUrl } = target.file.reading.entry;
  const isNeeded = target.entry.server.kind === 'url' ? untypedUrl === 'dropped' : requiresType !== undefined;
  return isNeeded && [typeKey, ...(reads?.typeKeys ?? [])].every((key) => textOf(target, key) === undefined);
}

/** Several user files mostly belong to several programs. */
function meetInOne({ file: one }: EntryFacts, { file: other }: EntryFacts): boolean {
  return isSameFile(one, other) || one.scope !== other.scope || one.scope === 'project';
}

const mostCopies = 20;

function gist(one: EntryFacts): string {
  return comparisonKey(placed(one, one.client));
}

function isSame(one: EntryFacts, other: EntryFacts): boolean {
  return sameServer(placed(one, one.client), placed(other, other.client)) && sameValue(settingsOf(one), settingsOf(other));
}

/** What else an entry says: another account, other tools. With a difference here, neither of the two can be spared. */
function settingsOf({ entry, file }: EntryFacts): ValueMap {
  const { startTimeout, timeout, toolLists } = file.reading.entry;
  const times = [timeout?.key, startTimeout?.key, startTimeout?.also?.key];
  const own = ownFields(file.reading.entry, entry.value).filter((name) => !sayNothing.has(name) && !times.includes(name));
  const names = [...own, toolLists?.only, toolLists?.without];
  return new Map([...valuesOf(entry.value)].filter(([name]) => names.includes(name)));
}

/** Fields that do not change what a server does. */
const sayNothing = new Set(
  'name description displayName display_name title icon faviconUrl version gallery bundled disabled enabled timeout'.split(' '),
);

function twice(entry: EntryFacts, twin: EntryFacts, setup: Setup): Sighting {
  const isOneFile = isSameFile(entry.file, twin.file);
  return {
    entry,
    severity: isOneFile ? 'warning' : 'info',
    message: `"${entry.entry.name}" is the same server as "${twin.entry.name}"${isOneFile ? '' : ` in ${pathForMessage(setup, twin.file.path)}`}: ${entry.client.name} starts it twice, and offers each of its tools twice.`,
    hint: `Remove one of the two: ${howToRemove(setup, entry)}`,
    detail: twin.entry.name,
  };
}

/** Where the client reads other clients' servers too, because a setting of it says so. */
function* imported(setup: Setup, byClient: ReadonlyMap<Client, readonly EntryFacts[]>): Generator<Sighting> {
  for (const [client, entries] of byClient) {
    const { discovery } = client;
    if (discovery === undefined) continue;
    const setting = setup.facts.clients
      .filter((found) => found.client === client)
      .flatMap(({ files }) => files.flatMap(({ root }) => findMember(root, discovery.setting) ?? []))[0]?.value;
    const isOn = (id: string): boolean =>
      setting?.kind === 'scalar'
        ? setting.value === true
        : setting?.kind === 'map' &&
          setting.members.some(({ key, value }) => key.startsWith(id) && value.kind === 'scalar' && value.value === true);
    const others = [...byClient].flatMap(([other, theirs]) => (discovery.clients.includes(other.id) && isOn(other.id) ? theirs : []));
    const byGist = new Map<string, EntryFacts[]>();
    for (const other of others) byGist.set(gist(other), [...(byGist.get(gist(other)) ?? []), other].slice(0, mostCopies));
    for (const entry of entries) {
      const twin = byGist.get(gist(entry))?.find((other) => !isSameFile(entry.file, other.file) && isSame(entry, other));
      if (twin === undefined) continue;
      yield {
        entry,
        severity: 'info',
        message: `${client.name} reads the servers of ${twin.client.name} too ("${discovery.setting}"), and "${twin.entry.name}" there is the same server: it may appear twice.`,
        hint: `Remove one of the two, or switch "${discovery.setting}" off.`,
        detail: `imported ${twin.client.id}`,
      };
    }
  }
}
