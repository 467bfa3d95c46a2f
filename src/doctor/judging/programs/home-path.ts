/** The home directory that a path begins with, on any platform: `/Users/ada`, `/home/ada`, `C:\Users\ada`. */
export function homeIn(path: string): string | undefined {
  const found =
    /^(\/Users\/(?!Shared\b)[^/\\]+|\/home\/[^/\\]+|\/root(?=\/|$)|[A-Za-z]:[\\/]Users[\\/](?!Public\b)[^/\\]+|\/mnt\/[a-z]\/Users\/[^/\\]+)/.exec(
      path,
    )?.[0];
  return found === undefined || /[<>{}$%]/.test(found) || /[\\/](your|user|username|me|you|name|path|xxx+)([-_.].*)?$/i.test(found)
    ? undefined
    : found;
}
