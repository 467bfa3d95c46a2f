import { isRecord } from '../../system/index.ts';
import { dependsOn, type Package, scriptOf } from './packages.ts';

/** A runner of tests of npm's: how a project names it. */
export interface NpmTestRunner {
  readonly id: string;
  /** The program in a script. */
  readonly program: RegExp;
  readonly configs: RegExp;
}

/** The runners that both name a command and are run by `check --tests`. A runner is named here and nowhere else. */
export const npmTestRunners = {
  vitest: {
    id: 'vitest',
    program: /^vitest$/,
    configs: /^(?:vitest\.(?:config|workspace)\.[cm]?[jt]s|vitest\.workspace\.json)$/,
  },
  jest: { id: 'jest', program: /^jest$/, configs: /^jest\.config\.(?:[cm]?[jt]s|json)$/ },
  mocha: { id: 'mocha', program: /^_?mocha$/, configs: /^\.mocharc\.(?:[cm]?js|jsonc?|ya?ml)$/ },
  ava: { id: 'ava', program: /^ava$/, configs: /^ava\.config\.[cm]?js$/ },
} as const satisfies Readonly<Record<string, NpmTestRunner>>;

/** Whether a package runs its tests with it: by its own settings, its test script, or because only a runner that is used is installed. */
export function usesTestRunner(one: Package, id: keyof typeof npmTestRunners): boolean {
  return (
    isRecord(one.manifest[id]) ||
    new RegExp(String.raw`\b${id}\b`).test(scriptOf(one, 'test') ?? '') ||
    (id === 'vitest' && dependsOn(one, id))
  );
}
