import { devNull } from '../../../system/index.ts';
import { dependsOn, type Package, type PackageManager, packageManagerOf, scriptOf } from '../../../workspace/packages/index.ts';

/** How a package is built. */
export interface BuildCommand {
  /** Where the program is: a package manager, a toolchain, a wrapper of the project, or the compiler of its packages. */
  readonly program:
    | { readonly kind: 'path'; readonly name: string }
    | { readonly kind: 'wrapper'; readonly file: string }
    | { readonly kind: 'python' }
    | { readonly kind: 'npm'; readonly package: string; readonly bin: string };
  readonly args: readonly string[];
  /** As a person would type it. */
  readonly shown: string;
  /** The scripts of package.json that run. */
  readonly scripts: readonly string[];
  /** Languages whose code it compiles, and does nothing else; absent for a script, which may do anything. */
  readonly compiles?: readonly string[];
  /** Variables beside the usual ones. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Compiles every file that it is given (paths on stdin, each with a zero byte behind it) and writes nothing: `compileall` would leave `__pycache__` behind.
 * Stops at nothing; each error is one line as compilers write it.
 */
export const pythonCompiler = `import sys
failed = False
for path in sys.stdin.buffer.read().decode('utf-8', 'surrogateescape').split('\\0'):
    if not path:
        continue
    try:
        with open(path, 'rb') as file:
            compile(file.read(), path, 'exec', dont_inherit=True)
    except (SyntaxError, ValueError, OSError) as error:
        failed = True
        line = getattr(error, 'lineno', None) or 1
        column = getattr(error, 'offset', None) or 1
        print(f'{path}:{line}:{column}: error: {type(error).__name__}: {getattr(error, "msg", None) or error}', flush=True)
sys.exit(1 if failed else 0)
`;

/**
 * The command that builds a package: its own script where it has one, else what is usual in its language. None of them installs or fetches
 * anything. `undefined`: it has nothing that is built.
 * @param root the package at the root: it names the package manager.
 */
export function buildCommandOf(one: Package, root: Package): BuildCommand | undefined {
  const { names } = one;
  const script = buildScripts.find((name) => scriptOf(one, name) !== undefined);
  if (script !== undefined) return scriptCommand(packageManagerOf(one, root), script);
  if (names.includes('Cargo.toml'))
    return onPath('cargo', ['check', '--offline', '--workspace', '--all-targets', '--message-format=short'], ['Rust']);
  // Of a module with a single program, the program would be written into the workspace: https://pkg.go.dev/cmd/go#hdr-Compile_packages_and_dependencies
  if (names.includes('go.mod') || names.includes('go.work'))
    return { ...onPath('go', ['build', '-o', devNull, './...'], ['Go']), shown: 'go build ./...' };
  const ofJava = javaCommand(names);
  if (ofJava !== undefined) return ofJava;
  if (names.includes('tsconfig.json') && dependsOn(one, 'typescript')) {
    const args = ['-b', '--pretty', 'false'];
    return { program: { kind: 'npm', package: 'typescript', bin: 'tsc' }, args, shown: 'tsc -b', scripts: [] };
  }
  if (names.some((name) => /^(pyproject\.toml|setup\.(py|cfg)|requirements\.txt)$/.test(name) || name.endsWith('.py'))) {
    return {
      program: { kind: 'python' },
      args: ['-I', '-B', '-c', pythonCompiler],
      shown: 'python: compile every file in memory',
      scripts: [],
      compiles: ['Python'],
    };
  }
  return undefined;
}

/** Of several the first one. `compile` and `typecheck` are other things in most projects. */
const buildScripts = ['build', 'build:all', 'compile'];

function scriptCommand(manager: PackageManager, script: string): BuildCommand {
  // yarn 1 takes --silent for all, yarn 2 for none; the words before the output are no errors.
  const args = manager === 'npm' ? ['run', '--silent', script] : ['run', script];
  // Newer pnpm installs first when the lock file is newer than node_modules. https://pnpm.io/settings#verifydepsbeforerun
  const env =
    manager === 'pnpm'
      ? {
          npm_config_verify_deps_before_run: 'false',
          pnpm_config_verify_deps_before_run: 'false',
          npm_config_manage_package_manager_versions: 'false',
        }
      : {};
  return {
    program: { kind: 'path', name: manager },
    args,
    shown: `${manager} run ${script}`,
    scripts: [`pre${script}`, script, `post${script}`],
    env,
  };
}

function javaCommand(names: readonly string[]): BuildCommand | undefined {
  // https://maven.apache.org/ref/current/maven-embedder/cli.html, https://docs.gradle.org/current/userguide/command_line_interface.html
  const maven = ['--offline', '--batch-mode', '--quiet', '--no-transfer-progress', 'test-compile'];
  const gradle = ['--offline', '--no-daemon', '--console=plain', '--quiet', 'testClasses'];
  if (names.includes('pom.xml')) return names.includes('mvnw') ? wrapper('mvnw', maven) : onPath('mvn', maven, java);
  if (names.some((name) => /^(build|settings)\.gradle(\.kts)?$/.test(name)))
    return names.includes('gradlew') ? wrapper('gradlew', gradle) : onPath('gradle', gradle, java);
  return undefined;
}

const java = ['Java', 'Kotlin', 'Scala'];

function onPath(name: string, args: readonly string[], compiles: readonly string[]): BuildCommand {
  return { program: { kind: 'path', name }, args, shown: [name, ...args].join(' '), scripts: [], compiles };
}

function wrapper(file: string, args: readonly string[]): BuildCommand {
  return { program: { kind: 'wrapper', file }, args, shown: [`./${file}`, ...args].join(' '), scripts: [], compiles: java };
}
