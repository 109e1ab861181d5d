import type { SynthesisOptions } from './synthesis.ts';

const chunkTimeoutMs = 5_000;
const fallbackAfterMs = 1_200;
/** The longest wait for audio of the last voice, if it is a vendor's and the apology can be heard instead. */
const apologyAfterMs = 1_800;

/** Returns how long synthesis waits for a voice. `hasApology`: whether the caller hears an apology if every voice fails. */
export const voiceTimeouts = (
  hasApology: boolean,
): Pick<SynthesisOptions, 'chunkTimeoutMs' | 'fallbackAfterMs' | 'lastVoiceTimeoutMs'> => ({
  chunkTimeoutMs,
  fallbackAfterMs,
  lastVoiceTimeoutMs: hasApology ? apologyAfterMs : chunkTimeoutMs,
});
