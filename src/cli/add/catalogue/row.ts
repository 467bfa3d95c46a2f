/** A well-known MCP server, as its vendor says to set it up. Pure data. */
export interface CatalogueRow {
  /** What a person types, and the name of the entry. */
  readonly id: string;
  readonly aliases?: readonly string[];
  /** What it gives an assistant, in a few words. */
  readonly says: string;
  /** Each as the vendor documents it. The first one that an assistant can have is written. */
  readonly entries: readonly [CatalogueEntry, ...CatalogueEntry[]];
  /** Variables that an entry refers to as `${NAME}`. */
  readonly variables?: readonly CatalogueVariable[];
  /** What only the person knows, by the placeholder that stands for it in the arguments. */
  readonly blanks?: readonly CatalogueBlank[];
  /** Where the entries are documented: pages that were read, and only those. */
  readonly sources: readonly [string, ...string[]];
  /** How old the text is that was read there: the day of its newest commit or copy. */
  readonly asOf: string;
}

export type CatalogueEntry =
  | { readonly command: string; readonly args: readonly string[]; readonly env?: Readonly<Record<string, string>> }
  | { readonly url: string; readonly headers?: Readonly<Record<string, string>> };

export interface CatalogueVariable {
  readonly name: string;
  /** Where a person gets the value, or what it is. */
  readonly says: string;
  /** Not a secret: what is typed may be seen. */
  readonly isPublic?: true;
}

export interface CatalogueBlank {
  readonly placeholder: `<${string}>`;
  /** What it is, as the end of "It needs …". */
  readonly says: string;
  /** A path of this machine, which is written in full. */
  readonly isPath?: true;
}
