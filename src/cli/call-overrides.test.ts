import { describe, expect, it } from 'vitest';
import { callOverrides } from './call-overrides.ts';

describe('callOverrides', () => {
  it('selects a recogniser, a voice and a model without fallbacks', () => {
    expect(callOverrides({ stt: 'deepgram', tts: 'cartesia/694f', model: 'local/Qwen/Qwen3-8B' })).toEqual({
      overrides: {
        transcriber: { provider: 'deepgram', model: null, fallback: [] },
        voice: { provider: 'cartesia', voiceId: '694f', fallback: [] },
        model: 'local/Qwen/Qwen3-8B',
        modelSettings: { fallbackModels: [] },
      },
    });
    expect(callOverrides({ stt: 'deepgram/flux-general-en' })).toEqual({
      overrides: { transcriber: { provider: 'deepgram', model: 'flux-general-en', fallback: [] } },
    });
  });

  it('overrides nothing without options', () => {
    expect(callOverrides({})).toEqual({});
  });

  it.each(['elevenlabs', 'elevenlabs/', '/slt'])('rejects the voice %s', (tts) => {
    expect(() => callOverrides({ tts })).toThrow('Write provider/voice');
  });
});
