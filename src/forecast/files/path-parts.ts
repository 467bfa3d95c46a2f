/** A path taken apart: the directory ends with a slash, or is empty. */
export function pathParts(file: string): { readonly directory: string; readonly name: string } {
  const cut = file.lastIndexOf('/') + 1;
  return { directory: file.slice(0, cut), name: file.slice(cut) };
}
