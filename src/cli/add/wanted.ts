import type { NewServer } from '../../clients/index.ts';
import type { CatalogueRow } from './catalogue/row.ts';

/** What is to be added, once it is clear what a person named. */
export interface Wanted {
  readonly name: string;
  /** It was not typed, so the report says it. */
  readonly isInferred: boolean;
  /** Of these, the first one that an assistant can have is written. @param isShared for the file of a project */
  readonly servers: (isShared: boolean) => readonly [NewServer, ...NewServer[]];
  readonly row?: CatalogueRow | undefined;
}
