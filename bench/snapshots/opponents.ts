// How other assistants take and restore snapshots: their own git commands in their order, without the program around them, which makes
// each a lower bound of what its users wait for. From the sources of August and September 2026.
import { cline } from './opponents/cline.ts';
import { gemini } from './opponents/gemini.ts';
import { gitTuned } from './opponents/git-tuned.ts';
import { opencode } from './opponents/opencode.ts';
import type { OpponentMaker } from './opponents/opponent.ts';
import { roo } from './opponents/roo.ts';

export type { Opponent, OpponentMaker, OpponentPlace } from './opponents/opponent.ts';

export const opponents: readonly OpponentMaker[] = [gemini, roo, opencode, cline, gitTuned];
