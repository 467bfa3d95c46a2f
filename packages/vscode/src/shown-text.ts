/** A text with words of others on one line. Invisible characters, and those that show a text in another order, become a space. */
export function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]+/gu, ' ');
}

/**
 * The same for a message. The editor makes a link, even one that runs a command, of `[text](address)`:
 * https://github.com/microsoft/vscode/blob/main/src/vs/base/common/linkedText.ts (2026-11-22)
 */
export function plainMessage(text: string): string {
  return visible(text).replaceAll('](', '] (');
}

/** A text with words of others for a list to pick from: the editor makes an icon of `$(name)`. https://code.visualstudio.com/api/references/icons-in-labels */
export function withoutIcons(text: string): string {
  return text.replaceAll('$(', String.raw`\$(`);
}

/** A row of a list to pick from, whose texts have words of others. */
export function plainRow<Row extends { readonly label: string; readonly description?: string; readonly detail?: string }>(row: Row): Row {
  const plain = (text: string): string => withoutIcons(plainMessage(text));
  return {
    ...row,
    label: plain(row.label),
    ...(row.description === undefined ? {} : { description: plain(row.description) }),
    ...(row.detail === undefined ? {} : { detail: plain(row.detail) }),
  };
}

/** A text with words of others for Markdown that is rendered: no line breaks, no hidden characters, and nothing that Markdown reads. */
export function markdownText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll(/[\\`*_{}[\]()#+\-.!<>|~$&:@]/g, String.raw`\$&`);
}
