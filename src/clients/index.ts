export type { Client, ConfigPlace, Evidence, Gate, Scope, Transport, Trust } from './client.ts';
export type { EntryForm, UrlForm } from './entry-form.ts';
export type { Base, Place, PathStep, PlaceByPlatform, Platform } from './place.ts';
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

export { isEntryUndoData, loadEntryUndo, type EntryUndoData } from './entry-undo.ts';

export { ownFields, spellEntry, type NewServer } from './entry.ts';

export { literalSecrets } from './literal-secrets.ts';

export { display, locate, symbolic, type Where } from './locate.ts';
export { clients, type ClientId } from './registry/index.ts';
export { maskSpans, secretsIn, secretSpans, showServer, type ShownServer } from './secrets.ts';
export { isOursByShape, type Server } from './server.ts';
export { showVariable } from './show-variable.ts';
export { isOfTheEnvironment, resolveVariables } from './resolve-variables.ts';

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
