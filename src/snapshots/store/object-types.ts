/** sha256 of kind and content, as 32 bytes; in text as hex. */
export type ObjectId = string & { readonly brand: 'ObjectId' };

export type ObjectKind = 'blob' | 'chunks' | 'tree';

/** Content by its hash. One process writes at a time (it holds the store's lock); any number read. */
export interface ObjectStore {
  has(id: ObjectId): boolean;
  /** Appends it unless it is there. Nothing is durable before {@link ObjectStore.sync}. @throws SnapError `io`; then the pack is as before. */
  put(kind: ObjectKind, bytes: Uint8Array): ObjectId;
  /** @throws SnapError `io` naming the pack when the bytes are damaged; `undefined` when the store does not have it. */
  get(id: ObjectId): { readonly kind: ObjectKind; readonly bytes: Uint8Array } | undefined;
  /** One fdatasync for each file that was touched. */
  sync(): void;
  close(): void;
}

/** One entry of a directory as a snapshot keeps it. */
export type TreeEntry =
  | {
      readonly kind: 'file';
      readonly name: Buffer;
      readonly mode: number;
      readonly size: number;
      readonly id: ObjectId;
      readonly isSealed: boolean;
    }
  | { readonly kind: 'chunked'; readonly name: Buffer; readonly mode: number; readonly size: number; readonly id: ObjectId }
  /** Content that the workspace's own git repository has, until it is copied: sha1 of the git blob. */
  | { readonly kind: 'borrowed'; readonly name: Buffer; readonly mode: number; readonly size: number; readonly gitId: string }
  | { readonly kind: 'directory'; readonly name: Buffer; readonly mode: number; readonly id: ObjectId }
  | { readonly kind: 'link'; readonly name: Buffer; readonly target: Buffer }
  /**
   * A FIFO, socket or device: known by its kind alone, never opened. `skipped`: a file or directory that is there and was not captured
   * (too large, unreadable), so that its absence is not taken for a deletion: a restore leaves whatever is there.
   */
  | { readonly kind: 'special'; readonly name: Buffer; readonly what: 'fifo' | 'socket' | 'device' | 'skipped' };
