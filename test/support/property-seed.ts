import fc from 'fast-check';

/** Of every property test, so that a run can be repeated; PARLEY_PROPERTY_SEED chooses other cases. */
export const propertySeed = Number(process.env['PARLEY_PROPERTY_SEED'] ?? 1);

fc.configureGlobal({ seed: propertySeed });
