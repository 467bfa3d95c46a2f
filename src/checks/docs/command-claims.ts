import { type Claim, isPlaceholder, type TargetTool } from './claim.ts';
import type { Command, ShellWord } from './shell-words.ts';
import { pathClaim } from './path-claims.ts';

/** Scripts that npm runs by their bare name. https://docs.npmjs.com/cli/v11/using-npm/scripts#life-cycle-scripts */
const shortScripts = new Set(['test', 'start', 'stop', 'restart']);
const npmShort: Readonly<Record<string, string>> = { t: 'test', tst: 'test' };

/** Commands of the package managers themselves, which no script of that name is needed for. */
const builtIn = new Set(
  'add approve-builds audit bin bun cache cat-file check ci completion config constraints create dedupe deploy deprecate dev-engines dist-tag dlx doctor env exec explain explore fetch find-hash fund generate-lock-entry generate import info init install install-test i it licenses link list login logout ls ln node npm outdated owner pack patch patch-commit plugin pm pnpm pnpx policies prefix prune publish rb rebuild recursive remove repo restart rm root run run-script search self-update server set setup stage start stop store tag team test un uninstall unlink unplug up update upgrade upgrade-interactive upgradeInteractive version versions view whoami why workspace workspaces workspaces-foreach x yarn'.split(
    ' ',
  ),
);

/** Of those, what yarn does not have. https://yarnpkg.com/cli, https://classic.yarnpkg.com/lang/en/docs/cli/ (2026-11-22) */
const notOfYarn = new Set(['ci', 'deploy', 'doctor', 'fetch', 'fund', 'server', 'setup', 'store']);

/** Options of package managers that choose another package. */
const elsewhereOption = /^(-w|--workspaces?|-F|--filter|-C|--cwd|--dir|--prefix|-r|--recursive|--if-present)(=.*)?$/;
const takesValue = /^(-w|--workspace|-F|--filter|-C|--cwd|--dir|--prefix)$/;

/** What a command says that exists. */
export function commandClaims({ words, isElsewhere }: Command, isHistory: boolean): readonly Claim[] {
  const at = words.findIndex(({ text }) => !/^[A-Z_][A-Z0-9_]*=/.test(text) && text !== 'export');
  const [program, ...args] = words.slice(at === -1 ? words.length : at);
  return program === undefined ? [] : programClaims(program, args, { isHistory, isElsewhere });
}

interface Context {
  readonly isHistory: boolean;
  readonly isElsewhere: boolean;
}

function programClaims(program: ShellWord, args: readonly ShellWord[], context: Context): readonly Claim[] {
  switch (program.text) {
    case 'npm':
    case 'pnpm':
    case 'yarn':
    case 'bun':
      return managerClaims(program.text, args, context);
    case 'make':
    case 'just':
    case 'task':
      return targetClaims(program.text, args, context);
    case 'deno':
      return args[0]?.text === 'task' ? targetClaims('deno', args.slice(1, 2), context) : [];
    case 'poetry':
    case 'uv':
    case 'hatch':
    case 'pdm':
    case 'rye':
      return args[0]?.text === 'run' && args[1] !== undefined ? programClaims(args[1], args.slice(2), context) : [];
    default: {
      const claims: Claim[] = [];
      if (/^(\.\/|[\w.-]+\/)/.test(program.text)) claims.push(...pathsAmong([program], context));
      if (runsFiles.test(program.text)) claims.push(...pathsAmong(scriptOf(program, args), context));
      else if (readsFiles.test(program.text)) claims.push(...pathsAmong(args, context));
      return claims;
    }
  }
}

const runsFiles = /^(node|bun|deno|tsx|ts-node|python3?|ruby|perl|php|bash|sh|zsh|source|\.|go)$/;
const readsFiles =
  /^(cat|less|head|tail|vim?|nano|code|open|cp|mv|ls|chmod|pip3?|docker|docker-compose|kubectl|pytest|vitest|jest|mocha|eslint|tsc)$/;

/** The file that an interpreter is given, and no argument of that. */
function scriptOf(program: ShellWord, args: readonly ShellWord[]): readonly ShellWord[] {
  if (program.text === 'go' && !['run', 'build', 'test', 'install', 'generate'].includes(args[0]?.text ?? '')) return [];
  const file = args.find(({ text }, at) => !text.startsWith('-') && text.includes('/') && !/^-(e|c|m|p)$/.test(args[at - 1]?.text ?? ''));
  return file === undefined ? [] : [file];
}

function pathsAmong(words: readonly ShellWord[], { isElsewhere, isHistory }: Context): readonly Claim[] {
  return words.flatMap((word) => {
    const claim = pathClaim(word.text.replaceAll(/^["']|["']$/g, ''), { ...placeOf(word), isHistory }, isElsewhere);
    return claim === undefined ? [] : [claim];
  });
}

function placeOf({ line, column }: ShellWord): { readonly line: number; readonly column: number } {
  return { line, column };
}

function managerClaims(manager: string, given: readonly ShellWord[], context: Context): readonly Claim[] {
  let isElsewhere = context.isElsewhere;
  let args = [...given];
  for (;;) {
    const [first] = args;
    if (first === undefined || !first.text.startsWith('-')) break;
    if (elsewhereOption.test(first.text)) isElsewhere = true;
    args = args.slice(takesValue.test(first.text) ? 2 : 1);
  }
  if (manager === 'yarn' && args[0]?.text === 'workspace') {
    isElsewhere = true;
    args = args.slice(2);
  }
  const [verb] = args;
  if (verb === undefined) return [];
  if (verb.text === 'exec' || verb.text === 'dlx' || verb.text === 'x') return [];
  const isRun = verb.text === 'run' || verb.text === 'run-script';
  if (args.some(({ text }) => elsewhereOption.test(text))) isElsewhere = true;
  const script = isRun ? args.slice(1).find(({ text }) => !text.startsWith('-') && !isValueOf(args, text)) : verb;
  if (script === undefined) return [];
  const name = isRun ? script.text : manager === 'npm' ? (npmShort[script.text] ?? script.text) : script.text;
  if (!/^[\w:.@/-]+$/.test(name) || isPlaceholder(name) || /\.[cm]?[jt]sx?$/.test(name)) return [];
  // `bun test` is a command of its own.
  const isShort = manager !== 'bun' && shortScripts.has(name);
  if (!isRun && !isShort && (manager === 'npm' || isBuiltIn(manager, name) || (manager === 'bun' && name === 'build'))) return [];
  if (name.includes('/')) return [];
  const command = isRun ? `${manager} run ${name}` : `${manager} ${name}`;
  return [
    { kind: 'script', command, script: name, isCertain: isRun || isShort, isElsewhere, ...placeOf(script), isHistory: context.isHistory },
  ];
}

function isBuiltIn(manager: string, name: string): boolean {
  return builtIn.has(name) && !(manager === 'yarn' && notOfYarn.has(name));
}

function isValueOf(args: readonly ShellWord[], text: string): boolean {
  const at = args.findIndex((word) => word.text === text);
  return at > 0 && takesValue.test(args[at - 1]?.text ?? '');
}

function targetClaims(tool: TargetTool, args: readonly ShellWord[], { isElsewhere, isHistory }: Context): readonly Claim[] {
  const leaves = args.some(({ text }) => /^(-C|-f|--file|--directory|--justfile|-d|-t)/.test(text));
  return (
    args
      .filter(({ text }, at) => /^[a-zA-Z][\w:.-]*$/.test(text) && !/^-[jCfodt]$/.test(args[at - 1]?.text ?? '') && !isPlaceholder(text))
      // What follows the recipe of just is its arguments.
      .slice(0, tool === 'make' ? undefined : 1)
      .map((word) => ({
        kind: 'target',
        tool,
        command: `${tool === 'deno' ? 'deno task' : tool} ${word.text}`,
        name: word.text,
        isElsewhere: isElsewhere || leaves,
        ...placeOf(word),
        isHistory,
      }))
  );
}
