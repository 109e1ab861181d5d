import type { VoiceDescription } from '../../contracts/text-to-speech.ts';

/** Flite's 16 kHz voices. The first is the default, because it is the most intelligible over the phone. */
export const builtinVoices = [
  { voiceId: 'rms', name: 'Robert', language: 'en-US', gender: 'male' },
  { voiceId: 'slt', name: 'Susan', language: 'en-US', gender: 'female' },
  { voiceId: 'awb', name: 'Alan', language: 'en-GB', gender: 'male' },
  { voiceId: 'kal16', name: 'Kevin', language: 'en-US', gender: 'male' },
] as const satisfies readonly VoiceDescription[];

export type BuiltinVoiceId = (typeof builtinVoices)[number]['voiceId'];

export function isBuiltinVoiceId(voiceId: string): voiceId is BuiltinVoiceId {
  return builtinVoices.some((voice) => voice.voiceId === voiceId);
}
