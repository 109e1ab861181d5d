/** Requests to each operation; PARLEY_PROPERTY_RUNS asks for more. */
export const numRuns = Number(process.env['PARLEY_PROPERTY_RUNS'] ?? 20);

/** PARLEY_PROPERTY_SEED repeats a run; the names of the tests tell which it was. */
export const seed = Number(process.env['PARLEY_PROPERTY_SEED'] ?? Date.now() % 2 ** 31);
