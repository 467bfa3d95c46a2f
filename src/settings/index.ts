export { defaults, fileNames } from './defaults.ts';
export { readSettings } from './read-settings.ts';
export type { ReadSettings, Settings } from './settings.ts';
