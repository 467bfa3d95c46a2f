/** The diff that removes a file. */
export function removal(path: string, text: string): string {
  const lines = text.trimEnd().split('\n');
  return `--- a/${path}\n+++ /dev/null\n@@ -1,${lines.length} +0,0 @@\n${lines.map((line) => `-${line}\n`).join('')}`;
}
