import type { SgNode } from '@ast-grep/napi';
import { argumentsOf, callsOf, followed, isConstant, offsetOf, rule, type Script, textParts } from '../script.ts';
import type { Example, Hit, Threat } from '../threat.ts';

/** Text put together with a value, or a value as it is. What a function returns may be cleaned, and is left out. */
function isValue(node: SgNode, script: Script): boolean {
  if (isConstant(node, script)) return false;
  const value = followed(node, script);
  switch (value.kind()) {
    case 'identifier':
    case 'subscript_expression':
      return true;
    case 'member_expression':
      // Moving the text of one element into another.
      return !/\.(?:innerHTML|outerHTML)$/.test(value.text());
    case 'template_string':
    case 'binary_expression':
      return textParts(value).some((part) => {
        const inner = part.kind() === 'template_substitution' ? part.children().find((child) => child.isNamed()) : part;
        return (
          inner !== undefined &&
          ['identifier', 'member_expression', 'subscript_expression'].includes(String(inner.kind())) &&
          isValue(inner, script)
        );
      });
    default:
      return false;
  }
}

/** A name that says that its text was made safe, or that it holds a picture of the program itself. */
const safeName = /saniti[sz]ed?|escaped|purified|trusted|safe|svg|icon|styles?|css|nonce/i;

function* inScript(script: Script): Generator<Hit> {
  const assigned = script.root.findAll(
    rule({
      any: [{ kind: 'assignment_expression' }, { kind: 'augmented_assignment_expression' }],
      has: { field: 'left', regex: String.raw`\.(?:innerHTML|outerHTML|srcdoc)$` },
    }),
  );
  for (const node of assigned) yield* hit(node, node.field('right'), script);
  for (const call of callsOf(script, String.raw`^document\.(?:write|writeln)$`)) yield* hit(call, argumentsOf(call)[0] ?? null, script);
  for (const call of callsOf(script, String.raw`\.(?:insertAdjacentHTML|createContextualFragment)$`))
    yield* hit(call, argumentsOf(call).at(-1) ?? null, script);
  for (const pair of script.root.findAll(rule({ kind: 'pair', has: { field: 'key', regex: String.raw`^['"]?__html['"]?$` } })))
    yield* hit(pair, pair.field('value'), script);
}

function* hit(at: SgNode, value: SgNode | null, script: Script): Generator<Hit> {
  if (value !== null && isValue(value, script) && !safeName.test(value.text())) yield { at: offsetOf(at) };
}

export default {
  id: 'html-text',
  severity: 'warning',
  message: 'A value becomes HTML as it is, so markup in it is run by the browser.',
  fix: 'Set textContent, or clean the value first.',
  javascript: {
    keyword: /\b(?:innerHTML|outerHTML|srcdoc|insertAdjacentHTML|createContextualFragment|__html)\b|document\.write/,
    find: inScript,
  },
} satisfies Threat;

export const examples: readonly Example[] = [
  { language: 'javascript', found: 1, code: 'export const show = (el, text) => { el.innerHTML = text; };' },
  { language: 'javascript', found: 1, code: 'export const show = (el, user) => { el.innerHTML = `<b>${user.name}</b>`; };' },
  { language: 'javascript', found: 1, code: 'export const show = (el, text) => el.insertAdjacentHTML("beforeend", text);' },
  { language: 'javascript', found: 1, code: 'const A = ({ html }) => <div dangerouslySetInnerHTML={{ __html: html }} />;' },
  { language: 'javascript', found: 0, code: 'el.innerHTML = ""; el.innerHTML = "<b>x</b>"; const a = el.innerHTML;' },
  { language: 'javascript', found: 0, code: 'el.innerHTML = DOMPurify.sanitize(text); el.innerHTML = `<b>${escapeHtml(text)}</b>`;' },
  { language: 'javascript', found: 0, code: 'const A = () => <script dangerouslySetInnerHTML={{ __html: JSON.stringify(data) }} />;' },
  { language: 'javascript', found: 0, code: 'const MARKUP = `<b>x</b>`; el.innerHTML = MARKUP; el.textContent = text;' },
];
