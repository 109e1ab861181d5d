/** Audio levels in dBFS: the root mean square, in decibels relative to the peak of a full-scale sine. */

const frameSamples = 160;
/** Frames that are quieter than the loudest frame by more than this are pauses. The value is the margin of ITU-T P.56. */
const pauseMarginDb = 15.9;
const fullScale = 32768;
/** The level of silence. */
export const silenceDbfs = -100;

/** Multiplies every sample in place and clips to 16 bits. */
export function scale(samples: Int16Array, factor: number): void {
  for (let i = 0; i < samples.length; i++) {
    const value = Math.round(samples[i]! * factor);
    samples[i] = value > 32767 ? 32767 : value < -32768 ? -32768 : value;
  }
}

/** Returns the level of all samples, pauses included; at least `silenceDbfs`. */
export function levelDbfs(samples: Int16Array): number {
  return toDbfs(meanSquare(samples, 0, samples.length));
}

/** Returns the active speech level of 8 kHz audio: the level of the 20 ms frames that are not pauses. */
export function speechLevelDbfs(samples: Int16Array): number {
  const powers: number[] = [];
  for (let at = 0; at + frameSamples <= samples.length; at += frameSamples)
    powers.push(meanSquare(samples, at, at + frameSamples));
  const maxPower = powers.reduce((max, power) => Math.max(max, power), 0);
  const minActivePower = maxPower / 10 ** (pauseMarginDb / 10);
  const activePowers = powers.filter((power) => power >= minActivePower);
  return activePowers.length === 0
    ? levelDbfs(samples)
    : toDbfs(activePowers.reduce((sum, power) => sum + power, 0) / activePowers.length);
}

/** Scales speech in place to a target level. A peak that would clip reduces the gain of all samples. */
export function normalizeSpeech(samples: Int16Array, targetDbfs: number): void {
  const level = speechLevelDbfs(samples);
  if (level <= silenceDbfs) return;
  const peak = samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 1);
  scale(samples, Math.min(10 ** ((targetDbfs - level) / 20), 32767 / peak));
}

function meanSquare(samples: Int16Array, from: number, end: number): number {
  let sum = 0;
  for (let i = from; i < end; i++) sum += samples[i]! * samples[i]!;
  return end > from ? sum / (end - from) : 0;
}

function toDbfs(power: number): number {
  return power <= 0 ? silenceDbfs : Math.max(silenceDbfs, 10 * Math.log10(power / fullScale ** 2));
}
