import { dependencies } from '../layers/dependencies.ts';
import { secrets } from '../layers/secrets.ts';
import { threats } from '../layers/threats.ts';
import type { Mode } from '../mode.ts';

export default {
  id: 'security',
  summary: 'Secrets in the text of files, dangerous code and hidden text, and what the manifests of packages declare.',
  limits: [
    'Ask an issuer whether a token is valid: nothing leaves the machine.',
    'Look into the history of git, into archives, or into what the ignore rules leave out.',
  ],
  layers: [secrets, threats, dependencies],
} satisfies Mode;
