// What calling a server of a config file needs: what its client would start or call, and taking secrets out of what it writes.
export { packageEnvironment, passedOn, passesOn, variablesOf, withEntryVariables, type Environment } from './client-environment.ts';
export { isInProject, liveTarget, type CommandTarget, type LiveTarget, type TargetEntry, type UrlTarget } from './live-target.ts';
export type { UnreachableReason } from './network-failure.ts';
export { programOf } from './program-of.ts';
