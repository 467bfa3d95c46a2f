// What calling a server of a config file needs: what its client would start or call, and taking secrets out of what it writes.
export { packageEnvironment, passedOn, passesOn, withEntryVariables, type Environment } from './client-environment.ts';
export { variablesOf } from './environment-files.ts';
export { isInProject } from './is-in-project.ts';
export { programOf } from './program-of.ts';
export { liveTarget, type TargetEntry } from './live-target.ts';
export type { UnreachableReason } from './network-failure.ts';
export type { CommandTarget, LiveTarget, UrlTarget } from './target.ts';
