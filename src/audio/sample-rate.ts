/** The sample rates of audio in calls and at speech providers, in Hz, ascending. */
export const sampleRates = [8000, 16_000, 24_000] as const;

/**
 * Sample rate of mono audio in Hz: 8,000 on telephone lines (G.711); 16,000 or 24,000 on faster legs and at speech providers that support these
 * rates.
 */
export type SampleRate = (typeof sampleRates)[number];
