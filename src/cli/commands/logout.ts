import { logout } from '../../account/index.ts';
import { httpClient } from '../../system/http/index.ts';
import type { Command } from '../command.ts';
import { exit } from '../exit.ts';

export default {
  name: 'logout',
  summary: 'Sign out: forget the tokens on this machine, and have the backend end them.',
  usage: '[--json]',
  details: 'The tokens on this machine are deleted, also where the backend does not answer.',
  options: {},
  examples: [['snap logout', 'also where nobody is signed in']],
  async run({ ui, values, writable }) {
    const client = httpClient();
    try {
      const left = await logout(await writable(), client);
      if (values.flag('json'))
        ui.json({ schemaVersion: 1, wasSignedIn: left !== undefined, endpoint: left?.endpoint ?? null, revoked: left?.isRevoked ?? false });
      else if (left === undefined) ui.print('Nobody was signed in.');
      else if (left.endpoint === undefined)
        ui.print(
          'The file of the sign-in is deleted. snap used nothing of what it held, so no backend was asked to end a token, and tokens in a keyring stay there.',
        );
      else
        ui.print(
          `${ui.style.green(ui.style.mark.good)} Signed out of ${left.endpoint}.${left.isRevoked ? '' : ' The tokens are deleted here; the backend did not say that it has ended them.'}`,
        );
      return exit.fine;
    } finally {
      client.close();
    }
  },
} satisfies Command;
