/**
 * The peaks of a recording, from which a waveform is drawn without the audio. Their file is beside the recording. It has two bytes per
 * frame of 20 ms: the peak of the customer, then that of the agent, each from 0 to 255.
 */
export const peakIntervalMs = 20;

const bytesPerFrame = 2;

/** Returns the path of the peaks of a recording. */
export const peaksPath = (recordingPath: string): string => `${recordingPath}.peaks`;

/** Returns the peaks of interleaved stereo samples: of complete frames with `frameSamples` samples per side. */
export function peaksOf(samples: Int16Array, frameSamples: number): Uint8Array {
  const frames = Math.floor(samples.length / (2 * frameSamples));
  const peaks = new Uint8Array(frames * bytesPerFrame);
  for (let frame = 0, at = 0; frame < frames; frame++) {
    let left = 0;
    let right = 0;
    for (const end = at + 2 * frameSamples; at < end; at += 2) {
      left = Math.max(left, Math.abs(samples[at]!));
      right = Math.max(right, Math.abs(samples[at + 1]!));
    }
    peaks[frame * bytesPerFrame] = toByte(left);
    peaks[frame * bytesPerFrame + 1] = toByte(right);
  }
  return peaks;
}

/** The smallest sample, -32,768, has no positive counterpart. */
const toByte = (peak: number): number => Math.min(peak, 32_767) >> 7;

export interface PeaksOfSides {
  /** Time of each value in ms. */
  readonly intervalMs: number;
  readonly customer: number[];
  readonly agent: number[];
}

/** Returns at most `maxValues` values per side: each is the highest of its interval. */
export function mergePeaks(peaks: Uint8Array, maxValues: number): PeaksOfSides {
  const frames = Math.floor(peaks.length / bytesPerFrame);
  const merged = Math.max(1, Math.ceil(frames / maxValues));
  const highest = (side: 0 | 1) =>
    Array.from({ length: Math.ceil(frames / merged) }, (_, index) => {
      let peak = 0;
      const end = Math.min((index + 1) * merged, frames);
      for (let frame = index * merged; frame < end; frame++)
        peak = Math.max(peak, peaks[frame * bytesPerFrame + side]!);
      return peak;
    });
  return { intervalMs: merged * peakIntervalMs, customer: highest(0), agent: highest(1) };
}
