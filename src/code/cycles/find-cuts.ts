import type { JobWork } from '../../system/index.ts';
import { type Arc, type Cut, smallestCut } from './cut.ts';

/** Finds cuts of large circles (see cuts.ts). */
export default (async (parts) => parts.map(smallestCut)) satisfies JobWork<readonly (readonly Arc[])[], readonly Cut[]>;
