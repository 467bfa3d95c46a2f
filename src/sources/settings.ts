import type { Settings } from '../settings/index.ts';

/** The setting `sources`. */
export type SourceSettings = Settings['sources'];
