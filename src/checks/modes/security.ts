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
    'Parse Python, Go, Rust and Java: their text is examined with comments and strings masked, for fewer kinds of threats than JavaScript and TypeScript.',
    'Follow a value through functions: what a web request gives is known only in the same expression or one name away.',
    'Look into the history of git, into archives, or into what the ignore rules leave out.',
  ],
  layers: [secrets, threats, dependencies],
} satisfies Mode;
