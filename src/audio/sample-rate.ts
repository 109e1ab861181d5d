/** Sample rate of mono audio in Hz: telephony and G.711, wideband telephony (G.722), and speech engines. */
export type SampleRate = 8000 | 16_000 | 24_000;
