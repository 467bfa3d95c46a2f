import * as z from 'zod';
import { cut, cleanLine } from '../../system/index.ts';
import { defineTool } from '../tool.ts';
import { confinedPaths, missingFiles, missingText } from '../../workbench/index.ts';
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
    const missing = await missingFiles(workbench, [file], context.signal);
    return {
      id: violation.id,
      type: violation.type,
      count,
      promote,
      ...showMissing(missing),
    };
  },
  encode({ type, count, promote, missing = [] }) {
    const name = cut(cleanLine(type), 60);
    const said = {
      NO: `Noted: ${name} (occurrence #${count}).`,
      PROMOTED: `Heads up: ${name} is now a tracked pattern, seen ${count} times.`,
      AUTO: `${name} is marked for automation, seen ${count} times. Next step: make it a check, as a rule of the linter or of ast-grep (a file in .snap/rules, which check patterns applies), or a test.`,
    };
    return {
      line: 'violation',
      items: { status: 'saved', type: name, count: `${count}`, promote },
      text: [said[promote], ...missingText(missing)],
    };
  },
});
