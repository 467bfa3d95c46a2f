export { defaults, readSettings } from './read-settings.ts';
export type { ReadSettings, Settings } from './settings.ts';
