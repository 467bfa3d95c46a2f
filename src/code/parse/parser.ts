import { nativePackage } from '../../system/workers/native-package.ts';
import type { Node } from './tree.ts';

/** What the parser of this room gives for a text. */
export interface Parsed {
  readonly program: Node;
  /** Read when it is asked for. */
  readonly comments: readonly { readonly start: number; readonly end: number }[];
  readonly problem?: string | undefined;
}

/** Only for the worker. @throws MissingBinding where the parser has no program for this platform. */
export async function parser(): Promise<(path: string, text: string) => Parsed> {
  const { parseSync } = await nativePackage('oxc-parser', () => import('oxc-parser'));
  return (path, text) => {
    // JSX in a `.js` file is an error otherwise, and files of CommonJS may return from the top level.
    const options = /\.[cm]?js$/.test(path) ? { lang: 'jsx' as const } : {};
    const result = parseSync(path, text, options);
    const problem = result.errors.find(({ severity }) => isError(severity))?.message;
    return {
      // The one cast of the syntax tree: our `Node` names only the fields that every node of the package's tree has.
      program: result.program as unknown as Node,
      get comments() {
        return result.comments;
      },
      problem,
    };
  };
}

/** The type of the package is an enum without values at run time. */
function isError(severity: string): boolean {
  return severity === 'Error';
}
