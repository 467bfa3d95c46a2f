/** A text with words of others for a message: the editor makes a link, even one that runs a command, of `[text](address)`. */
export function withoutLinks(text: string): string {
  return text.replaceAll('](', '] (');
}

/** A text with words of others for a list to pick from: the editor makes an icon of `$(name)`. https://code.visualstudio.com/api/references/icons-in-labels */
export function withoutIcons(text: string): string {
  return text.replaceAll('$(', String.raw`\$(`);
}
