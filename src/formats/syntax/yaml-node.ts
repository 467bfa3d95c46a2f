import type { ListNode, MapNode, Member, ScalarNode, Span } from './node.ts';

/**
 * A value with what an edit must know about how it is written.
 * - `implied`: nothing is written (`key:`), the value is null and its span is empty
 * - `alias`: it is read through `*name`. The span of it and of all that is in it is the alias's: nothing in it can be edited there
 */
export type YamlNode = YamlScalar | YamlList | YamlMap;

export interface YamlScalar extends ScalarNode {
  readonly style: 'plain' | 'single-quoted' | 'double-quoted' | 'block' | 'implied' | 'alias';
}

export interface YamlList extends ListNode {
  readonly style: 'block' | 'flow' | 'alias';
  readonly items: readonly YamlNode[];
  /** One for each item. */
  readonly slots: readonly Slot[];
}

export interface YamlMap extends MapNode {
  readonly style: 'block' | 'flow' | 'alias';
  readonly members: readonly YamlMember[];
  /** One for each member. */
  readonly slots: readonly Slot[];
}

export interface YamlMember extends Member {
  readonly value: YamlNode;
}

/** A `key: value` or a `- item` as a whole: from its first mark (`?`, `-`, `&anchor`, the key) to the value's end. */
export interface Slot extends Span {
  readonly value: YamlNode;
  /** After the `:` or `-` and what qualifies the value (`&anchor`, `!tag`): where an implied value is. Absent without any. */
  readonly valueAt?: number | undefined;
  /** Whether the value has an anchor or a tag. */
  readonly isQualified: boolean;
}
