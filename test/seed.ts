import fc from 'fast-check';

/** The same cases in every run, so that a run that passed passes again. `SNAP_SEED` looks for others. */
fc.configureGlobal({ seed: Number(process.env['SNAP_SEED'] ?? 20_261_123) });
