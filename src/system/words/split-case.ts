const change = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;

/** Names with a space where their case begins a new word: `useOAuth2Tokens` becomes `use O Auth2 Tokens`, `HTTPServer` becomes `HTTP Server`. */
export function splitCase(text: string): string {
  return text.replaceAll(change, ' ');
}
