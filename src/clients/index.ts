// The assistants, and where their files are.
export { clients, type ClientId } from './registry/index.ts';
export type { Client, CommandLine, ConfigPlace, Evidence, Scope } from './client.ts';
export type { Approval, ApprovalRecord, Gate, Kept, NameRule, Trust, TrustedFolder } from './gate.ts';
export { factGroups, isProved, isProvedPlace, lastRead, type FactGroup } from './sources.ts';
export type { EntryForm } from './entry-form.ts';
export type { PathStep, Place, PlaceByPlatform, Platform } from './locate.ts';
export { displayPlace, locate, type Where } from './locate.ts';

// One config file, read as its client reads it.
export {
  foreignMember,
  layoutsIn,
  holdsServers,
  looksLikeServer,
  readConfigFile,
  readingOf,
  serverKeys,
  type FileReading,
  type Reading,
  type ServerEntry,
} from './config-file.ts';
export { defaultStart } from './limits.ts';
export { showVariable, tokenHeader } from './named-variables.ts';
export { isOurs, isOursByShape, type Server, type TextKind, isSocketAddress } from './server.ts';

// One entry: spelled, changed, taken back, brought to another client.
export { changeEntry, type RecordedAddition } from './change-entry.ts';
export { entryUndoData, isEntryUndoData, loadEntryUndo, type EntryUndo, type EntryUndoData } from './entry-undo.ts';
export { commandWords, ownFields, spellEntry, type NewServer } from './entry.ts';
export { inexpressible } from './inexpressible.ts';

export { nextStep, type EntryAction } from './next-step.ts';
export { switchEntry } from './switch-entry.ts';
export {
  formOf,
  comparisonKey,
  sameServer,
  translateServer,
  type Destination,
  type PlacedServer,
  type TranslatedServer,
} from './translate-server.ts';
export { looksLikeReference, translateTyped, typedVariables, withValues } from './typed-server.ts';

// What a text of an entry refers to: variables that a client replaces, and secrets.
export {
  isAboutWorkspace,
  meaningFor,
  replacedIn,
  spellVariableFor,
  translate,
  understands,
  variablesIn,
  type Dialect,
  type Variable,
} from './variables.ts';
export { isOfTheEnvironment, resolveVariables } from './resolve-variables.ts';
export { literalSecrets } from './secrets.ts';
export { maskSpans, secretsIn, secretSpans, showServer, type ShownServer } from './secrets.ts';
