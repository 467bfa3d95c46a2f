export { decodeText, encodeText } from './decode-text.ts';
export { entriesOf, findContainer, findEntry } from './edit/entries.ts';
export { changeNames, type NameChange } from './edit/json-names.ts';
export type { EntryChange, Format, FormatName, ServersAt, Splice, Tolerance } from './edit/format.ts';
export { applySplices } from './edit/splices.ts';
export { areOthersSame, fieldsAfter } from './edit/verify.ts';
export { curlyQuotes, curlyScalars } from './fix/curly-quotes.ts';
export { loadFix, type FixText } from './load-fix.ts';
export { isLimit } from './is-limit.ts';
export { loadFormat } from './load-format.ts';
export { placeOfPassage, type Passage } from './passages.ts';
export { parseJson } from './syntax/json.ts';
export {
  findMember,
  findNode,
  isList,
  isMap,
  positionAt,
  sameValue,
  toPlain,
  toValue,
  type MapNode,
  type Member,
  type Node,
  type Parsed,
  type Span,
  type Value,
  type ValueMap,
} from './syntax/node.ts';
