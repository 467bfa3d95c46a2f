import { joinedLayer } from '../full/joined-layer.ts';
import { confidenceLine, confidenceOf, recommendationOf } from '../full/verdict.ts';
import { architecture } from '../layers/architecture.ts';
import { dependencies } from '../layers/dependencies.ts';
import { performance } from '../layers/performance.ts';
import { secrets } from '../layers/secrets.ts';
import { syntax } from '../layers/syntax.ts';
import { tests } from '../layers/tests.ts';
import { threats } from '../layers/threats.ts';
import { types } from '../layers/types.ts';
import type { Mode } from '../mode.ts';

export default {
  id: 'full',
  summary: 'Seven layers at the same time, how much of what they examine was examined (confidence, 0 to 100), and what to do first.',
  limits: [
    'Tests run only where they are asked for (`tests`, `--tests`).',
    'It does not run the linter (mode quick), nor a build script (mode build).',
    'The confidence is the sum of the layers that ran to their end, passed or failed: syntax 10, types 25, tests 25, architecture 10, security 15, dependencies 10, performance 5. It does not say how good the code is.',
  ],
  layers: [syntax, types, tests, architecture, joinedLayer('security', [secrets, threats]), dependencies, performance],
  conclude(layers, findings) {
    const recommendation = recommendationOf(layers, findings);
    return {
      details: { confidence: confidenceOf(layers), recommendation },
      lines: [confidenceLine(layers)],
      next: recommendation,
    };
  },
} satisfies Mode;
