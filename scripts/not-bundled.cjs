// Stands for the readers of cosmiconfig that run what they read, or that nothing of ours asks for.
throw new Error('This reader is not part of snap.');
