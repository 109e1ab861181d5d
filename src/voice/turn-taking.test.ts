import { describe, expect, it } from 'vitest';
import type { LanguageModel, LanguagePart, LanguageRequest } from '../contracts/language-model.ts';
import { FakeCaller } from '../contracts/testing/fake-caller.ts';
import { FakeLeg } from '../contracts/testing/fake-leg.ts';
import { FakeSpeechToText } from '../contracts/testing/fake-speech-to-text.ts';
import { ManualClock } from '../core/manual-clock.ts';
import type { AgentTools } from '../models/tools/agent-tools.ts';
import { CallVoice } from './call-voice.ts';
import type { CallVoiceOptions } from './call-voice-options.ts';
import type { Question } from './voice-pipeline.ts';
import { commonOptions, startVoice } from './testing/test-voice.ts';

const question: Question = {
  expectation: { id: 'open', phrases: [], forms: [] },
  answerKind: 'open',
  timeoutMs: 30_000,
  digits: null,
  speech: true,
  sensitive: false,
};
/** 2.5 s. */
const tenWords = 'One two three four five six seven eight nine ten?';

type Reply = { readonly text: string; readonly tool?: string };

interface Change extends Partial<Pick<CallVoiceOptions, 'interruption' | 'language' | 'tools'>> {
  /** Time from the request to the first word of each reply. Default: 700 ms. */
  readonly replyAfterMs?: number;
  /** Returns the reply to a request. Default: `Reply 1.`, `Reply 2.` … */
  readonly replyTo?: (request: LanguageRequest) => Reply;
  readonly openVocabulary?: boolean;
}

/** Creates a call in which a model replies to each answer, and the next question follows each reply. */
function createCall({ replyAfterMs = 700, replyTo, openVocabulary = true, ...change }: Change = {}) {
  const clock = new ManualClock();
  const leg = new FakeLeg({ clock });
  const recogniser = new FakeSpeechToText({ capabilities: { openVocabulary } });
  const requests: LanguageRequest[] = [];
  const model: LanguageModel = {
    id: 'test/model',
    async *respond(request): AsyncIterable<LanguagePart> {
      requests.push(request);
      const reply: Reply = replyTo?.(request) ?? { text: `Reply ${requests.length}.` };
      const { text, tool } = reply;
      await clock.sleep(replyAfterMs, request.signal).catch(() => undefined);
      if (request.signal?.aborted === true) return;
      if (text !== '') yield { type: 'text-delta', text };
      if (tool !== undefined)
        yield { type: 'tool-called', id: 'a', name: tool, arguments: { day: 'Tuesday' } };
      yield { type: 'finished', reason: 'stop', inputTokens: 1, outputTokens: 1 };
    },
    checkHealth: () => Promise.resolve({ ok: true, detail: '' }),
  };
  const voice = new CallVoice({ ...commonOptions(clock, leg), ...change, recogniser, models: [model] });
  voice.on((event) => {
    if (event.type !== 'question-answered') return;
    voice.generateReply('Be kind.');
    voice.askQuestion(question);
  });
  const call = startVoice(voice, clock, leg);
  voice.askQuestion(question);
  const asked = () => requests.map(({ messages }) => messages.at(-1)!.content);
  const playedFrom = (index: number) => leg.audio.playedIntervals[index]?.fromMs;
  return {
    clock,
    leg,
    voice,
    recogniser,
    requests,
    asked,
    playedFrom,
    ...call,
    caller: new FakeCaller(clock, leg, recogniser),
  };
}

/** Creates a call whose caller has said "I would like an appointment", 1.5 s, and whose turn has ended. The reply would begin about 700 ms later. */
async function createAnsweredCall(change: Change = {}) {
  const call = createCall(change);
  call.caller.say('I would like an appointment');
  while (call.eventsOf('question-answered').length === 0) await call.clock.advance(20);
  return call;
}

/** Intervals in which both sides are heard, in ms. */
function overlapMs(leg: FakeLeg, fromMs: number, toMs: number): number {
  return leg.audio.playedIntervals.reduce(
    (sum, played) => sum + Math.max(0, Math.min(toMs, played.toMs) - Math.max(fromMs, played.fromMs)),
    0,
  );
}

describe('speech after the end of a turn and before the first sound of the reply', () => {
  it.each([100, 400, 600, 690])(
    'after %i ms continues the turn: the reply is not heard, and the model is asked with all words',
    async (afterMs) => {
      const { clock, leg, caller, asked, heard, close } = await createAnsweredCall();
      await clock.advance(afterMs);
      const fromMs = leg.audio.nowMs;
      caller.say('on Tuesday please', { transcriptAfterMs: 500 });
      await clock.advance(6_000);
      expect(asked()).toEqual([
        'I would like an appointment',
        'I would like an appointment on Tuesday please',
      ]);
      expect(overlapMs(leg, fromMs, fromMs + 900)).toBeLessThanOrEqual(60);
      expect(heard().filter((text) => text !== '')).toEqual(['Reply 2.']);
      expect(close()).toBe(0);
    },
  );

  it('continues the turn if it was under way when a vendor ended the turn', async () => {
    const { clock, leg, recogniser, caller, asked, heard, close } = createCall();
    caller.say('I would like an appointment on Tuesday please', {
      durationMs: 3_500,
      transcriptAfterMs: 10_000,
    });
    await clock.advance(1_500);
    recogniser.latest.recognise({ text: 'I would like an appointment', durationMs: 1_500 });
    recogniser.latest.endTurn();
    await clock.advance(1_000);
    expect(asked()).toEqual(['I would like an appointment']);
    recogniser.latest.recognise({ text: 'on Tuesday', durationMs: 600 });
    await clock.advance(900);
    recogniser.latest.endTurn();
    await clock.advance(4_000);
    expect(asked().at(-1)).toBe('I would like an appointment on Tuesday');
    expect(overlapMs(leg, 0, 3_500)).toBe(0);
    expect(heard().filter((text) => text !== '')).toEqual(['Reply 2.']);
    close();
  });

  it('counts if it ended before the transcript of the turn arrived', async () => {
    const { clock, recogniser, caller, asked, heard, close } = createCall();
    const { latest } = recogniser;
    const finalize = latest.finalize.bind(latest);
    let finals = 0;
    latest.finalize = () => void clock.after(finals++ === 0 ? 900 : 0, finalize);
    caller.say('I would like an appointment', { transcriptAfterMs: 1_500 });
    await clock.advance(2_250);
    caller.cough(400);
    await clock.advance(650);
    expect(asked()).toEqual(['I would like an appointment']);
    latest.recognise({ text: 'on Tuesday', durationMs: 400 });
    await clock.advance(5_000);
    expect(asked().at(-1)).toBe('I would like an appointment on Tuesday');
    expect(heard().filter((text) => text !== '')).toEqual(['Reply 2.']);
    expect(close()).toBe(0);
  });

  it.each([
    ['a backchannel', 'mm-hm', 300],
    ['an acknowledgement', 'okay', 300],
    ['a noise', '', 300],
    ['a longer noise', '', 1_000],
  ])('delays the reply by less than 1 s if it is %s', async (_, text, durationMs) => {
    const { clock, leg, caller, asked, heard, playedFrom, close } = await createAnsweredCall();
    await clock.advance(600);
    const fromMs = leg.audio.nowMs;
    if (text === '') caller.cough(durationMs);
    else caller.say(text, { durationMs, transcriptAfterMs: durationMs + 200 });
    await clock.advance(6_000);
    expect(asked()).toEqual(['I would like an appointment']);
    expect(heard()).toEqual(['Reply 1.']);
    expect(playedFrom(0)).toBeGreaterThanOrEqual(fromMs + durationMs);
    expect(playedFrom(0)).toBeLessThanOrEqual(fromMs + durationMs + 900);
    expect(close()).toBe(0);
  });

  it('continues the turn during a filler for the slow transcript of the turn', async () => {
    const { clock, recogniser, caller, voice, asked, close } = createCall({ replyAfterMs: 3_000 });
    const { latest } = recogniser;
    const finalize = latest.finalize.bind(latest);
    let finals = 0;
    latest.finalize = () => void clock.after(finals++ === 0 ? 1_500 : 0, finalize);
    caller.say('I would like an appointment');
    while (!voice.isSpeaking) await clock.advance(20);
    await clock.advance(400);
    caller.say('on Tuesday please', { transcriptAfterMs: 500 });
    await clock.advance(3_000);
    expect(asked()).toEqual(['I would like an appointment', 'on Tuesday please']);
    expect(close()).toBe(0);
  });

  it('keeps a backchannel from replacing a reply that is still being generated', async () => {
    const { clock, caller, asked, heard } = await createAnsweredCall({ replyAfterMs: 2_500 });
    caller.say('mm-hm', { durationMs: 300 });
    await clock.advance(8_000);
    expect(asked()).toEqual(['I would like an appointment']);
    expect(heard().at(-1)).toBe('Reply 1.');
  });

  it('delays replies by noise that does not end at most once, by 1.5 s', async () => {
    const { clock, leg, recogniser, heard, playedFrom, close } = createCall();
    leg.speak(60_000);
    recogniser.latest.recognise({ text: 'I would like an appointment', durationMs: 1_500 });
    await clock.advance(1_500);
    recogniser.latest.endTurn();
    const endedMs = leg.audio.nowMs;
    await clock.advance(5_000);
    expect(heard()).toEqual(['Reply 1.']);
    expect(playedFrom(0)).toBeLessThanOrEqual(endedMs + 1_600);
    recogniser.latest.recognise({ text: 'thank you very much', durationMs: 900 });
    recogniser.latest.endTurn();
    await clock.advance(1_600);
    expect(heard()).toEqual(['Reply 1.', 'Reply 2.']);
    close();
  });

  it('holds the reply even if the agent may not be interrupted', async () => {
    const interruption = { enabled: false, minSpeechMs: 200, minWords: 3, ignorePhrases: [] };
    const { clock, caller, asked, heard } = await createAnsweredCall({ interruption });
    await clock.advance(600);
    caller.say('on Tuesday', { transcriptAfterMs: 400 });
    await clock.advance(6_000);
    expect(asked().at(-1)).toBe('I would like an appointment on Tuesday');
    expect(heard().filter((text) => text !== '')).toEqual(['Reply 2.']);
  });

  it('does not hold an uninterruptible text', async () => {
    const { clock, voice, caller, heard, leg } = createCall();
    caller.say('hello there my friend', { transcriptAfterMs: 400 });
    await clock.advance(500);
    voice.say(tenWords, false);
    await clock.advance(4_000);
    expect(heard()[0]).toBe(tenWords);
    expect(leg.audio.playedIntervals[0]!.fromMs).toBe(500);
    expect(leg.audio.playedIntervals[0]!.toMs).toBeGreaterThanOrEqual(3_000);
  });

  it('holds a text that is said while the caller speaks, and says it after the turn', async () => {
    const { clock, voice, caller, heard, leg } = createCall();
    caller.say('hello there my friend', { transcriptAfterMs: 400 });
    await clock.advance(500);
    voice.say('Good morning.', true);
    voice.askQuestion(question);
    await clock.advance(4_000);
    expect(heard()).toEqual(['Good morning.']);
    expect(leg.audio.playedIntervals[0]!.fromMs).toBeGreaterThanOrEqual(1_200);
  });
});

describe('a tool with side effects', () => {
  /** Creates a call whose model requests a tool that takes 4 s, after the text, in each reply to the caller. */
  function createBooking(text: string) {
    const runs: string[] = [];
    let call: ReturnType<typeof createCall> | undefined;
    const tools: AgentTools = {
      definitions: [{ name: 'book', description: '', parameters: { type: 'object' } }],
      isReadOnly: () => false,
      endsTurn: () => false,
      replacesReply: () => false,
      run: async ({ name }) => {
        runs.push(name);
        await call!.clock.sleep(4_000);
        return 'Booked.';
      },
    };
    const replyTo = ({ messages }: LanguageRequest) =>
      messages.at(-1)?.role === 'tool' ? { text: 'It is booked.' } : { text, tool: 'book' };
    call = createCall({ tools, replyTo, replyAfterMs: 100 });
    return { ...call, runs };
  }

  it.each([
    ['has not started', '', 400],
    ['runs', '', 1_500],
    ['runs, and the agent has announced it', 'Let me book that.', 2_500],
  ])('is executed once if the caller continues when it %s', async (_, text, afterMs) => {
    const { clock, caller, runs, heard, close } = createBooking(text);
    caller.say('book Tuesday');
    await clock.advance(1_000 + afterMs);
    caller.say('at noon please', { transcriptAfterMs: 500 });
    await clock.advance(9_000);
    expect(runs).toEqual(['book']);
    expect(heard().at(-1)).toBe('It is booked.');
    caller.say('book it again please');
    await clock.advance(9_000);
    expect(runs).toEqual(['book', 'book']);
    expect(close()).toBe(0);
  });
});

describe('speech while the agent speaks', () => {
  /** Creates a call whose agent speaks for 2.5 s. */
  async function createSpeakingCall(change: Change = {}, interruptible = true) {
    const call = createCall(change);
    call.voice.say(tenWords, interruptible);
    call.voice.askQuestion(question);
    await call.clock.advance(500);
    return call;
  }

  const languages: [string, string, string][] = [
    ['en-US', 'uh-huh', 'wait'],
    ['es-ES', 'sí, claro', '¡Espere!'],
    ['fr-FR', "d'accord", 'Attendez…'],
    ['de-DE', 'Ja, genau.', 'Moment mal'],
    ['pt-BR', 'tá bom', 'só um momento'],
    ['it-IT', 'sì, va bene', 'Un attimo'],
    ['nl-NL', 'oké', 'Wacht even'],
    ['ja-JP', 'mm-hm', 'stop'],
  ];

  it.each(languages)(
    'of %s: %j does not silence it, %j stops it at once',
    async (language, backchannel, stop) => {
      const interruption = { enabled: true, minSpeechMs: 200, minWords: 5, ignorePhrases: [] };
      const { clock, leg, caller, heard } = await createSpeakingCall({ language, interruption });
      caller.say(backchannel, { durationMs: 400, transcriptAfterMs: 600 });
      await clock.advance(1_200);
      const [first] = leg.audio.playedIntervals;
      expect(first!.toMs).toBeGreaterThanOrEqual(900);
      expect(leg.audio.playedIntervals.at(1)?.fromMs ?? first!.toMs).toBeLessThanOrEqual(first!.toMs + 300);
      expect(leg.audio.playedIntervals.at(-1)!.toMs).toBe(leg.audio.nowMs);
      caller.say(stop, { durationMs: 400, transcriptAfterMs: 300 });
      await clock.advance(340);
      expect(heard()).toHaveLength(1);
      expect(heard()).not.toEqual([tenWords]);
    },
  );

  it('pauses the agent after 400 ms, and resumes it within 300 ms if it ends without words', async () => {
    const { clock, leg, caller, heard } = await createSpeakingCall();
    caller.cough(500);
    await clock.advance(6_000);
    expect(heard()).toEqual([tenWords]);
    expect(leg.audio.playedIntervals).toEqual([
      { fromMs: 0, toMs: 900 },
      { fromMs: 1_180, toMs: expect.any(Number) as number },
    ]);
  });

  it('is a stop phrase even after a backchannel', async () => {
    const interruption = { enabled: true, minSpeechMs: 200, minWords: 5, ignorePhrases: [] };
    const { clock, caller, heard } = await createSpeakingCall({ interruption });
    caller.say('okay but', { transcriptAfterMs: 250 });
    await clock.advance(300);
    expect(heard()).toEqual([]);
    caller.say('okay stop', { transcriptAfterMs: 250 });
    await clock.advance(300);
    expect(heard()).toHaveLength(1);
  });

  it.each([
    ['all right', false],
    ['all of it', true],
  ])('waits for the next word if the first one can begin a backchannel: %j', async (text, interrupts) => {
    const { clock, leg, recogniser, eventsOf } = await createSpeakingCall();
    leg.speak(500);
    await clock.advance(300);
    recogniser.latest.recognise({ text: 'all', durationMs: 500 });
    await clock.advance(100);
    expect(eventsOf('agent-spoke')).toEqual([]);
    recogniser.latest.recognise({ text, durationMs: 500 });
    expect(eventsOf('agent-spoke')).toHaveLength(interrupts ? 1 : 0);
    await clock.advance(6_000);
    expect(eventsOf('question-answered')).toHaveLength(interrupts ? 1 : 0);
  });

  it('interrupts although the voice activity detector does not hear it', async () => {
    const { clock, recogniser, eventsOf } = await createSpeakingCall();
    recogniser.latest.recognise({ text: 'stop', durationMs: 300 });
    await clock.advance(40);
    expect(eventsOf('agent-spoke')).toMatchObject([{ interrupted: true }]);
  });

  it('answers a question whose words have nearly been said, although it is an acknowledgement', async () => {
    const { clock, caller, eventsOf } = await createSpeakingCall();
    await clock.advance(1_400);
    caller.say('yeah', { durationMs: 300, transcriptAfterMs: 500 });
    await clock.advance(2_000);
    expect(eventsOf('question-answered')).toMatchObject([{ turn: { text: 'yeah' } }]);
  });

  it('does not touch an uninterruptible text: neither its volume nor its words', async () => {
    const { clock, leg, caller, heard } = await createSpeakingCall({}, false);
    caller.say('stop stop stop', { transcriptAfterMs: 250 });
    await clock.advance(4_000);
    expect([heard()[0], leg.audio.loweredIntervals, leg.audio.playedIntervals[0]]).toEqual([
      tenWords,
      [],
      { fromMs: 0, toMs: 2_500 },
    ]);
  });

  it('interrupts at most once in 300 ms', async () => {
    const { clock, leg, caller, eventsOf, close } = await createSpeakingCall();
    caller.say('stop', { durationMs: 200, transcriptAfterMs: 200 });
    await clock.advance(260);
    caller.say('wait', { durationMs: 200, transcriptAfterMs: 200 });
    await clock.advance(6_000);
    expect(eventsOf('agent-spoke').filter(({ interrupted }) => interrupted)).toHaveLength(1);
    expect(leg.audio.paused).toBe(false);
    expect(close()).toBe(0);
  });

  it('with fewer words than needed pauses the agent at most 3 s if the sound does not end', async () => {
    const interruption = { enabled: true, minSpeechMs: 200, minWords: 5, ignorePhrases: [] };
    const { clock, leg, recogniser } = await createSpeakingCall({ interruption });
    leg.speak(30_000);
    await clock.advance(450);
    recogniser.latest.recognise({ text: 'but Tuesday', durationMs: 400 });
    await clock.advance(10_000);
    const [first, second] = leg.audio.playedIntervals;
    expect(second!.fromMs - first!.toMs).toBeLessThanOrEqual(3_100);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'never leaves the agent paused, whatever the recogniser returns (%i)',
    async (seed) => {
      const { clock, leg, recogniser, voice, close } = await createSpeakingCall({
        openVocabulary: seed % 2 === 0,
      });
      const texts = [
        '',
        'mm-hm',
        'stop',
        'I was saying',
        'I was saying',
        'yeah',
        'words of a minute ago',
        '',
      ];
      for (let round = 0; round < 12; round += 1) {
        leg.speak(100 + ((seed * 7 + round * 331) % 1_900));
        await clock.advance((seed * 131 + round * 97) % 700);
        recogniser.latest.recognise({ text: texts[(seed + round) % texts.length]!, durationMs: 300 });
        await clock.advance((seed * 53 + round * 211) % 500);
        if (round % 3 === 0) recogniser.latest.endTurn();
        if (round % 4 === 0) leg.press('5');
        if (round % 5 === 0) voice.say(tenWords, round % 2 === 0);
      }
      await clock.advance(20_000);
      expect([leg.audio.paused, voice.isSpeaking]).toEqual([false, false]);
      voice.say(tenWords, true);
      await clock.advance(3_000);
      expect(leg.audio.playedIntervals.at(-1)!.toMs - leg.audio.playedIntervals.at(-1)!.fromMs).toBe(2_500);
      expect(close()).toBe(0);
    },
  );
});
