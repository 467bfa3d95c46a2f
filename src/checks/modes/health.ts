import { health } from '../layers/health.ts';
import type { Mode } from '../mode.ts';

export default {
  id: 'health',
  summary: 'What is wrong with the MCP config files of the AI assistants on this machine, and with this server.',
  limits: [
    'It starts no server and calls none: "snap mcp validate --probe" does.',
    'It looks at no code, so `files` and `diff` mean nothing to it.',
  ],
  layers: [health],
} satisfies Mode;
