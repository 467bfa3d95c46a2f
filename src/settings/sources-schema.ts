import * as z from 'zod';

const section = { error: 'must be a map of settings' };
const word = 'must be a text of 1 to 1,000 characters';

const sourceName = z
  .string({ error: word })
  .min(1, { error: word })
  .max(1000, { error: word })
  .describe('The name of its server in an assistant, if several would fit.');
const sourceEnabled = z.boolean({ error: 'must be true or false' }).describe('false: servers of this kind are never asked.');
const slug = { error: 'must be a name of letters, digits, ".", "_", "-" and "/"' };
const sluggish = z
  .string(slug)
  .regex(/^[\w.-]+(\/[\w.-]+)*$/, slug)
  .max(300, slug);

/** The setting `sources`. */
export const sources = z
  .strictObject(
    {
      code_host: z
        .strictObject(
          {
            server: sourceName,
            enabled: sourceEnabled,
            repository: sluggish.describe(
              "The repository as the code host names it, such as owner/name. By default it is read from git's remote.",
            ),
          },
          section,
        )
        .partial()
        .describe('GitHub or GitLab.'),
      error_tracker: z
        .strictObject(
          {
            server: sourceName,
            enabled: sourceEnabled,
            organization: sluggish.describe('The organization in Sentry. By default the only one that the server lists.'),
            project: sluggish.describe('The project in Sentry; all projects without it.'),
          },
          section,
        )
        .partial()
        .describe('Sentry.'),
      docs_source: z.strictObject({ server: sourceName, enabled: sourceEnabled }, section).partial().describe('Context7.'),
    },
    section,
  )
  .partial()
  .describe(
    'Only in your own settings file: the external servers that snap asks after "snap sources connect" (docs/sources.md). A project cannot choose what is asked with your credentials.',
  );
