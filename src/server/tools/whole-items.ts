/** Items that fit into so many characters, each whole, and those that are left; the first always fits. */
export function wholeItems(
  items: readonly string[],
  maxLength: number,
): { readonly shown: readonly string[]; readonly left: readonly string[] } {
  let length = 0;
  const end = items.findIndex((item, i) => {
    length += item.length;
    return i > 0 && length > maxLength;
  });
  return end < 0 ? { shown: items, left: [] } : { shown: items.slice(0, end), left: items.slice(end) };
}
