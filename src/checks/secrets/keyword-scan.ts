/** A word that was found: its index in the list of words, and the offset behind its last byte. */
export type OnKeyword = (word: number, end: number) => void;

/** Finds words in bytes. */
export type KeywordScan = (bytes: Uint8Array, onKeyword: OnKeyword) => void;

/**
 * Prepares the search for many words in one pass, small and capital letters alike (Aho and Corasick, 1975: an automaton with one step for
 * each byte, however many words there are). The words are ASCII in small letters.
 */
export function keywordScan(words: readonly string[]): KeywordScan {
  const { classes, width } = byteClasses(words);
  const trie = buildTrie(words, classes, width);
  const { steps, found, firstFound } = toAutomaton(trie, width);
  return (bytes, onKeyword) => {
    let state = 0;
    const length = bytes.length;
    for (let i = 0; i < length; i += 1) {
      // Both lookups are inside of their tables: a byte is below 256, a state is a multiple of the width.
      state = steps[state + classes[bytes[i]!]!]!;
      if (state >= firstFound) for (const word of found[state / width]!) onKeyword(word, i + 1);
    }
  };
}

/** Bytes that no word holds are one class, and a small letter is one with its capital. */
function byteClasses(words: readonly string[]): { classes: Uint8Array; width: number } {
  const classes = new Uint8Array(256);
  let width = 1;
  for (const sign of new Set(words.join(''))) {
    classes[sign.charCodeAt(0)] = width;
    classes[sign.toUpperCase().charCodeAt(0)] = width;
    width += 1;
  }
  return { classes, width };
}

interface TrieNode {
  readonly next: (TrieNode | undefined)[];
  words: readonly number[];
  fallback: TrieNode | undefined;
  index: number;
}

function newNode(width: number): TrieNode {
  return { next: Array.from({ length: width }, () => undefined), words: [], fallback: undefined, index: 0 };
}

function buildTrie(words: readonly string[], classes: Uint8Array, width: number): TrieNode {
  const trie = newNode(width);
  for (const [index, word] of words.entries()) {
    let node = trie;
    for (let i = 0; i < word.length; i += 1) {
      const kind = classes[word.charCodeAt(i)] ?? 0;
      node = node.next[kind] ??= newNode(width);
    }
    node.words = [...node.words, index];
  }
  return trie;
}

/** The nodes in breadth: the fallback of each one is known before its children are asked. */
function linked(trie: TrieNode): readonly TrieNode[] {
  const nodes = [trie];
  for (const node of nodes) {
    for (const [kind, child] of node.next.entries()) {
      if (child === undefined) continue;
      let fallback = node.fallback;
      while (fallback !== undefined && fallback.next[kind] === undefined) fallback = fallback.fallback;
      child.fallback = fallback?.next[kind] ?? trie;
      child.words = [...child.words, ...child.fallback.words];
      nodes.push(child);
    }
  }
  return nodes;
}

/** States are numbered so that all that end a word come last: one comparison for each byte tells. */
function toAutomaton(trie: TrieNode, width: number): { steps: Uint32Array; found: readonly (readonly number[])[]; firstFound: number } {
  const nodes = linked(trie);
  const ordered = [...nodes.filter(({ words }) => words.length === 0), ...nodes.filter(({ words }) => words.length > 0)];
  for (const [index, node] of ordered.entries()) node.index = index;
  const steps = new Uint32Array(ordered.length * width);
  for (const node of nodes) {
    for (let kind = 0; kind < width; kind += 1) {
      const target = node.next[kind]?.index;
      const inherited = node.fallback === undefined ? 0 : (steps[node.fallback.index * width + kind] ?? 0);
      steps[node.index * width + kind] = target === undefined ? inherited : target * width;
    }
  }
  const firstFound = ordered.findIndex(({ words }) => words.length > 0);
  return { steps, found: ordered.map(({ words }) => words), firstFound: (firstFound === -1 ? ordered.length : firstFound) * width };
}
