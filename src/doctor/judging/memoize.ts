/**
 * Asked once for each key, as many diagnostics ask the same of the same entry. Held weakly: what an entry says is forgotten with it.
 * The answer must follow from the key alone.
 */
export function memoize<Key extends object, Answer>(ask: (key: Key) => Answer): (key: Key) => Answer {
  const known = new WeakMap<Key, { readonly answer: Answer }>();
  return (key) => {
    const found = known.get(key) ?? { answer: ask(key) };
    known.set(key, found);
    return found.answer;
  };
}
