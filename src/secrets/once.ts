/** What is made when it is first asked for: most starts of the program need few of the expressions and words of this room. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
