export function sourcesDigest(): string;
export function builtDigest(): string | undefined;
