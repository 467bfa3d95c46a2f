// Writes src/checks/secrets/vendor-rules.json and the licence beside it from a checkout of https://github.com/gitleaks/gitleaks (MIT):
//   node scripts/secret-rules.mjs <directory of the checkout> <its commit>
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { root } from './bundling.mjs';
import { toJavaScript } from './re2-to-js.mjs';

const [directory, commit] = process.argv.slice(2);
if (directory === undefined || commit === undefined) {
  console.error('Usage: node scripts/secret-rules.mjs <directory of a gitleaks checkout> <its commit>');
  process.exit(2);
}
const config = parse(await readFile(join(directory, 'config/gitleaks.toml'), 'utf8'));

/** `(?:twitter)` and up to 20 signs before an assignment: the name is known, the value has no form of its own. */
const namePrefix = /^(?:\(\?i\))?\[\\w\.-\]\{0,50\}\?(?:\(\?i:)?/;

const rules = config.rules.map((rule) => {
  // The signs before a name are only there for the reported match. Without them the search is several times faster.
  const isNamed = rule.regex !== undefined && namePrefix.test(rule.regex);
  const expression = rule.regex?.replace(/^(\(\?i\))?\[\\w\.-\]\{0,50\}\?(\(\?i:)?(?:\[\\w\.-\]\{0,50\}\?)?/, '$1$2');
  const converted = expression === undefined ? undefined : toJavaScript(expression);
  return {
    id: rule.id,
    about: shortAbout(rule.description),
    ...(converted && { regex: converted.source }),
    ...(converted?.flags && { flags: converted.flags }),
    ...(converted && Number.isFinite(converted.max) && { maxLength: converted.max }),
    ...(isNamed && { isNamed }),
    ...(rule.secretGroup && { group: rule.secretGroup }),
    ...(rule.entropy && { entropy: rule.entropy }),
    ...(rule.path && { path: flagged(rule.path) }),
    keywords: (rule.keywords ?? []).map((keyword) => keyword.toLowerCase()),
    ...(rule.allowlists && { allow: rule.allowlists.map(allowlist) }),
  };
});
const data = { source: 'https://github.com/gitleaks/gitleaks', commit, allow: allowlist(config.allowlist), rules };
const room = join(root, 'src/checks/secrets');
await writeFile(join(room, 'vendor-rules.json'), `${JSON.stringify(data, null, 1)}\n`);
await writeFile(join(room, 'vendor-rules.LICENSE.txt'), await readFile(join(directory, 'LICENSE'), 'utf8'));
console.log(`vendor-rules.json: ${rules.length} rules of ${config.rules.length}.`);

function allowlist({ condition, regexTarget, regexes = [], paths = [], stopwords = [] }) {
  return {
    ...(condition === 'AND' && { needsAll: true }),
    ...(regexTarget && { target: regexTarget }),
    ...(regexes.length > 0 && { regexes: regexes.map(flagged) }),
    ...(paths.length > 0 && { paths: paths.map(flagged) }),
    ...(stopwords.length > 0 && { stopwords: stopwords.map((word) => word.toLowerCase()) }),
  };
}

/** With its flag in front: `i:expression` or `:expression`. */
function flagged(expression) {
  const { source, flags } = toJavaScript(expression);
  return `${flags}:${source}`;
}

/** `Uncovered a GitHub Personal Access Token, potentially leading to …`: only what it is. */
function shortAbout(description) {
  const [first = ''] = description.split(/[,.] |\.$| by /);
  return first
    .replace(/^.*?\b(?:an?|the|possible|potential) (?=\S)/i, '')
    .replace(/^(?:pattern that may indicate|potential|possible|valid) /i, '')
    .replace(/^(?:an?|the) /, '');
}
