import { requireBackend, whoami } from '../../../account/index.ts';
import { readSettings } from '../../../settings/index.ts';
import { httpClient } from '../../../system/http/index.ts';
import type { Command } from '../../command.ts';
import { exit } from '../../exit.ts';
import { identityLine } from '../../reports/identity-text.ts';

export default {
  name: 'api whoami',
  summary: 'Show who you are for the backend that you have configured.',
  usage: '[--json]',
  details: 'With the API key where one is configured (SVC_API_KEY, or "mcp.backend.apiKey"), else as who signed in with "snap login".',
  options: {},
  examples: [['snap api whoami --json', 'for a script (docs/schemas/whoami.json)']],
  async run({ system, ui, values, writable }) {
    const { settings } = await readSettings(system, undefined);
    const backend = requireBackend(settings.backend, system);
    const client = httpClient();
    try {
      const { identity, credential } = await whoami(await writable(), client, backend, new AbortController().signal);
      if (values.flag('json')) {
        ui.json({ schemaVersion: 1, endpoint: backend.endpoint, identity, credential: credential.kind });
      } else {
        const how = credential.kind === 'key' ? 'with an API key' : 'by "snap login"';
        ui.print(`${backend.endpoint}${identityLine(identity)}, ${how}.`);
        if (identity.permissions.length > 0) ui.print(`Permissions: ${identity.permissions.join(', ')}`);
      }
      return exit.fine;
    } finally {
      client.close();
    }
  },
} satisfies Command;
