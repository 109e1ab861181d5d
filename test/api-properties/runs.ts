/** Requests to each operation; PARLEY_PROPERTY_RUNS asks for more. */
export const numRuns = Number(process.env['PARLEY_PROPERTY_RUNS'] ?? 20);
