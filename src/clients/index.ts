export type {
  Base,
  Client,
  ConfigPlace,
  EntryForm,
  Evidence,
  Gate,
  Place,
  PathStep,
  PlaceByPlatform,
  Platform,
  Scope,
  Transport,
  Trust,
  UrlForm,
} from './client.ts';
export { changeEntry, type EntryEdit, type EntryResult } from './change-entry.ts';
export {
  foreignMember,
  holdsServers,
  looksLikeServer,
  readConfigFile,
  readingOf,
  serverKeys,
  type FileProblem,
  type FileReading,
  type FileState,
  type Reading,
  type ServerEntry,
} from './config-file.ts';
export type { EntryChange, Format, FormatName, ServersAt, Splice, Tolerance } from './edit/format.ts';
export { applySplices } from './edit/splices.ts';
export { isEntryMemo, loadEntryUndo, type EntryMemo } from './entry-memo.ts';
export { placeOfPassage, type Passage } from './passages.ts';
export { ownFields, spellEntry, type NewServer } from './entry.ts';
export { loadFormat } from './formats.ts';
export { literalSecrets } from './literal-secrets.ts';
export { loadMend, type MendText } from './load-mend.ts';
export { parseJson } from './syntax/json.ts';
export { display, locate, symbolic, type Where } from './locate.ts';
export { clients, type ClientId } from './registry.ts';
export { maskSpans, secretsIn, secretSpans, showServer, type ShownServer } from './secrets.ts';
export { isOursByShape, type Server } from './server.ts';
export { showVariable } from './show-variable.ts';
export { isOfTheEnvironment, resolveVariables } from './resolve-variables.ts';
export {
  findMember,
  findNode,
  isList,
  isMap,
  positionAt,
  sameValue,
  toValue,
  type ListNode,
  type MapNode,
  type Member,
  type Node,
  type Value,
  type ValueMap,
} from './syntax/node.ts';
export { decodeText, encodeText } from './text.ts';
export { switchEntry } from './switch-entry.ts';
export {
  formOf,
  gistOf,
  sameServer,
  translateServer,
  type Destination,
  type PlacedServer,
  type TranslatedServer,
} from './translate-server.ts';
export { isAboutWorkspace, meaningFor, translate, understands, variablesIn, type Dialect, type Variable } from './variables.ts';
