/**
 * The patterns of the TOML fixer. Broken TOML does not parse, so the fixer examines its lines with these.
 * Each pattern has texts that it matches and texts that it does not match; test/formats/fix/toml-patterns.test.ts checks both.
 */
interface TomlPattern {
  readonly pattern: RegExp;
  readonly matches: readonly string[];
  readonly differs: readonly string[];
}

export const tomlPatterns = {
  /** A line that opens a table or an element of an array of tables. */
  header: { pattern: /^[ \t]*\[/, matches: ['[a]', '  [[a.b]]', '[a'], differs: ['a = [1]', '# [a]', ''] },
  /** A line that opens an element of an array of tables. */
  listHeader: { pattern: /^[ \t]*\[\[/, matches: ['[[a]]', '\t[[a.b]'], differs: ['[a]', '[ [a]', 'a = [[1]]'] },
  /** A header with one bracket more on one side. */
  unevenHeader: {
    pattern: /^[ \t]*(?:\[\[[^[\]]*\](?![\],])|\[[^[\]]*\]\])/,
    matches: ['[[a.b]', '[a.b]]', '[[a] # why'],
    differs: ['[a]', '[[a]]', '[a', 'a = [[1]', '[[a],]'],
  },
  /** A header with a space inside the brackets on one side only. */
  unevenSpaces: {
    pattern: /^[ \t]*\[+(?:[ \t]+[^=]*[^ \t\]]\]|[^ \t[][^=]*[ \t]\])/,
    matches: ['[ a.b]', "['a b' ]", '[[ a]] # why'],
    differs: ['[a]', '[ a ]', '[[ "a b" ]]', 'a = [1 ]'],
  },
  /** A table's header with its name, which holds no bracket. */
  tableName: { pattern: /^[ \t]*\[([^[\]]*)\]/, matches: ['[a.b]', ' [a] # why'], differs: ['[[a]]', '[a', 'a = [1]'] },
  /** Any header with its name, one bracket missing or not. */
  headerName: { pattern: /^[ \t]*\[+([^\]]*)\]/, matches: ['[a.b]', '[[a.b]]', '[[a.b]'], differs: ['[a', 'a = [1]'] },
  /** A single key, without dots or spaces. */
  singleKey: {
    pattern: /^(?:[\w-]+|"[^"]*"|'[^']*')$/,
    matches: ['a-b_1', '"a.b"', "'a b'"],
    differs: ['a.b', 'a b', '', '"a'],
  },
  /** A line that starts a statement: a header, or a key with its equals sign. */
  statement: {
    pattern: /^[ \t]*(?:\[\[?[ \t]*["'\w]|(?:[\w-]+|"[^"]*"|'[^']*')(?:[ \t]*\.[ \t]*(?:[\w-]+|"[^"]*"|'[^']*'))*[ \t]*=)/,
    matches: ['[a]', '[[ "a"', 'a = 1', 'a . "b c".d=', "'x' = 1"],
    differs: ['"x",', '# a = 1', ']', '  "-y", # a = 1', 'a b = 1', ''],
  },
  /** An empty line, or one with only a comment. */
  blankOrComment: { pattern: /^[ \t]*(?:#|$)/, matches: ['', '  ', '# why', '\t# why'], differs: ['a = 1', ']', '"# x"'] },
  /** A comment on a line of its own, on any line of the text. */
  commentLine: { pattern: /^[ \t]*#/m, matches: ['# why', 'a = 1\n  # why\nb = 2'], differs: ['a = 1 # why', 'a = "#"'] },
  /** A string over several lines begins or ends here. */
  multiLineQuote: { pattern: /"""|'''/, matches: ['a = """x', "'''"], differs: ['a = ""', "a = ''", 'a = "x"'] },
  /** Before an opening quote: the start of a line, or a character that a string can follow. */
  beforeOpeningQuote: {
    pattern: /(?:^|[\r\n[{,=.])[ \t]*$/,
    matches: ['', 'a = ', '[', 'args = ["-y", ', 'a.', 'a = 1\n  '],
    differs: ['a', 'a = "x', 'a = ]'],
  },
  /** After a closing quote: the end of a line, or a character that can follow a string. */
  afterClosingQuote: {
    pattern: /^[ \t]*(?:$|[\r\n,\]}=.#])/,
    matches: ['', ' ', '\n[b]', ', "x"', ']', ' = 1', '.b', ' # why'],
    differs: ['x', ' x = 1', '"x"', '[1]'],
  },
  /** After a key: a dot or an equals sign. */
  afterKey: { pattern: /^[ \t]*[.=]/, matches: [' = 1', '.b = 1', '=1'], differs: [', "x"', '\n= 1', ''] },
  /** A word and then two quotes: `b.""` may have been `b.c`, `x""` may have been `"x"`. */
  quotesAfterWord: {
    pattern: /[^\s=,[{(:"'](?:""|'')/,
    matches: ['[a.b""', 'cwd = /x""', "b.'' = 1"],
    differs: ['a = ""', '["", "x"]', '{"" = 1}', "a = ''"],
  },
  /** A string that would also be a key without quotes: it may be a bare key in which a letter was replaced by a quote. */
  bareKey: { pattern: /^[\w. -]+$/, matches: ['command', 'a.b', 'x y', 'a-1'], differs: ['@a/b', 'a:b', '', 'C:\\x'] },
  /** Only a key on the line so far, so an equals sign must follow. */
  keyAlone: { pattern: /^[ \t]*[\w"'.-]+[ \t]*$/, matches: ['enabled ', '"ab"', ' a.b'], differs: ['a = ', 'a b', ''] },
  /** Around a comma that is deleted: an item beside it may have been lost. */
  itemMayBeLost: {
    pattern: /[[{]\s*,\s*[\]}]|[[{]\s+,|, *,\s*[\]}]|, +,|,\s*[\r\n]\s*,/,
    matches: ['[,]', '[1,\n  ,\n', '[ , "x"', '"x",,]', '"x", , "y"', '{ , }'],
    differs: ['"x",, "y"', '["x",]', '[, "x"', '"x" , "y"'],
  },
  /** Before a bracket that is inserted or deleted: a number comes after an opening mark, so the bracket may have been a digit. */
  numberInList: {
    pattern: /[[{,][ \t]*[-+.\d]\S*$/,
    matches: ['[1', '[1, 2', '["x", -5', '{.5'],
    differs: ['["x"', '["x", "y1"', 'a = 1', '[1, 2 '],
  },
  /** The key before a value, on the same line. */
  keyBeforeValue: {
    pattern: /([\w-]+)["']?[ \t]*=[ \t]*$/,
    matches: ['args = ', '"args"=', 'a.b-c = '],
    differs: ['args', 'args = [', '= x'],
  },
  /** From an opening bracket: the closing one follows directly. */
  emptyFromStart: { pattern: /^.\s*[\]}]/, matches: ['[]', '{ }', '[\n]', '[}'], differs: ['["x"]', '[ # why\n]', '['] },
  /** Before a closing bracket: the opening one, with only comments between them. */
  emptyToEnd: {
    pattern: /[[{](?:\s|#[^\r\n]*)*$/,
    matches: ['a = [', 'a = { ', 'a = [ # none\n '],
    differs: ['a = ["x"', 'a = [1 ', 'a = '],
  },
} as const satisfies Readonly<Record<string, TomlPattern>>;

/** Whether a text has what the pattern of this name looks for. */
export function has(name: keyof typeof tomlPatterns, text: string): boolean {
  return tomlPatterns[name].pattern.test(text);
}
