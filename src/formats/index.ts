export { decodeText, encodeText } from './decode-text.ts';
export { entriesOf, findContainer, findEntry } from './edit/format.ts';
export { changeNames, type NameChange } from './edit/json-names.ts';
export {
  type EntryChange,
  type Format,
  type FormatName,
  type ServersAt,
  type Splice,
  type Tolerance,
  applySplices,
} from './edit/format.ts';
export { areOthersSame, fieldsAfter } from './edit/verify.ts';
export { curlyQuotes, curlyScalars, curlyQuoteOnLine } from './fix/curly-quotes.ts';
export { loadFix, loadFormat, type FixText } from './load-format.ts';
export { placeOfPassage, type Passage } from './passages.ts';
export { looseJson, parseJson } from './syntax/json.ts';
export {
  allMaps,
  findMember,
  findNode,
  isList,
  isMap,
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
