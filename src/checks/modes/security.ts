import { dependencies } from '../layers/dependencies.ts';
import { secrets } from '../layers/secrets.ts';
import { threats } from '../layers/threats.ts';
import type { Mode } from '../mode.ts';

export default {
  id: 'security',
  summary: 'Secrets in the text of files, dangerous code and hidden text, and what the manifests of packages declare.',
  limits: [
    'Ask an issuer whether a token is valid: nothing leaves the machine.',
    'Look up known vulnerabilities of packages: that needs the network.',
    'Examine code of other languages than JavaScript and TypeScript: ruff (rules S), gosec, clippy and the like do. Hidden text, texts for assistants and secrets are found in all files.',
    'Look for SQL, HTML, paths and weak ciphers that are put together from values: semgrep and eslint-plugin-security do.',
    'Follow a value through functions: what a web request gives is known only in the same expression or one name away.',
    'Look into the history of git, into archives, or into what the ignore rules leave out.',
  ],
  layers: [secrets, threats, dependencies],
} satisfies Mode;
