import type { LegAudioEvent } from '../../contracts/leg-audio.ts';
import type { FakeLeg } from '../../contracts/testing/fake-leg.ts';
import { FakeSpeechToText } from '../../contracts/testing/fake-speech-to-text.ts';
import { FakeTextToSpeech } from '../../contracts/testing/fake-text-to-speech.ts';
import { rethrowUncaught } from '../../contracts/testing/rethrow-uncaught.ts';
import type { ManualClock } from '../../core/manual-clock.ts';
import type { CallVoiceOptions } from '../call-voice-options.ts';
import type { VoiceEvent, VoicePipeline } from '../voice-pipeline.ts';

/** The options that all implementations of `VoicePipeline` have in common, without models. */
export type CommonOptions = Omit<CallVoiceOptions, 'models' | 'recogniser'> & {
  readonly recogniser: FakeSpeechToText;
};

/** Returns options with one voice, a recogniser with an open vocabulary, and one universal phrase. */
export const commonOptions = (clock: ManualClock, leg: FakeLeg): CommonOptions => ({
  clock,
  onInternalError: rethrowUncaught,
  audio: leg.audio,
  voices: [voiceOf(new FakeTextToSpeech({ clock }))],
  recogniser: new FakeSpeechToText({ capabilities: { openVocabulary: true } }),
  language: 'en-US',
  keyterms: [],
  turn: { endpointing: 'semantic', minSilenceMs: 200, maxSilenceMs: 800 },
  interruption: { enabled: true, minSpeechMs: 200, minWords: 0, ignorePhrases: [] },
  silence: { reminderMs: 10_000, maxReminders: 1, endAfterMs: 60_000 },
  modelSettings: { temperature: 0.4, maxTokens: 250, timeoutMs: 4_000 },
  phrases: {
    fillers: ['One moment, please.'],
    spareFillers: [],
    offer: 'You can hold on.',
    apology: 'Could you say that again?',
  },
  universalPhrases: {
    expectation: { id: 'always', phrases: [], forms: [] },
    duringAmd: [],
    matches: (text) => text === 'stop calling me',
  },
});

export const voiceOf = <T>(engine: T, voiceId = 'tone') => ({
  engine,
  voiceId,
  language: 'en-US',
  speed: 1,
  volume: 1,
});

/** Answers the call and starts its voice. `close` returns the number of timers that remain. */
export function startVoice(voice: VoicePipeline, clock: ManualClock, leg: FakeLeg) {
  const events: VoiceEvent[] = [];
  voice.on((event) => events.push(event));
  leg.on((event) => voice.handleAudioEvent(event as LegAudioEvent));
  leg.pickUp();
  voice.start();
  const eventsOf = <T extends VoiceEvent['type']>(type: T) =>
    events.filter((event): event is Extract<VoiceEvent, { type: T }> => event.type === type);
  const heard = () => eventsOf('agent-spoke').map(({ heardText }) => heardText);
  const close = () => {
    voice.close();
    leg.hangup();
    return clock.pendingTimers;
  };
  return { events, eventsOf, heard, close };
}
