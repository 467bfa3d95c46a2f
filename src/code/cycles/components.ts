/**
 * The strongly connected components of more than one node, and nodes with an edge to themselves, each sorted, in the order of their first nodes.
 * Tarjan's algorithm (https://doi.org/10.1137/0201010) without recursion: a chain of imports may be as long as a project has files.
 */
export function components(nodes: readonly string[], next: (node: string) => readonly string[]): readonly (readonly string[])[] {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  const numberOf = (name: string): number => {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, names.length);
    return names.push(name) - 1;
  };
  for (const node of nodes) numberOf(node);
  const targets: number[][] = [];
  // Grows while it is walked: targets that are no nodes themselves.
  for (let i = 0; i < names.length; i += 1) targets.push(next(names[i] ?? '').map(numberOf));
  return numbered(targets)
    .map((group) => group.map((i) => names[i] ?? '').sort())
    .sort((one, other) => ((one[0] ?? '') < (other[0] ?? '') ? -1 : 1));
}

function numbered(targets: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const index = new Int32Array(targets.length).fill(-1);
  const low = new Int32Array(targets.length);
  const isOpen = new Uint8Array(targets.length);
  /** How many of its targets were looked at. */
  const at = new Int32Array(targets.length);
  const stack: number[] = [];
  const path: number[] = [];
  const found: number[][] = [];
  let count = 0;
  const enter = (node: number): void => {
    index[node] = low[node] = count;
    count += 1;
    stack.push(node);
    isOpen[node] = 1;
    path.push(node);
  };
  for (const [root] of targets.entries()) {
    if (index[root] === -1) enter(root);
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
      const target = targets[node]?.[at[node] ?? 0];
      if (target !== undefined) {
        at[node] = (at[node] ?? 0) + 1;
        if (index[target] === -1) enter(target);
        else if (isOpen[target] === 1) low[node] = Math.min(low[node] ?? 0, index[target] ?? 0);
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above !== undefined) low[above] = Math.min(low[above] ?? 0, low[node] ?? 0);
      if (low[node] !== index[node]) continue;
      const members = stack.splice(stack.lastIndexOf(node));
      for (const member of members) isOpen[member] = 0;
      if (members.length > 1 || targets[node]?.includes(node) === true) found.push(members);
    }
  }
  return found;
}
