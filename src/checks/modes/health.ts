import { health } from '../layers/health.ts';
import type { Mode } from '../mode.ts';

export default {
  id: 'health',
  summary: 'What is wrong with the MCP config files of the AI assistants on this machine, and with this server.',
  layers: [health],
} satisfies Mode;
