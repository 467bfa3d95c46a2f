import type { Place } from './place.ts';

/** A workspace that is ordinary and hostile, what happens in it, and what must hold after the restore. */
export interface HostileCase {
  readonly name: string;
  /** `facts`: one of the 31 that other engines were measured with. */
  readonly from: 'facts' | 'more';
  /** Paths that no snapshot holds, since they are ignored or excluded; whatever stands there stays. */
  readonly uncaptured?: readonly string[];
  build(place: Place): void;
  /** While the snapshot is taken; the answer ends it. */
  readonly during?: (place: Place) => () => void;
  /** After the first snapshot a process dies while it takes the next one. */
  readonly dies?: boolean;
  between(place: Place): void;
  /** When given, a second snapshot is taken after `between`; this happens then, and the second is restored. */
  readonly again?: (place: Place) => void;
  /** Only these are restored; everything else stays as it is. */
  readonly paths?: readonly string[];
  /** Must be after the restore as just before it. */
  readonly stays?: readonly string[];
  /** Made after the snapshot; must be there after the restore, or come back with the undo. */
  readonly notLost?: readonly string[];
  /** Made after the snapshot; must be gone. */
  readonly gone?: readonly string[];
  /** May come back or be left: it cannot be read or written here, and the rest must not suffer. */
  readonly either?: readonly string[];
  /** Files that nobody changed must keep their time. */
  readonly times?: boolean;
  /** The undo must give back what stood before the restore. */
  readonly undo?: boolean;
  /** Played as another user than root, where a mode means something. */
  readonly asOther?: boolean;
  /** A question about the state; the answer must be the same before and after the restore. */
  readonly ask?: (place: Place) => string;
  /** What else is wrong, in a sentence. */
  readonly wrong?: (place: Place) => string | undefined;
}
