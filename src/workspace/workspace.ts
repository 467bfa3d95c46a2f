/** The folder one server watches, and where snap keeps what belongs to it. */
export interface Workspace {
  /** Absolute, every link followed. */
  readonly root: string;
  /** Private state of this folder: tasks, uses, recorded changes. Below snap's own data directory. */
  readonly privateDirectory: string;
  /** Learnings and violations as long as there is no `.snap/`. The worktrees of one git repository share it. */
  readonly knowledgeDirectory: string;
  /** `.snap` in the root: where learnings and violations stand after `snap init`. */
  readonly projectDirectory: string;
  /** The directory `.git` leads to, of this worktree; absent without git. */
  readonly gitDirectory?: string | undefined;
}

/** A path inside a workspace, from its root, with `/`: what every room beyond the doors works with. */
export type WorkspacePath = string;
