/** A row of a view, as the editor shows it. */
export interface Row {
  readonly label: string;
  readonly description: string;
  readonly tooltip: string;
  /** For a screen reader: all that the row says, without its icon. */
  readonly spoken: string;
  /** Name of an icon of the editor, and of a colour of its theme. */
  readonly icon: string;
  readonly color?: string | undefined;
}
