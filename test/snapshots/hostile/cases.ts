import { casesOfAttributes } from './cases-of-attributes.ts';
import { casesOfFiles } from './cases-of-files.ts';
import { casesOfGit } from './cases-of-git.ts';
import { casesOfTheFacts } from './cases-of-the-facts.ts';
import type { HostileCase } from './hostile-case.ts';

/** Ordinary but hostile workspaces. Every engine of ours passes all of them. */
export const hostileCases: readonly HostileCase[] = [...casesOfTheFacts, ...casesOfGit, ...casesOfAttributes, ...casesOfFiles];
