import * as z from 'zod';
import type { ImpactDocument } from '../src/checks/impact/document.ts';

const path = z.string().describe('A path from the root of the workspace.');

/** The parts of the document of "snap check" that mode impact has. */
export const impactDetails = {
  tests: z.array(path).describe('Mode impact: the test files in which changed code may run, sorted; in doubt a test is among them.'),
  risk: z
    .strictObject({
      level: z
        .enum(['L', 'M', 'H', 'C'])
        .exactOptional()
        .describe(
          'Low, medium, high, critical, from the history and the lines of the change; absent where the history does not carry one.',
        ),
      why: z.string().describe('What the level rests on, or why there is none.'),
      factors: z
        .array(
          z
            .strictObject({
              name: z
                .enum([
                  'changed-lines',
                  'changed-files',
                  'direct-importers',
                  'affected-files',
                  'affected-tests',
                  'commits',
                  'fixes',
                  'authors',
                  'missing-companions',
                ])
                .describe('Which one.'),
              count: z.number().describe('How many.'),
              of: z.string().describe('What is counted, in words.'),
            })
            .describe('One thing that is known to go with faults. One that is not known is left out.'),
        )
        .describe('The factors.'),
    })
    .describe('Mode impact: the level, where the history of the project carries one, and what goes with faults, counted.'),
  companions: z
    .array(
      z
        .strictObject({
          file: path,
          goesWith: z.string().describe('The file of the question that it usually changes with.'),
          together: z.number().describe('Commits that changed both.'),
          of: z.number().describe('Commits that changed `goesWith`.'),
          changed: z.boolean().describe('Whether it differs from the last commit now.'),
        })
        .describe('One file.'),
    )
    .describe('Mode impact: files that usually change with these, by the log of git.'),
  affected: z
    .strictObject({
      files: z.array(path).describe('The files in which changed code may run, the changed ones among them.'),
      loading: z.number().describe('How many files load a changed one, over any number of files.'),
      allFiles: z.number().describe('How many modules there are.'),
      loadingTests: z.number().describe('How many test files load a changed file.'),
      allTests: z.number().describe('How many test files there are.'),
      typesOnly: z.number().describe('How many files only use types of what changed: the type check may say something else, no test.'),
    })
    .describe('Mode impact: how far the change reaches.'),
  commands: z
    .array(z.string().describe('One command.'))
    .describe(
      'Mode impact: what to type in a terminal to run exactly these tests; empty where all tests are concerned or the runner is not known.',
    ),
} satisfies { readonly [Part in keyof ImpactDocument]: z.ZodType<ImpactDocument[Part]> };
