/**
 * What decides, in addition to an entry's own switch, whether its server runs: pure data of a row. Each row says in a comment which
 * vendor source shows it. What no vendor source shows is left out: without a gate there is no finding.
 */

import type { PathStep, Place, PlaceByPlatform, Scope } from './locate.ts';

/** An object in a file in which a client keeps decisions. */
export interface Kept {
  /** The file (JSON, or TOML and YAML by its extension). Absent: the client's own config files. */
  readonly in?: Place | PlaceByPlatform;
  /** It reads the same file of these folders too: where it is started, below the workspace; the first work tree of the repository. */
  readonly alsoOf?: readonly ('start' | 'first-work-tree')[];
  readonly at: readonly PathStep[];
}

/**
 * How a name in a list is compared with a server's. Absent: they are the same text. `lower-case`: trimmed and in lower case.
 * `wildcards`: it may hold `*`. `words`: every character but letters, digits, `_` and `-` counts as `_`.
 */
export type NameRule = 'lower-case' | 'wildcards' | 'words';

/** Lists of names that switch servers off, outside of their entries. */
export interface Gate extends Kept {
  /** The list of servers that do not run. */
  readonly off?: string;
  /** The list of the only servers that run. */
  readonly only?: string;
  /** An empty list of the only servers that run counts as none at all. */
  readonly emptyIsNone?: true;
  /** The members of the object are servers: one whose member has this value does not run. */
  readonly member?: { readonly key: string; readonly off: boolean };
  readonly names?: NameRule;
  /** A member with one of these values switches all servers off. */
  readonly none?: { readonly key: string; readonly values: readonly (string | boolean)[] };
  /** This is the client's own switch: `snap mcp enable` and `disable` write `off` or `member` here. */
  readonly flips?: true;
  /** It is kept for one project at a time. */
  readonly perProject?: true;
  /** How the person changes it; `{server}` is the server's name. */
  readonly says: string;
}

/** Servers of some scopes wait until the person approves them; without any record they are not approved. */
export interface Approval {
  readonly scopes: readonly Scope[];
  readonly names?: NameRule;
  /** A refusal in one of them outweighs approvals in the others. The client writes the first one. */
  readonly kept: readonly ApprovalRecord[];
  /** The command that approves one server, with `{server}` for its name. */
  readonly command?: string;
  /** What the person does, as a sentence, where there is no such command or in addition to it. */
  readonly says: string;
  /** The version that began to ask, for versions before it start the servers. */
  readonly since?: string;
}

/** Where approvals are kept. */
export type ApprovalRecord = Kept &
  (
    | {
        /** Lists of names, and a switch that approves all. */
        readonly as: 'lists';
        readonly approved: string;
        readonly refused: string;
        readonly all: string;
        /** Its approvals count only in a folder that the person trusts; its refusals always do. */
        readonly countsWhile?: TrustedFolder;
        /** Its switch that approves all overrides that of the records before it, and of every other one. */
        readonly overrides?: true;
      }
    /** A list of objects, one for each server and content of its entry. */
    | { readonly as: 'items'; readonly list: string; readonly name: string; readonly verdict: string }
    /** The members of the object are servers, each with a verdict and the hash of the entry that was approved. */
    | {
        readonly as: 'members';
        readonly verdict: string;
        readonly approved: string;
        readonly refused: string;
        /**
         * The member that has the SHA-256 of the entry as JSON with sorted keys, `without` some fields. The client changes entries with one
         * of the fields `unknownWith` before that.
         */
        readonly hash?: { readonly key: string; readonly without: readonly string[]; readonly unknownWith: readonly string[] };
      }
  );

/** The member of the object `at` that is named after a folder, and what in it says that the folder is trusted. */
export interface TrustedFolder extends Kept {
  readonly key: string;
  /**
   * Whose member it is, by its real path. `repository`: the top of the repository (the first one of several work trees), or the folder
   * itself where there is none. `work-tree`: that one, or the top of the work tree, or the folder in it where it is started.
   */
  readonly of: 'repository' | 'work-tree';
  /** While git tracks the file of the approvals, only the `repository` counts. */
  readonly whenTracked?: 'repository';
  /** The version that began to ask for it in a repository too. */
  readonly since?: string;
}

/** Where a client keeps which folders it trusts; servers of a folder it does not trust do not start. */
export type Trust = Kept & {
  /** Which servers do not run: those of the project's files, or all. */
  readonly stops: 'project' | 'all';
  /** Whether a folder that nobody was asked about is trusted. */
  readonly otherwise: 'trusted' | 'untrusted';
  /**
   * Which folders a record is about. `below`: the folder and everything in it; the longest one decides. `repository`: that folder alone,
   * or the repository that the workspace belongs to.
   */
  readonly reach: 'below' | 'repository';
  /** A record about the home directory, or about the root of the file system, does not count. */
  readonly notHome?: true;
  /** A second work tree counts as its repository. */
  readonly worktrees?: true;
  /** The setting that turns all this on, in the person's and the administrator's files of the client. */
  readonly setting?: { readonly at: readonly [string, ...string[]]; readonly otherwise: boolean };
  /** Environment variables that decide before anything else, the first one first. */
  readonly variables?: readonly { readonly name: string; readonly value: string; readonly means: 'trusted' | 'untrusted' }[];
  /** How the person changes it. */
  readonly says: string;
} & (
    | {
        /** The members of the object are folders with a word, or with an object that has the word under `key`. */
        readonly as: 'words';
        readonly key?: string;
        readonly trusted: readonly (string | boolean)[];
        /** Words that trust the parent of the folder. */
        readonly parent?: readonly string[];
        readonly refused: readonly (string | boolean)[];
      }
    /** Lists of folders under these keys. */
    | { readonly as: 'lists'; readonly trusted: readonly string[]; readonly refused: readonly string[] }
    /** `in` is a directory with one JSON file for each trusted folder, which is named under `key`. */
    | { readonly as: 'files'; readonly key: string }
  );
