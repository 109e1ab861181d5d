/*
 * Call progress tones. Frequencies and cadences are those of the North American precise tone plan (ITU-T E.180
 * supplement 2, United States). All audio is at 8 kHz.
 */
const sampleRate = 8000;
/** About -22 dBFS per frequency, -19 dBFS in total (RMS): as loud as speech. */
const amplitude = 3600;
/** Length of the ramp at both ends, which prevents a click. */
const rampSamples = 40;

interface Cadence {
  readonly hz: readonly number[];
  readonly onMs: number;
  readonly offMs: number;
}

const cadences = {
  ringback: { hz: [440, 480], onMs: 2000, offMs: 4000 },
  busy: { hz: [480, 620], onMs: 500, offMs: 500 },
  reorder: { hz: [480, 620], onMs: 250, offMs: 250 },
} as const satisfies Record<string, Cadence>;

export type ProgressTone = keyof typeof cadences;

/**
 * Returns a call progress tone of the given duration. `atMs` is the offset into the tone, for audio generated in
 * chunks.
 */
export function progressTone(kind: ProgressTone, durationMs: number, atMs = 0): Int16Array {
  const { hz, onMs, offMs } = cadences[kind];
  const period = samplesIn(onMs + offMs);
  const on = samplesIn(onMs);
  const start = samplesIn(atMs);
  return Int16Array.from({ length: samplesIn(durationMs) }, (_, i) => {
    const position = (start + i) % period;
    return position < on ? sampleOf(hz, position, on) : 0;
  });
}

/** Returns the beep of a voicemail: a single tone. */
export function beepTone(durationMs: number, hz = 1000): Int16Array {
  const count = samplesIn(durationMs);
  return Int16Array.from({ length: count }, (_, i) => sampleOf([hz], i, count));
}

function samplesIn(durationMs: number): number {
  return Math.round((durationMs * sampleRate) / 1000);
}

function sampleOf(hz: readonly number[], i: number, length: number): number {
  const edge = Math.min(1, i / rampSamples, (length - 1 - i) / rampSamples);
  const sum = hz.reduce((total, each) => total + Math.sin((2 * Math.PI * each * i) / sampleRate), 0);
  return Math.round(amplitude * edge * sum);
}
