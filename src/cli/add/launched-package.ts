/** What a command line downloads and starts. */
export interface LaunchedPackage {
  readonly registry: 'npm' | 'pypi' | 'image';
  /** Without its version. */
  readonly name: string;
  /** The program of the package, where the command line names one. */
  readonly program?: string | undefined;
}

/** The package that a command line starts through npx, uvx, docker and their like; `undefined` for every other program. */
export function packageOf(words: readonly string[]): LaunchedPackage | undefined {
  const [first = '', ...rest] = withoutWrapper(words);
  const launcher = launchers.find(({ start }) => start.every((word, i) => (i === 0 ? programOf(first) : rest[i - 1]) === word));
  if (launcher === undefined) return undefined;
  const { registry, valued } = launcher;
  const args = rest.slice(launcher.start.length - 1);
  let from: string | undefined;
  for (let i = 0; i < args.length; i++) {
    const word = args[i] ?? '';
    if (word === '--') continue;
    if (!word.startsWith('-')) {
      const name = withoutVersion(from ?? word, registry);
      return { registry, name, program: from === undefined ? undefined : word };
    }
    const [flag = '', value] = word.split(/=(.*)/s);
    if (packageFlags.has(flag)) from = value ?? args[i + 1];
    if (value === undefined && valued.has(flag)) i++;
  }
  return from === undefined ? undefined : { registry, name: withoutVersion(from, registry) };
}

/** `cmd /c npx …`, as some assistants on Windows need it, and `env NAME=value npx …`. */
function withoutWrapper(words: readonly string[]): readonly string[] {
  const [first = '', second = ''] = words;
  if (programOf(first) === 'cmd' && /^\/[ck]$/i.test(second)) return words.slice(2);
  if (programOf(first) !== 'env') return words;
  const start = words.findIndex((word, i) => i > 0 && !/^\w+=/.test(word));
  return start === -1 ? [] : words.slice(start);
}

const packageFlags = new Set(['--from', '--package', '-p', '--spec']);
const npxValues = new Set(['-p', '--package', '-c', '--call', '-w', '--workspace', '--registry', '--cache', '--userconfig']);
const uvxValues = new Set(
  '--from --with --python -p --index --index-url --extra-index-url --with-editable --refresh-package --directory'.split(' '),
);
const dockerValues = new Set(
  '-e --env --env-file -v --volume --mount -p --publish --name --network -w --workdir -u --user --entrypoint --add-host --platform -l --label --pull -m --memory --cpus -h --hostname'.split(
    ' ',
  ),
);

const launchers: readonly {
  readonly start: readonly string[];
  readonly registry: LaunchedPackage['registry'];
  readonly valued: ReadonlySet<string>;
}[] = [
  { start: ['npx'], registry: 'npm', valued: npxValues },
  { start: ['pnpx'], registry: 'npm', valued: npxValues },
  { start: ['bunx'], registry: 'npm', valued: npxValues },
  { start: ['npm', 'exec'], registry: 'npm', valued: npxValues },
  { start: ['npm', 'x'], registry: 'npm', valued: npxValues },
  { start: ['pnpm', 'dlx'], registry: 'npm', valued: npxValues },
  { start: ['yarn', 'dlx'], registry: 'npm', valued: npxValues },
  { start: ['bun', 'x'], registry: 'npm', valued: npxValues },
  { start: ['uvx'], registry: 'pypi', valued: uvxValues },
  { start: ['uv', 'tool', 'run'], registry: 'pypi', valued: uvxValues },
  { start: ['pipx', 'run'], registry: 'pypi', valued: uvxValues },
  { start: ['docker', 'run'], registry: 'image', valued: dockerValues },
  { start: ['podman', 'run'], registry: 'image', valued: dockerValues },
];

/** The name of a program without directory and ending. */
export function programOf(word: string): string {
  return (
    word
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/\.(exe|cmd|bat|ps1)$/i, '')
      .toLowerCase() ?? ''
  );
}

/** The name in what is typed for a package: `@scope/name@1.2`, `name==1.2`, `name[extra]`, `host/name:tag`. */
export function withoutVersion(spec: string, registry: LaunchedPackage['registry']): string {
  switch (registry) {
    case 'npm':
      return spec.replace(/(?<=.)@[^/]*$/, '');
    case 'pypi':
      return /^(git\+)?\w+:\/\//.test(spec) ? spec : (/^[A-Za-z0-9][\w.-]*/.exec(spec)?.[0] ?? spec);
    case 'image':
      return spec.replace(/@sha256:.*$/, '').replace(/:[\w.-]+$/, '');
    default:
      return registry satisfies never;
  }
}
