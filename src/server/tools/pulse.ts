import * as z from 'zod';
import { cut, cleanLine, onlyToPerson, sayTo } from '../../system/index.ts';
import { defineFindingTool } from '../tool.ts';
import { confinedPaths } from '../../workbench/index.ts';
import { compact, parameters, path } from './parameters.ts';
import { counted } from './shown-learning.ts';
import { sayRisk } from '../../insight/index.ts';
import { riskLevel } from './risk-words.ts';

const output = z.object({
  state: z.enum(['resting', 'elevated', 'racing', 'critical']),
  changesPerMinute: z.number(),
  pressure: z.number(),
  risk: riskLevel,
  changes: z.number(),
  since: z.enum(['snapshot', 'commit', 'first look']),
  seenBy: z.enum(['watcher', 'file times']),
  action: z.string(),
  recent: z.array(z.string()),
  problems: z.array(z.string()),
});

const sinceWords: Readonly<Record<z.output<typeof output>['since'], string>> = {
  snapshot: 'since the last snapshot',
  commit: 'since the last commit',
  'first look': 'since snap first looked',
};

export default defineFindingTool({
  name: 'pulse',
  surface: 'default',
  description:
    'Show how fast files change here, how much unprotected change there is (pressure 0-100), its risk and one next action. Call it between steps of a longer change.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: parameters({ record_change: path.exactOptional().describe('A file you just changed'), compact }),
  output,
  async run({ record_change: recorded }, context) {
    const workbench = await context.workbench();
    const [file] = await confinedPaths(workbench, recorded === undefined ? [] : [recorded]);
    return workbench.vitals.pulse(file, context.signal);
  },
  record(seen, reader) {
    const { why: _, ...pulse } = seen;
    return { ...pulse, action: sayTo(reader, seen.action), recent: [...seen.recent], problems: [...seen.problems] };
  },
  encode({ state, changesPerMinute, pressure, risk, why, changes, since, action, recent, problems }) {
    // When everything is committed, there is nothing left to do about these files.
    const files = (changes > 0 ? recent : []).slice(0, 5).map((file) => cut(cleanLine(file), 200));
    const left = files.length === 0 ? 0 : recent.length - files.length;
    const just = `Just changed: ${files.join(', ')}${left > 0 ? ` and ${left} more` : ''}.`;
    return {
      line: 'pulse',
      items: {
        pulse: state,
        cpm: `${changesPerMinute}`,
        pressure: `${pressure}`,
        risk,
        changes: `${changes}`,
        action: sayTo('model', action) || 'none',
      },
      text: [
        [onlyToPerson(`${counted(changes, 'file')} changed ${sinceWords[since]}.`)],
        [onlyToPerson(changes > 0 && risk !== '?' ? sayRisk(risk, why) : '')],
        [onlyToPerson(sayTo('person', action))],
        // While the state is resting, the model still knows what it changed.
        ...(files.length === 0 ? [] : [[{ model: state === 'resting' ? '' : just, person: just }]]),
        ...problems.map(cleanLine),
      ],
    };
  },
});
