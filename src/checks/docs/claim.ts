/** What a document says that exists, and where it says it. */
export type Claim = ClaimPlace & (PathClaim | LinkClaim | ScriptClaim | TargetClaim);

export interface ClaimPlace {
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** It stands where the text tells of the past; nothing but a broken link is reported there. */
  readonly isHistory: boolean;
}

/** A file or a directory, as written; without the line that may follow it. */
export interface PathClaim {
  readonly kind: 'path';
  readonly path: string;
  /** In a command after `cd`, so that it is not known from where it counts. */
  readonly isElsewhere: boolean;
}

/** The target of a link within the project. */
export interface LinkClaim {
  readonly kind: 'link';
  readonly path: string;
  readonly anchor?: string | undefined;
}

/** A script of package.json. */
export interface ScriptClaim {
  readonly kind: 'script';
  readonly command: string;
  readonly script: string;
  /** The command can only mean a script: `npm run x`, and not `yarn x`. */
  readonly isCertain: boolean;
  readonly isElsewhere: boolean;
}

export type TargetTool = 'make' | 'just' | 'task' | 'deno';

/** What a Makefile and its like define. */
export interface TargetClaim {
  readonly kind: 'target';
  readonly tool: TargetTool;
  readonly command: string;
  readonly name: string;
  readonly isElsewhere: boolean;
}

/** Names that stand for something else. */
export function isPlaceholder(text: string): boolean {
  return (
    /[<>{}*?|"'$…=,;!]|\.\.\.|\[|\]/.test(text) ||
    /(^|[/_.-])(path[/-]to|foo\w*|bar|baz|qux|quux|example(?!s\b)\w*|your\w*|my\w*|some\w*|x{2,}|abc|acme|placeholder|n|todo|sample(?!s\b)\w*|dummy|hello\w*|demo)([/_.-]|$)/i.test(
      text,
    )
  );
}
