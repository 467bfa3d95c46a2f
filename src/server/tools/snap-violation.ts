import * as z from 'zod';
import { ruleText, type RuleText } from '../../checks/index.ts';
import { cut, cleanLine, type Sentence } from '../../system/index.ts';
import { defineTool } from '../tool.ts';
import { confinedPaths, missingFiles, missingText, type Workbench } from '../../workbench/index.ts';
import { compact, parameters, path, text, words } from './parameters.ts';
import { showMissing, shownMissing } from './shown-missing.ts';
import { orSaidBack, provenance } from '../../workbench/index.ts';

export default defineTool({
  name: 'snap_violation',
  surface: 'full',
  description:
    'Report that a rule of this project was broken. The 3rd report of a type makes it a pattern that advise and snap warn of, the 5th marks it for automation.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: parameters({
    type: words.describe('Category, e.g. silent_catch'),
    file: path,
    description: words.describe('What happened'),
    reason: text.exactOptional(),
    prevention: words.describe('How to avoid it next time'),
    compact,
  }),
  output: z.object({
    id: z.string(),
    type: z.string(),
    count: z.number(),
    promote: z.enum(['NO', 'PROMOTED', 'AUTO']),
    /** From the 5th report on: a check of this type as it could be written, where a report quotes code. Nothing writes it. */
    check: z.object({ file: z.string(), lines: z.array(z.string()) }).exactOptional(),
    missing: shownMissing,
  }),
  async run(input, context) {
    const { compact: _, file: given, ...said } = input;
    const workbench = await context.workbench();
    const [file = given] = await confinedPaths(workbench, [given]);
    const by = provenance(context.caller, await workbench.tasks.current());
    const { violation, count, promote } = await orSaidBack([said.type, file, said.description, said.prevention], () =>
      workbench.knowledge.report({ ...said, file, by }),
    );
    const check = promote === 'AUTO' ? await proposedCheck(workbench, violation.type) : undefined;
    const missing = await missingFiles(workbench, [file], context.signal);
    return {
      id: violation.id,
      type: violation.type,
      count,
      promote,
      ...(check === undefined ? {} : { check: { file: check.file, lines: [...check.lines] } }),
      ...showMissing(missing),
    };
  },
  encode({ type, count, promote, check, missing = [] }) {
    const name = cut(cleanLine(type), 60);
    const said = {
      NO: `Noted: ${name} (occurrence #${count}).`,
      PROMOTED: `Heads up: ${name} is now a tracked pattern, seen ${count} times.`,
      AUTO: `${name} is marked for automation, seen ${count} times.`,
    };
    return {
      line: 'violation',
      items: { status: 'saved', type: name, count: `${count}`, promote },
      text: [said[promote], ...(promote === 'AUTO' ? nextStep(check) : []), ...missingText(missing)],
    };
  },
});

async function proposedCheck({ knowledge }: Workbench, type: string): Promise<RuleText | undefined> {
  const known = (await knowledge.violationTypes()).find((one) => one.type === type);
  return known && ruleText({ ...known, reports: known.violations });
}

/** How the rule becomes a check. It is said and not done: a rule of the project is for people to decide. */
function nextStep(check: RuleText | undefined): readonly Sentence[] {
  if (check === undefined)
    return [
      'Next step: make it a check. No report quotes the wrong code, so snap cannot look for it: put it between backticks in the description of the next report, or write a rule of the linter or a test.',
    ];
  return [`Next step: make it a check. With these lines as ${check.file}, check patterns reports each new place:`, ...check.lines];
}
