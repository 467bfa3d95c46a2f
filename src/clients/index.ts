export type {
  Base,
  Client,
  ConfigPlace,
  EntryForm,
  Evidence,
  FormatName,
  Place,
  PlaceByPlatform,
  Platform,
  Scope,
  Transport,
} from './client.ts';
export { changeEntry, type EntryResult } from './change-entry.ts';
export {
  readConfigFile,
  readingOf,
  type FileProblem,
  type FileReading,
  type FileState,
  type Reading,
  type ServerEntry,
} from './config-file.ts';
export type { EntryChange, Format, ServersAt } from './edit/format.ts';
export { isEntryMemo, loadEntryUndo, type EntryMemo } from './entry-memo.ts';
export { spellEntry, type NewServer } from './entry.ts';
export { loadFormat } from './formats.ts';
export { display, locate, symbolic, type Where } from './locate.ts';
export { clients, type ClientId } from './registry.ts';
export { maskSpans, maskText, secretSpans, showServer, type ShownServer } from './secrets.ts';
export type { Server } from './server.ts';
