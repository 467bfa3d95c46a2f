// Replaces the loaders of cosmiconfig that run the files they read or that snap does not use.
throw new Error('This reader is not part of snap.');
