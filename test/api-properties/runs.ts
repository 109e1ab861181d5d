/** Number of requests per operation. PARLEY_PROPERTY_RUNS overrides it. */
export const numRuns = Number(process.env['PARLEY_PROPERTY_RUNS'] ?? 20);
