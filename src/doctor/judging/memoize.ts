/**
 * Caches the result for each key, since many diagnostics need the same result for the same entry. Keys are held weakly.
 * The result must depend on the key alone.
 */
export function memoize<Key extends object, Answer>(ask: (key: Key) => Answer): (key: Key) => Answer {
  const known = new WeakMap<Key, { readonly answer: Answer }>();
  return (key) => {
    const found = known.get(key) ?? { answer: ask(key) };
    known.set(key, found);
    return found.answer;
  };
}
