import type { LegAudioEvent } from '../../contracts/leg-audio.ts';
import { FakeLeg } from '../../contracts/testing/fake-leg.ts';
import { FakeSpeechToText } from '../../contracts/testing/fake-speech-to-text.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import type { AmdResult } from '../answering-machine.ts';
import { CallVoice } from '../call-voice.ts';
import { commonOptions, startVoice } from './test-voice.ts';

/** Speech takes about 65 ms per character. */
const spokenMs = (text: string) => text.length * 65;

function createGreetedCall(language = 'en-US') {
  const clock = new ManualClock();
  const leg = new FakeLeg({ clock });
  const recogniser = new FakeSpeechToText({ capabilities: { openVocabulary: true } });
  const voice = new CallVoice({ ...commonOptions(clock, leg), recogniser, language, models: [] });
  const { eventsOf, close } = startVoice(voice, clock, leg);
  voice.detectAnsweringMachine();
  const at = (ms: number, run: () => void) => clock.after(ms, run);
  const send = (event: LegAudioEvent) => voice.handleAudioEvent(event);
  return {
    clock,
    close,
    recogniser,
    at,
    /** Reports speech that has started at `atMs`, 60 ms later. */
    start: (atMs: number) => at(atMs + 60, () => send({ type: 'speech-started', atMs })),
    stop: (atMs: number) =>
      at(atMs + 100, () => send({ type: 'speech-stopped', atMs, detectedAtMs: atMs + 100 })),
    /** Recognises the text word by word, each word `lagMs` after it was spoken. Words that were finalised are not repeated. */
    recognise: (text: string, atMs: number, lagMs: number) => {
      const words = text.split(' ');
      let [first, finalizeCount] = [0, 0];
      for (const index of words.keys())
        at(atMs + spokenMs(words.slice(0, index + 1).join(' ')) + lagMs, () => {
          if (recogniser.latest.finalizeCount > finalizeCount) first = index;
          ({ finalizeCount } = recogniser.latest);
          recogniser.latest.recognise({ text: words.slice(first, index + 1).join(' ') });
        });
    },
    results: () => eventsOf('amd-result').map(({ result }) => result),
  };
}

type GreetedCall = ReturnType<typeof createGreetedCall>;
export type EventOrder = (call: GreetedCall, text: string, atMs: number) => void;

/** Orders in which the leg reports voice activity, and the recogniser text. A greeting starts at `atMs`. */
export const eventOrders: Readonly<Record<string, EventOrder>> = {
  'start, text, stop': (call, text, atMs) => {
    call.start(atMs);
    call.recognise(text, atMs, 200);
    call.stop(atMs + spokenMs(text));
  },
  'text after the stop': (call, text, atMs) => {
    call.start(atMs);
    call.recognise(text, atMs, 350);
    call.stop(atMs + spokenMs(text));
  },
  'text after the end of the turn': (call, text, atMs) => {
    call.start(atMs);
    call.recognise(text, atMs, 900);
    call.stop(atMs + spokenMs(text));
  },
  'text of a quiet caller without voice activity': (call, text, atMs) => call.recognise(text, atMs, 300),
  'no stop, because of noise behind the caller': (call, text, atMs) => {
    call.start(0);
    call.recognise(text, atMs, 300);
  },
  'end of turn before the stop': (call, text, atMs) => {
    const endMs = atMs + spokenMs(text);
    call.start(atMs);
    call.recognise(text, atMs, 200);
    call.at(endMs + 300, () => call.recogniser.latest.endTurn());
    call.stop(endMs + 2_500);
  },
  'end of turn without a stop': (call, text, atMs) => {
    call.start(atMs);
    call.recognise(text, atMs, 200);
    call.at(atMs + spokenMs(text) + 300, () => call.recogniser.latest.endTurn());
  },
  'two starts': (call, text, atMs) => {
    call.start(atMs);
    eventOrders['start, text, stop']!(call, text, atMs + 40);
  },
  'two stops': (call, text, atMs) => {
    eventOrders['start, text, stop']!(call, text, atMs);
    call.stop(atMs + spokenMs(text) + 300);
  },
  'a stop without a start': (call, text, atMs) => {
    call.recognise(text, atMs, 200);
    call.stop(atMs + spokenMs(text));
  },
  'a short sound before the text': (call, text, atMs) => {
    call.start(atMs - 400);
    call.stop(atMs - 300);
    eventOrders['text after the end of the turn']!(call, text, atMs);
  },
  'the same text twice': (call, text, atMs) => {
    eventOrders['start, text, stop']!(call, text, atMs);
    call.at(atMs + spokenMs(text) + 2_500, () => call.recogniser.latest.recognise({ text }));
  },
};

/** Plays a greeting 600 ms after the answer. Returns the results of 25 s. */
export async function amdResultsOf(
  order: EventOrder,
  text: string,
  language: string,
): Promise<readonly AmdResult[]> {
  const call = createGreetedCall(language);
  order(call, text, 600);
  await call.clock.advance(25_000);
  const results = call.results();
  if (call.close() > 0) throw new Error('A timer remains after the call.');
  return results;
}
