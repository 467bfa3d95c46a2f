import type { NapiConfig, SgNode } from '@ast-grep/napi';
import { nativePackage, errorMessage } from '../../system/index.ts';
import type { Grammar, StyleRule } from './style-rule.ts';

/** The parser of structural rules. */
export interface Engine {
  parse(grammar: Grammar, text: string): SgNode;
  /** Where a rule matches. @throws what the engine says of a rule that it refuses. */
  find(root: SgNode, config: Readonly<Record<string, unknown>>): readonly SgNode[];
  /** Why the engine refuses a rule, in a line; `undefined` when it takes it. */
  problemOf(rule: StyleRule): string | undefined;
}

/** @throws MissingBinding where there is none for this platform. */
export async function loadEngine(): Promise<Engine> {
  const { parse, Lang } = await nativePackage('@ast-grep/napi', async () => import('@ast-grep/napi'));
  const engine: Engine = {
    parse: (grammar, text) => parse(Lang[grammar], text).root(),
    // A rule comes from a file. The type of the package is only a promise about it: the engine reads it, and says what is wrong.
    find: (root, config) => root.findAll(config as unknown as NapiConfig),
    problemOf({ config, grammars }) {
      for (const grammar of grammars) {
        try {
          engine.find(engine.parse(grammar, ''), config);
        } catch (error) {
          // The last line says which part of the rule it is.
          const lines = errorMessage(error)
            .split('\n')
            .filter((line) => line.trim() !== '');
          return (lines.at(-1) ?? '').replace(/^\s*\|->\s*/, '').trim();
        }
      }
      return undefined;
    },
  };
  return engine;
}
