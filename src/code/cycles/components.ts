/**
 * The strongly connected components of more than one node, and nodes with an edge to themselves, each sorted, in the order of their first nodes.
 * Tarjan's algorithm (https://doi.org/10.1137/0201010) without recursion: a chain of imports may be as long as a project has files.
 */
export function components(nodes: readonly string[], next: (node: string) => readonly string[]): readonly (readonly string[])[] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const onStack = new Set<string>();
  const stack: string[] = [];
  const found: string[][] = [];
  for (const root of nodes) {
    if (index.has(root)) continue;
    const frames: { readonly node: string; readonly targets: readonly string[]; at: number }[] = [];
    const enter = (node: string): void => {
      index.set(node, index.size);
      low.set(node, index.size - 1);
      stack.push(node);
      onStack.add(node);
      frames.push({ node, targets: next(node), at: 0 });
    };
    enter(root);
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const { node, targets } = frame;
      const target = targets[frame.at];
      if (target !== undefined) {
        frame.at += 1;
        if (!index.has(target)) enter(target);
        else if (onStack.has(target)) low.set(node, Math.min(low.get(node) ?? 0, index.get(target) ?? 0));
        continue;
      }
      frames.pop();
      const above = frames.at(-1);
      if (above !== undefined) low.set(above.node, Math.min(low.get(above.node) ?? 0, low.get(node) ?? 0));
      if (low.get(node) !== index.get(node)) continue;
      const members = stack.splice(stack.lastIndexOf(node));
      for (const member of members) onStack.delete(member);
      if (members.length > 1 || targets.includes(node)) found.push(members.sort());
    }
  }
  return found.sort((one, other) => ((one[0] ?? '') < (other[0] ?? '') ? -1 : 1));
}
