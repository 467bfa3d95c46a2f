import { impactDetails } from './docs-impact.ts';
import * as z from 'zod';
import { checkModes, isWorking } from '../src/checks/index.ts';
import type { Layer, Mode, Need } from '../src/checks/mode.ts';
import { loadMode } from '../src/checks/modes.ts';
import type { CheckDetails } from '../src/checks/report.ts';

// The document of a check with words on each part, and the sections of docs/check.md, both made from the modes. A part that a mode adds to
// `CheckDetails` has to be described in `details` here, or tsc fails.

const state = z.enum(['passed', 'failed', 'skipped', 'timeout']);

const counted = z.strictObject({
  covered: z.number().describe('Those that the tests run.'),
  total: z.number().describe('All that the coverage tool counts.'),
  pct: z.number().describe('In percent, cut after two decimals.'),
});

const coverage = z
  .strictObject({
    lines: counted.exactOptional().describe('Lines.'),
    statements: counted.exactOptional().describe('Statements.'),
    branches: counted.exactOptional().describe('Branches.'),
    functions: counted.exactOptional().describe('Functions.'),
    changed: counted.exactOptional().describe('With a diff: of the lines that it adds.'),
    files: z
      .array(
        z
          .strictObject({
            file: z.string().describe('From the root of the workspace.'),
            lines: counted.describe('Its lines.'),
            branches: counted.exactOptional().describe('Its branches.'),
            uncovered: z
              .array(z.string())
              .exactOptional()
              .describe(
                'Lines that no test runs, as "4" or "4-7"; absent where a report has only figures, and beyond the first 100 files.',
              ),
          })
          .describe('One file.'),
      )
      .describe('The files that the check is about, those with most lines that no test runs first.'),
    reports: z
      .array(
        z
          .strictObject({
            path: z.string().describe('From the root of the workspace.'),
            format: z.string().describe('Its format.'),
            madeAt: z.string().describe('When it was made.'),
            files: z.number().describe('How many files it has.'),
          })
          .describe('One report.'),
      )
      .describe('The reports that were read.'),
    stale: z.array(z.string()).describe('Files that changed after their report was made; nothing is said of their lines.'),
  })
  .describe('Mode coverage: what the reports of the coverage tools say.');

const cycle = z
  .strictObject({
    files: z.array(z.string()).describe('The files that reach each other, sorted.'),
    edges: z
      .array(
        z
          .strictObject({
            from: z.string().describe('The file with the import.'),
            to: z.string().describe('The file that it imports.'),
            kind: z
              .enum(['runtime', 'type', 'elided', 'lazy'])
              .describe(
                'Whether the import is there when the program runs (`runtime`), is run later (`lazy`), is a type as written (`type`), or is removed by TypeScript because it is used only as a type (`elided`).',
              ),
            line: z.number().describe('From 1: where the import begins.'),
          })
          .describe('One import; of several of one kind between two files the first.'),
      )
      .describe('The imports between these files.'),
    cut: z
      .array(
        z
          .strictObject({ from: z.string().describe('The file with the import.'), to: z.string().describe('The file that it imports.') })
          .describe('One import.'),
      )
      .describe(
        'The fewest imports to remove, so that no circle is left when the program runs; of a circle of types alone, so that none is left.',
      ),
  })
  .describe('Files that import each other.');

const learnings = z
  .strictObject({
    place: z.enum(['project', 'user']).describe("Whether they are in `.snap/` of the project or in the person's own data directory."),
    active: z.number().describe('Learnings that are in use.'),
    archived: z.number().describe('Learnings that are archived.'),
    tiers: z
      .strictObject({
        hot: z.number().describe('Used often and lately.'),
        warm: z.number().describe('Used, or newer than 30 days.'),
        cold: z.number().describe('Never used, and older.'),
      })
      .describe('The active ones by their use.'),
    types: z.record(z.string(), z.number()).describe('The active ones by their type.'),
    stale: z.array(z.string()).describe('Ids of active ones whose files were all deleted since.'),
    duplicates: z
      .array(
        z
          .strictObject({ id: z.string().describe('Its id.'), into: z.string().describe('The id of the one that stays.') })
          .describe('One that says the same as an older one.'),
      )
      .describe('Learnings that say the same.'),
    gc: z
      .strictObject({
        archive: z.number().describe('To archive.'),
        delete: z.number().describe('To delete.'),
        merge: z.number().describe('To merge into others.'),
        kept: z.number().describe('To keep as they are.'),
      })
      .describe('How many learnings learning_gc would change.'),
    violations: z
      .strictObject({
        count: z.number().describe('All that were reported.'),
        types: z
          .array(
            z
              .strictObject({
                type: z.string().describe('Its name.'),
                count: z.number().describe('How often it was reported.'),
                promote: z.enum(['NO', 'PROMOTED', 'AUTO']).describe('PROMOTED from the third report on, AUTO from the fifth on.'),
              })
              .describe('One type.'),
          )
          .describe('By type, most frequent first.'),
        stale: z.array(z.string()).describe('Ids of learnings whose file was deleted.'),
      })
      .describe('Reported violations.'),
  })
  .describe('Mode learnings: what is stored of this workspace.');

/** The parts that only some modes have. */
const details = {
  ...impactDetails,
  learnings,
  coverage,
  cycles: z.array(cycle).describe('Mode circular: the circles, also those of types alone.'),
  confidence: z.number().describe('Mode full: from 0 to 100, by what the layers examined.'),
  recommendation: z.string().describe('Mode full: what to do next, in one sentence.'),
  health: z
    .strictObject({
      versions: z
        .strictObject({
          snap: z.string().describe('Of snap.'),
          node: z.string().describe('Of the Node that runs it.'),
          git: z.string().exactOptional().describe('Of git; absent if it was not found.'),
        })
        .describe('What runs here.'),
      stores: z
        .array(
          z
            .strictObject({
              name: z.string().describe('What is stored in it.'),
              state: z.enum(['readable', 'unreadable']).describe('Whether it can be read.'),
              directory: z.string().exactOptional().describe('Where it is.'),
              count: z.number().exactOptional().describe('How many there are; of tasks the open ones.'),
              faults: z.array(z.string().describe('One sentence.')).describe('What is wrong with it.'),
            })
            .describe('One store.'),
        )
        .describe('What snap keeps of the workspace; empty without one.'),
      daemon: z.string().exactOptional().describe('What the daemon is to this process, in a sentence; absent where none is asked.'),
      server: z
        .strictObject({
          uptimeMs: z.number().describe('Milliseconds since it was started.'),
          memoryBytes: z.number().describe('Memory that it takes (resident set).'),
          calls: z.number().describe('Calls of tools since then.'),
          surface: z.enum(['default', 'full']).describe('Which tools it offers.'),
        })
        .exactOptional()
        .describe('The server that was asked; absent in a shell.'),
    })
    .describe('Mode health: snap itself.'),
} satisfies { readonly [Part in keyof Required<CheckDetails>]: z.ZodType<Required<CheckDetails>[Part]> };

const finding = z
  .strictObject({
    file: z.string().exactOptional().describe('From the root of the workspace, with "/"; absent for a problem that is in no file of it.'),
    line: z.number().exactOptional().describe('From 1.'),
    column: z.number().exactOptional().describe('From 1.'),
    severity: z.enum(['error', 'warning', 'info']).describe('Only errors make a check fail.'),
    rule: z.string().describe('What kind of problem it is, in the words of its source.'),
    message: z.string().describe('What is wrong.'),
    source: z.string().describe('The program or engine that found it; "snap" for its own.'),
    fix: z.string().exactOptional().describe('What to do about it.'),
    reason: z.string().exactOptional().describe('Why it is believed, where it is not certain.'),
    confidence: z.number().exactOptional().describe('From 0 to 100, where it is not certain.'),
    age: z
      .enum(['new', 'old'])
      .exactOptional()
      .describe('With a diff: whether it is in a line that the diff adds. Old findings do not count.'),
  })
  .describe('One problem.');

const layer = z
  .strictObject({
    name: z.string().describe('Its name.'),
    state: state.describe('How it ended.'),
    reason: z.string().exactOptional().describe('Why it was skipped, how far it came, or what it did not examine.'),
    unexamined: z
      .array(
        z
          .strictObject({
            language: z.string().describe('A programming language.'),
            files: z.number().describe('How many of its files.'),
            reason: z.string().describe('Why they were not examined.'),
          })
          .describe('Code of one language.'),
      )
      .exactOptional()
      .describe('Code that it should have examined and did not.'),
    ms: z.number().describe('Milliseconds it took.'),
  })
  .describe('One part of the check.');

const version =
  'Version of this document. Once snap is published, it changes whenever a property is added or removed, or changes its meaning.';

const approval = z
  .strictObject({
    schemaVersion: z.literal(1).describe(version),
    result: z
      .enum(['approved', 'known', 'declined', 'cancelled', 'none', 'revoked'])
      .describe('What became of the approvals: known if all programs had one, none if there are no programs.'),
    programs: z
      .array(
        z
          .strictObject({
            tool: z.string().describe('What it is.'),
            purpose: z.enum(['types', 'lint', 'tests', 'build']).describe('The layer that runs it.'),
            directory: z.string().describe('Where it is started, from the root of the workspace; "." for the root.'),
            program: z.string().describe('Where it comes from.'),
            version: z.string().exactOptional().describe('As its package says.'),
            configFiles: z.array(z.string().describe('A path from the root of the workspace.')).describe('Files that tell it what to do.'),
            scripts: z
              .array(
                z
                  .strictObject({ name: z.string().describe('Its name.'), text: z.string().describe('What it runs, without secrets.') })
                  .describe('One script of package.json.'),
              )
              .describe('The scripts that it runs.'),
            files: z
              .array(z.string().describe('A path from the root of the workspace, or an absolute one outside of it.'))
              .describe('The files that run, every link followed.'),
            approved: z.boolean().describe('Whether checks may run it.'),
            changed: z
              .string()
              .exactOptional()
              .describe('What has changed since it was approved; absent where it is approved, or never was.'),
          })
          .describe('One program.'),
      )
      .describe('The programs of the project that checks run after an approval.'),
  })
  .describe('The programs that checks may run in this project.');

const says = 'What a check found. With --watch there is one such document per line.';
const document = z
  .strictObject({
    schemaVersion: z.literal(1).describe(version),
    mode: z.enum(checkModes).describe('The mode that was asked for.'),
    status: state.describe(
      'How it ended: failed if an error was found, timeout if a layer came to no end, skipped if nothing could be examined.',
    ),
    reason: z.string().exactOptional().describe('Why it was skipped, came to no end, or what a single layer did not examine.'),
    findings: z.array(finding).describe('The problems: errors first, then by file and line; old ones last.'),
    layers: z.array(layer).describe('What was examined, and what was not.'),
    ...z.object(details).partial().shape,
  })
  .describe(says);

/** docs/schemas/check.json */
export function checkSchema(): string {
  return schemaText('check', document);
}

/** docs/schemas/check-approve.json */
export function approvalSchema(): string {
  return schemaText('check-approve', approval);
}

function schemaText(name: string, shape: z.ZodType): string {
  const { $schema, ...schema } = z.toJSONSchema(shape, {
    override({ jsonSchema }) {
      const { items } = jsonSchema;
      if (typeof items === 'object' && !Array.isArray(items)) items.description ??= 'One item.';
    },
  });
  const whole = {
    $schema,
    $id: `urn:snap-mcp:schema:${name}:1`,
    title: `snap ${name === 'check-approve' ? 'trust' : name.replace('-', ' ')} --json`,
    ...schema,
  };
  return `${JSON.stringify(whole, undefined, 2)}\n`;
}

const needs: Readonly<Record<Need, string>> = { files: 'files in the workspace', git: 'a git repository' };

/** The sections of docs/check.md, one for each mode. */
export async function checkSections(): Promise<string> {
  const sections = await Promise.all(
    checkModes.map(async (id) => {
      const mode = await loadMode(id);
      return mode === undefined ? `## ${id}\n\nNot available in this version.` : sectionOf(mode);
    }),
  );
  const list = checkModes.filter(isWorking).map((mode) => `[${mode}](#${mode})`);
  return ['', `Modes that work in this version: ${list.join(', ')}.`, await languageTable(), ...sections, '']
    .join('\n\n')
    .replaceAll(/\n{3,}/g, '\n\n');
}

/** Which language each layer examines: by itself, or only by programs of the project. */
async function languageTable(): Promise<string> {
  const modes = await Promise.all(checkModes.map((id) => loadMode(id)));
  const rows = new Map<string, { readonly layer: Layer; readonly modes: string[] }>();
  for (const mode of modes)
    for (const layer of mode?.layers ?? []) {
      const known = rows.get(layer.name);
      if (known === undefined) rows.set(layer.name, { layer, modes: [mode?.id ?? ''] });
      else known.modes.push(mode?.id ?? '');
    }
  const named = [...rows.values()].filter(({ layer }) => layer.languages !== undefined);
  const words = (languages: readonly string[] = []): string => (languages.length === 0 ? 'none' : languages.join(', '));
  return [
    '### What is examined of which language',
    '',
    '| layer | modes | by itself | by programs of the project, after the approval |',
    '|---|---|---|---|',
    ...named.map(
      ({ layer, modes: own }) =>
        `| ${layer.name} | ${own.join(', ')} | ${words(layer.languages?.alone)} | ${words(layer.languages?.approved)} |`,
    ),
    '',
    'Code in any other language is named in the report of the layer (`unexamined` in JSON), with the reason; a layer that examined none of the code in its scope is skipped. The other layers (security, dependencies, docs, …) read text and manifests, whatever the language.',
  ].join('\n');
}

function sectionOf({ id, summary, layers, limits }: Mode): string {
  return [
    `## ${id}`,
    '',
    summary,
    '',
    '| layer | runs where there is |',
    '|---|---|',
    ...layers.map((each) => `| ${each.name} | ${needsOf(each)} |`),
    '',
    'What it does not do:',
    ...limits.map((limit) => `- ${limit}`),
  ].join('\n');
}

function needsOf({ needs: own, says: more }: Layer): string {
  const all = own.map((need) => needs[need]).join(', ');
  return [all === '' ? 'always' : all, ...(more === undefined ? [] : [more])].join('. ');
}
