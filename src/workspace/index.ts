export { changeApprovals, readApprovals, type ApprovalList } from './approvals.ts';
export { askGit, noWorkTree, withdrawn, type GitAnswer } from './ask-git.ts';
export { confine } from './confine.ts';
export {
  exclusions,
  exclusionsBy,
  filesOf,
  ignoreRulesOf,
  type Exclusions,
  type ExclusionTexts,
  type KeyedExclusions,
} from './exclusions.ts';
export { ignoreRules, type IgnoreFile, type IsIgnored } from './ignore-rules.ts';
export { readIgnoreText } from './ignore-text.ts';
export { ineffectiveText, type IneffectiveRules } from './ineffective-rules.ts';
export { projectAroundOwn } from './own-place.ts';
export { filesAt } from './files-at.ts';
export { findWorkspace, type FoundWorkspace } from './find.ts';
export { indexName, isTracked, maxGitIndexBytes, parseGitIndex, placeIn, readGitIndex, type GitIndex } from './git-index.ts';
export { directoryOf, fileNameOf, pathFrom, upFrom } from './inner-paths.ts';
export { nameParts } from './inner-paths.ts';
export { openWorkspace, privateDirectoryOf, refusalOf } from './open.ts';
export { repositoryOf, type Repository } from './repository.ts';
export { isSameRepository, readIdentity, repositoryIdentity, type RepositoryIdentity } from './repository-identity.ts';
export { placeAmong, trackedNames } from './tracked-names.ts';
export { isOwnFile, workFiles } from './work-files.ts';
export type { Workspace, WorkspacePath } from './workspace.ts';
