/** Sample rate of mono audio in Hz: 8,000 on calls (G.711); 16,000 or 24,000 at speech providers that support these rates. */
export type SampleRate = 8000 | 16_000 | 24_000;
