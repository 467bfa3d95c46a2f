export { askGit, noWorkTree, withdrawn, type GitAnswer } from './ask-git.ts';
export { confine } from './confine.ts';
export { exclusions, filesOf, ignoreRulesOf, type Exclusions, type KeyedExclusions } from './exclusions.ts';
export type { IgnoreFile, IsIgnored } from './ignore-rules.ts';
export { findWorkspace, type FoundWorkspace } from './find.ts';
export { openWorkspace, refusalOf } from './open.ts';
export { projectOf, type Project } from './project.ts';
export { repositoryOf, type Repository } from './repository.ts';
export type { Workspace, WorkspacePath } from './workspace.ts';
