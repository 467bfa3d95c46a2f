import type { Tool } from '../tool.ts';
import check from './check.ts';

/** Every tool that works, in the order clients are shown them. */
export const tools: readonly Tool[] = [check];
