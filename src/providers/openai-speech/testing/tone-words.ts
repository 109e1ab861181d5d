/** Simulated speech that survives resampling: each word of a small vocabulary is a tone with a distinct frequency. */
const vocabulary = ['yes', 'no', 'thank', 'you', 'speak', 'to', 'a', 'person', 'please'];
const firstHz = 500;
const stepHz = 250;
const wordMs = 240;
const gapMs = 60;
const amplitude = 8_000;
const windowMs = 20;

const frequencyOf = (word: string): number => firstHz + stepHz * Math.max(0, vocabulary.indexOf(word));

/** Returns audio of the words. Words outside of the vocabulary sound like the first one. */
export function audioOfToneWords(text: string, sampleRate: number, speed = 1): Int16Array {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const wordSamples = Math.round((wordMs * sampleRate) / 1000 / speed);
  const stepSamples = Math.round(((wordMs + gapMs) * sampleRate) / 1000 / speed);
  const samples = new Int16Array(words.length * stepSamples);
  for (const [index, word] of words.entries()) {
    const radians = (2 * Math.PI * frequencyOf(word)) / sampleRate;
    for (let i = 0; i < wordSamples; i++)
      samples[index * stepSamples + i] = Math.round(amplitude * Math.sin(radians * i));
  }
  return samples;
}

/** Returns the words of the audio. With a `sampleRate` other than that of the audio, the words differ. */
export function toneWordsOf(samples: Int16Array, sampleRate: number): string {
  const size = (windowMs * sampleRate) / 1000;
  const words: string[] = [];
  let previous = '';
  for (let at = 0; at + size <= samples.length; at += size) {
    const word = wordOf(samples.subarray(at, at + size), sampleRate);
    if (word !== '' && word !== previous) words.push(word);
    previous = word;
  }
  return words.join(' ');
}

/** Returns the word whose tone has most of the power; empty if there is none. */
function wordOf(window: Int16Array, sampleRate: number): string {
  const power = window.reduce((sum, sample) => sum + sample * sample, 0) / window.length;
  if (power < (amplitude / 4) ** 2 / 2) return '';
  const found = vocabulary.find((word) => tonePower(window, frequencyOf(word), sampleRate) > 0.8 * power);
  return found ?? '';
}

/** Returns the power of a frequency (Goertzel's algorithm, by its definition). */
function tonePower(window: Int16Array, hz: number, sampleRate: number): number {
  let real = 0;
  let imaginary = 0;
  for (const [i, sample] of window.entries()) {
    const angle = (2 * Math.PI * hz * i) / sampleRate;
    real += sample * Math.cos(angle);
    imaginary += sample * Math.sin(angle);
  }
  return (2 * (real ** 2 + imaginary ** 2)) / window.length ** 2;
}
