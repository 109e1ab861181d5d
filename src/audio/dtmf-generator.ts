/** The frequency groups of ITU-T Q.23. Each digit is the sum of one low and one high tone. */
export const dtmfLowHz = [697, 770, 852, 941] as const;
export const dtmfHighHz = [1209, 1336, 1477, 1633] as const;

/** The digits: one row per low tone, one column per high tone. */
export const dtmfDigits = ['123A', '456B', '789C', '*0#D'] as const;

const sampleRate = 8000;
/** Amplitude of each tone: 14 dB below full scale, so that the sum of two tones does not clip. */
const amplitude = 0.2 * 32767;
/** Length of the ramp at both ends, which prevents a click. */
const rampSamples = 16;

export function isDtmfDigit(digit: string): boolean {
  return digit.length === 1 && '0123456789ABCD*#'.includes(digit);
}

/** Returns the tone of a digit (0-9, A-D, *, #) at 8 kHz. Throws `RangeError` for any other character. */
export function dtmfTone(digit: string, durationMs: number): Int16Array {
  if (!isDtmfDigit(digit)) throw new RangeError('A DTMF digit is one of 0-9 A-D * #.');
  const row = dtmfDigits.findIndex((keys) => keys.includes(digit));
  const low = (2 * Math.PI * dtmfLowHz[row]!) / sampleRate;
  const high = (2 * Math.PI * dtmfHighHz[dtmfDigits[row]!.indexOf(digit)]!) / sampleRate;
  const count = Math.round((durationMs * sampleRate) / 1000);
  return Int16Array.from({ length: count }, (_, i) => {
    const edge = Math.min(1, i / rampSamples, (count - 1 - i) / rampSamples);
    return Math.round(amplitude * edge * (Math.sin(low * i) + Math.sin(high * i)));
  });
}
