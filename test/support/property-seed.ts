import fc from 'fast-check';

/** The seed of all property tests, so that runs are repeatable. PARLEY_PROPERTY_SEED selects other cases. */
export const propertySeed = Number(process.env['PARLEY_PROPERTY_SEED'] ?? 1);

fc.configureGlobal({ seed: propertySeed });
