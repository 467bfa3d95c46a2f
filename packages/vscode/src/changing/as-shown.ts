import type { FileChange, PreviewedFile } from '../core.ts';

/**
 * The changes as a person has seen them: a file that another program has written since is left, unless the change is in it already. Without this,
 * they would be made in a text that the person has not seen.
 */
export function asShown(files: readonly PreviewedFile[]): readonly FileChange[] {
  return files.flatMap(({ before, results }) => {
    let shown = before;
    return results.map(({ change, computed }) => {
      const from = shown;
      if (computed.kind === 'write') shown = computed.bytes;
      return bound(change, from);
    });
  });
}

function bound(change: FileChange, from: Uint8Array | undefined): FileChange {
  return {
    ...change,
    compute(bytes) {
      const computed = change.compute(bytes);
      if (isSame(bytes, from) || computed.kind !== 'write') return computed;
      return { kind: 'refused', message: `${change.path}: it changed while you were deciding.`, hint: 'Run the command again.' };
    },
  };
}

function isSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one === undefined || other === undefined ? one === other : Buffer.compare(one, other) === 0;
}
