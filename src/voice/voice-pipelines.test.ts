import { FakeCaller } from '../contracts/testing/fake-caller.ts';
import { FakeLanguageModel } from '../contracts/testing/fake-language-model.ts';
import { FakeRealtimeModel, sayToModel } from '../contracts/testing/fake-realtime-model.ts';
import { CallVoice } from './call-voice.ts';
import { RealtimeVoice } from './realtime/realtime-voice.ts';
import { voicePipelineSuite } from './testing/voice-pipeline-suite.ts';

voicePipelineSuite('CallVoice', (options, { clock, leg, replies }) => {
  const script = replies.map((text) =>
    text === 'fail' ? { ending: 'refused' as const } : { pieces: [text] },
  );
  const caller = new FakeCaller(clock, leg, options.recogniser);
  return {
    voice: new CallVoice({
      ...options,
      models: [new FakeLanguageModel(script, { clock, partDelayMs: 100 })],
    }),
    callerSays: (text, durationMs) =>
      text === '' ? caller.cough(durationMs) : caller.say(text, { durationMs }),
  };
});

voicePipelineSuite('RealtimeVoice', (options, { clock, leg, replies }) => {
  const realtimeModel = new FakeRealtimeModel({
    clock,
    replies: replies.map((text) => (text === 'fail' ? { isFailed: true } : { text })),
  });
  return {
    voice: new RealtimeVoice({ ...options, models: [], realtimeModel, modelVoice: undefined }),
    callerSays: (text, durationMs) => sayToModel(leg, realtimeModel, text, durationMs),
  };
});
