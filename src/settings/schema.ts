import * as z from 'zod';

// The shape of a settings file. docs/settings.md and docs/schemas/settings.json are made from it: each text here is read by people.

const section = { error: 'must be a map of settings' };

/** A map of settings, any of which may be absent. */
function map<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, section).partial();
}

function whole(min: number, max: number, about: string) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error }).describe(about);
}

function yesOrNo(about: string) {
  return z.boolean({ error: 'must be true or false' }).describe(about);
}

const word = { error: 'must be a text of 1 to 1,000 characters' };
const text = z.string(word).min(1, word).max(1000, word);

const notPath = { error: 'must be a path in the workspace' };
const path = z
  .string(notPath)
  .min(1, notPath)
  .max(1000, { error: 'must be shorter than 1,000 characters' })
  .refine((typed) => !/^([\\/]|[A-Za-z]:)/.test(typed) && !typed.split(/[\\/]/).includes('..') && !/\p{Cc}/u.test(typed), {
    error: 'must be a path in the workspace: relative, without ".."',
  });

const noPatterns = { error: 'must be a list of patterns' };
const patternList = z
  .array(z.string(noPatterns).min(1, noPatterns).max(500, { error: 'must be shorter than 500 characters' }), noPatterns)
  .max(500, { error: 'must hold 500 patterns at most' });

const layer = z.strictObject(
  {
    name: text.describe('What findings call it.'),
    files: patternList.describe('Patterns such as `src/db/**`, from the root of the workspace.'),
    mayImport: z
      .array(z.string(word).max(1000, word), { error: 'must be a list of names of layers' })
      .exactOptional()
      .describe('Names of the layers that it may import; all of them where this is not set.'),
  },
  section,
);

const command = z
  .array(text, { error: 'must be a list of words: the program and its arguments' })
  .min(1, { error: 'must name a program' })
  .max(100, { error: 'must hold 100 words at most' })
  .describe('The program and its arguments, as a list; no shell reads it. The last number it prints is the figure.');

const shape = {
  exclude: patternList.describe(
    'Patterns, as in .gitignore, of what snap leaves out when it looks at a workspace. They are added to node_modules/, .git/ and *.log, and to what the ignore files of the workspace say; one that begins with ! takes back an earlier one.',
  ),
  learnings: map({
    shown: whole(0, 3, 'How many learnings a task is given at its start, 3 by default.'),
    maxAgeDays: whole(1, 3650, 'Days after which "snap learnings gc" archives a learning that was hardly used, 90 by default.'),
    minUses: whole(0, 1000, 'How many uses keep a learning from that, 1 by default.'),
  }).describe('What becomes of learnings.'),
  architecture: map({
    layers: z
      .array(layer, { error: 'must be a list of layers' })
      .max(200, { error: 'must hold 200 layers at most' })
      .describe('The layers of the project. A file belongs to the first one with a pattern for it; files of no layer are not judged.'),
  }).describe('Which files may import which, for "check" with mode architecture.'),
  goals: map({
    bundle: z
      .strictObject(
        { path: path.describe('What is built, from the root of the workspace: a file, or a directory whose files are added up.') },
        section,
      )
      .describe('How the goal "bundle" is measured. By default the first of dist, build and out that is there.'),
    coverage: z
      .strictObject({ report: path.describe("The coverage tool's report, from the root of the workspace.") }, section)
      .describe('How the goal "coverage" is measured. By default the reports at the usual places of the coverage tools.'),
    performance: z
      .strictObject({ command }, section)
      .describe(
        'How the goal "performance" is measured. A command of the project is run only after "snap trust --goal"; one of your own file is yours already.',
      ),
  }).describe('How the goals of a task are measured.'),
};

const mebibytes = (min: number, max: number, about: string) => whole(min, max, `${about} In MiB, from ${min} to ${max}.`);
const maxMebibytes = 1_048_576;

/** Bounds of the snapshots. What is not set is up to them (src/snapshots/bounds.ts): its tests hold the figures named here against it. */
const snapshots = map({
  maxFileMiB: mebibytes(
    1,
    65_536,
    'Files larger than this are left out, and named; 4096 by default. One of more than 50 is taken only where room is left after all smaller ones.',
  ),
  maxFiles: whole(1_000, 5_000_000, 'Of a workspace with more files no snapshot is taken; 1000000 by default. From 1000 to 5000000.'),
  maxWorkspaceMiB: mebibytes(
    16,
    maxMebibytes,
    'What the snapshots of one workspace may take on the disk; 2048 by default. The oldest are deleted first.',
  ),
  maxFreePercent: whole(
    1,
    50,
    'The same limit as a share of the free space, 5 by default; the smaller of the two applies. In percent, from 1 to 50.',
  ),
  maxTotalMiB: mebibytes(64, maxMebibytes, 'What the snapshots of all workspaces may take together; 10240 by default.'),
  minFreeMiB: mebibytes(64, maxMebibytes, 'No snapshot is taken that would leave less than this free on the disk; 512 by default.'),
  keepLast: whole(1, 10_000, 'This many of the newest snapshots are kept, however old; 50 by default. From 1 to 10000.'),
  keepHours: whole(0, 8_760, 'For this many hours, the newest snapshot of each hour is kept too; 48 by default. From 0 to 8760.'),
  keepDays: whole(0, 3_650, 'For this many days, the newest snapshot of each day is kept too; 30 by default. From 0 to 3650.'),
  keepSafetyDays: whole(
    1,
    365,
    'For this many days, the safety snapshot of a restore is kept, however large; 7 by default. From 1 to 365.',
  ),
}).describe('Only in your own settings file: limits of the snapshots. They are about your disk, so a project cannot set them.');

const checksExclude = patternList.describe(
  'Patterns, as in .gitignore, of files about which checks report nothing of their own, such as fixtures that are wrong on purpose. The report says how many there are. A file that is named in the call is examined all the same.',
);

const checks = map({
  exclude: checksExclude,
  run: z
    .enum(['ask', 'always'], { error: 'must be "ask" or "always"' })
    .describe(
      'Only in your own settings file: "always" lets checks run the programs of every workspace (compiler, linter, build, tests) without asking; "ask", the default, runs them after "snap trust".',
    ),
}).describe('What checks leave out, and what they may run. A project cannot allow itself to run programs.');

const address = { error: 'must be an address that begins with https://, or http:// on this machine' };
const mcp = map({
  backend: map({
    enabled: yesOrNo('false turns the backend off, whatever else is set.'),
    endpoint: z
      .string(address)
      .max(1000, { error: 'must be shorter than 1,000 characters' })
      .regex(/^https?:\/\//, address)
      .describe(
        'Address of the backend that "snap login" signs in to. The variable SVC_API_URL comes before it. There is none by default.',
      ),
    apiKey: text.describe('An API key instead of a sign-in; `${SVC_API_KEY}` is the variable of that name, so that the key is in no file.'),
  }).describe('The backend. snap works without one.'),
  shim: map({
    initializeSeconds: whole(
      5,
      3600,
      'How long "snap mcp shim" waits for the first answer of a remote server (to "initialize") that has accepted the connection and sends nothing, 60 by default. Then the assistant gets an error that says so. From 5 to 3600. Other requests are waited for as long as the assistant does, 10 minutes at most.',
    ),
  }).describe('The bridge to remote servers.'),
}).describe(
  'Only in your own settings file: the backend, if you use one (docs/account.md), and the bridge. A project cannot say where your tokens are sent.',
);

const daemon = map({
  autoStart: yesOrNo(
    'Only in your own settings file: whether the servers of your assistants start the daemon when none runs, true by default. "snap daemon start" starts it in any case.',
  ),
}).describe('The process that your assistants share (docs/daemon.md). It belongs to you, not to a project.');

const noSlug = { error: 'must be a name of letters, digits, ".", "_", "-" and "/"' };
const slug = z
  .string(noSlug)
  .regex(/^[\w.-]+(\/[\w.-]+)*$/, noSlug)
  .max(300, noSlug);
const source = {
  server: text.describe('The name of its server in an assistant, if several would fit.'),
  enabled: yesOrNo('false: servers of this kind are never asked.'),
};

const sources = map({
  code_host: map({
    ...source,
    repository: slug.describe("The repository as the code host names it, such as owner/name. By default it is read from git's remote."),
  }).describe('GitHub or GitLab.'),
  error_tracker: map({
    ...source,
    organization: slug.describe('The organization in Sentry. By default the only one that the server lists.'),
    project: slug.describe('The project in Sentry; all projects without it.'),
  }).describe('Sentry.'),
  docs_source: map(source).describe('Context7.'),
}).describe(
  'Only in your own settings file: the external servers that snap asks after "snap sources connect" (docs/sources.md). A project cannot choose what is asked with your credentials.',
);

const $schema = z.string({ error: 'must be the address of a schema' }).describe('The address of this schema, for editors.');

function notOfProject(why: string) {
  return z.never({ error: `is allowed in your own settings file only${why}` });
}

/** What `.snap/settings.*` may hold. */
export const projectFile = map({
  $schema,
  ...shape,
  daemon: notOfProject(': the daemon belongs to you, not to a project'),
  snapshots: notOfProject(', since it is about your disk'),
  sources: notOfProject(': a project cannot choose what is asked with your credentials'),
  mcp: notOfProject(': a project cannot say where your tokens are sent'),
  checks: map({ exclude: checksExclude, run: notOfProject(': a project cannot allow itself to run programs') }),
});

/** What the user's own file may hold. */
export const userFile = map({
  $schema,
  ...shape,
  snapshots,
  checks,
  mcp,
  daemon,
  sources,
  workspaces: z
    .record(z.string(), map({ ...shape, snapshots, checks, sources }).describe('The settings above, for this workspace alone.'), section)
    .describe('Only in your own file: settings for single workspaces, by their absolute path. They come before what the project says.'),
}).describe('Settings of snap: .snap/settings.json in a project, settings.json in your own configuration directory.');

export type FileSettings = z.output<typeof userFile>;

/** As JSON Schema, for docs/schemas and editors. */
export function settingsSchema(): object {
  const { $schema: dialect, ...rest } = z.toJSONSchema(userFile, { io: 'input' });
  return { $schema: dialect, $id: 'urn:snap-mcp:schema:settings:1', title: 'Settings of snap', ...rest };
}
