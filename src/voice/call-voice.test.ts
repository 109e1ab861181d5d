import { describe, expect, it } from 'vitest';
import { LanguageModelError, type LanguageModel, type LanguagePart } from '../contracts/language-model.ts';
import { FakeCaller } from '../contracts/testing/fake-caller.ts';
import { FakeLeg } from '../contracts/testing/fake-leg.ts';
import { FakeSpeechToText } from '../contracts/testing/fake-speech-to-text.ts';
import { FakeTextToSpeech } from '../contracts/testing/fake-text-to-speech.ts';
import type { Clock } from '../core/clock.ts';
import type { Expectation } from '../core/expectation.ts';
import { ManualClock } from '../core/manual-clock.ts';
import type { InterruptionSettings } from './barge-in-strategies.ts';
import { CallVoice } from './call-voice.ts';
import { notUnderstood } from '../models/history.ts';
import type { Question } from './voice-pipeline.ts';
import { commonOptions, startVoice, voiceOf } from './testing/test-voice.ts';

const phrases = {
  fillers: ['One moment, please.', 'Just a moment.'],
  spareFillers: [],
  offer: 'You can hold on.',
  apology: 'Could you say that again?',
};

const yesOrNo: Expectation = {
  id: 'yes-no',
  phrases: [
    { id: 'yes', text: 'yes' },
    { id: 'no', text: 'no' },
  ],
  forms: [],
};
const universalExpectation: Expectation = {
  id: 'always',
  phrases: [{ id: 'stop', text: 'stop calling me' }],
  forms: [],
};
const question: Question = {
  expectation: yesOrNo,
  answerKind: 'short',
  timeoutMs: 6_000,
  digits: null,
  speech: true,
  sensitive: false,
};
/** 250 ms per word: 2.5 s. */
const tenWords = 'One two three four five six seven eight nine ten?';

type Scripted = readonly (string | { waitMs: number } | { fail: string })[];

/** Replies with one script after the other. */
function scriptedModel(clock: Clock, ...scripts: Scripted[]): LanguageModel & { aborted: number } {
  const model = {
    id: 'test/model',
    aborted: 0,
    async *respond({ signal }: { signal?: AbortSignal }): AsyncIterable<LanguagePart> {
      for (const step of scripts.shift() ?? []) {
        if (typeof step === 'string') yield { type: 'text-delta', text: step };
        else if ('fail' in step) throw new LanguageModelError(step.fail, { retryable: true });
        else await clock.sleep(step.waitMs, signal).catch(() => undefined);
        if (signal?.aborted === true) {
          model.aborted += 1;
          return;
        }
      }
      yield { type: 'finished', reason: 'stop', inputTokens: 10, outputTokens: 5 };
    },
    checkHealth: () => Promise.resolve({ ok: true, detail: '' }),
  };
  return model;
}

function createVoice(
  change: {
    interruption?: Partial<InterruptionSettings>;
    models?: (clock: Clock) => LanguageModel[];
    openVocabulary?: boolean;
    wordMs?: number;
  } = {},
) {
  const clock = new ManualClock();
  const leg = new FakeLeg({ clock });
  const { openVocabulary = true, wordMs = 200 } = change;
  const recogniser = new FakeSpeechToText({ capabilities: { openVocabulary } });
  const common = commonOptions(clock, leg);
  const voice = new CallVoice({
    ...common,
    voices: [voiceOf(new FakeTextToSpeech({ clock, wordMs }))],
    recogniser,
    interruption: { ...common.interruption, ...change.interruption },
    models: change.models?.(clock) ?? [],
    phrases,
    universalPhrases: { ...common.universalPhrases, expectation: universalExpectation },
  });
  return {
    clock,
    leg,
    voice,
    recogniser,
    ...startVoice(voice, clock, leg),
    caller: new FakeCaller(clock, leg, recogniser),
  };
}

function createVoiceWithQuestion(change: Parameters<typeof createVoice>[0] = {}, interruptible = true) {
  const setup = createVoice(change);
  setup.voice.say(tenWords, interruptible);
  setup.voice.askQuestion(question);
  return setup;
}

describe('a question whose answer is not transcribed in time', () => {
  const createSlowCall = async () => {
    const setup = createVoiceWithQuestion();
    await setup.clock.advance(3_000);
    const { latest } = setup.recogniser;
    const finalize = latest.finalize.bind(latest);
    latest.finalize = () => undefined;
    setup.leg.speak(600);
    await setup.clock.advance(600);
    return { ...setup, latest, finalize };
  };

  it('has a filler within 2 s, and accepts an answer that is also a backchannel', async () => {
    const { clock, latest, finalize, heard, eventsOf, voice } = await createSlowCall();
    await clock.advance(1_700);
    expect([voice.isSpeaking, heard()]).toEqual([true, [tenWords]]);
    latest.recognise({ text: 'okay', durationMs: 600 });
    finalize();
    expect(eventsOf('question-answered')).toMatchObject([{ turn: { text: 'okay', rejected: false } }]);
    await clock.advance(2_000);
    expect(heard()).toEqual([tenWords, 'One moment, please.']);
  });

  it('counts as not understood if there is no transcript', async () => {
    const { clock, eventsOf, close } = await createSlowCall();
    await clock.advance(2_600);
    expect(eventsOf('turn-lost')).toHaveLength(1);
    expect(eventsOf('question-answered')).toMatchObject([{ turn: { text: '', rejected: true } }]);
    expect(close()).toBe(0);
  });
});

describe('a question', () => {
  it('is answered after the prompt, and the response latency is reported by stage', async () => {
    const { clock, leg, voice, caller, eventsOf, close } = createVoiceWithQuestion();
    leg.audio.receiveDelayMs = 35;
    await clock.advance(3_000);
    caller.say('no');
    await clock.advance(550);
    expect(eventsOf('question-answered')).toMatchObject([
      { turn: { text: 'no', startMs: 3_000, endMs: 3_300 } },
    ]);
    voice.say('Goodbye.', false);
    await clock.advance(200);
    const [{ latency } = { latency: undefined! }] = eventsOf('response-timed');
    expect(latency.endpointingMs).toBeGreaterThanOrEqual(200);
    const { bufferMs, endpointingMs, thinkingMs, speechMs, playoutMs } = latency;
    expect(bufferMs).toBe(35);
    expect(latency.totalMs).toBe(bufferMs + endpointingMs + thinkingMs + speechMs + playoutMs);
    expect(latency.totalMs).toBeLessThanOrEqual(295);
    expect(close()).toBe(0);
  });

  it('is answered during the prompt, and the agent is interrupted at the word', async () => {
    const { clock, leg, caller, eventsOf, heard } = createVoiceWithQuestion();
    await clock.advance(1_000);
    caller.say('no', { transcriptAfterMs: 250 });
    await clock.advance(2_000);
    expect(heard()).toEqual(['One two three four five']);
    expect(eventsOf('agent-spoke')).toMatchObject([{ interrupted: true }]);
    expect(eventsOf('question-answered')).toMatchObject([{ turn: { text: 'no' } }]);
    expect(leg.audio.playedIntervals).toEqual([{ fromMs: 0, toMs: 1_240 }]);
    expect(leg.audio.loweredIntervals).toEqual([{ fromMs: 1_040, toMs: 1_240 }]);
  });

  it('continues with a lowered voice during a cough', async () => {
    const { clock, leg, caller, eventsOf, heard } = createVoiceWithQuestion();
    await clock.advance(1_000);
    caller.cough(150);
    await clock.advance(5_000);
    expect(heard()).toEqual([tenWords]);
    expect(eventsOf('question-answered')).toEqual([]);
    expect(leg.audio.playedMs).toBe(2_500);
    expect(leg.audio.playedIntervals).toHaveLength(1);
    expect(leg.audio.loweredIntervals).toEqual([{ fromMs: 1_040, toMs: 1_240 }]);
  });

  it.each(['mm-hm', 'uh-huh', 'okay', 'mm-hm mm-hm'])('resumes after the backchannel %j', async (text) => {
    const { clock, caller, eventsOf, heard } = createVoiceWithQuestion();
    await clock.advance(500);
    caller.say(text, { transcriptAfterMs: 250 });
    await clock.advance(5_000);
    expect(heard()).toEqual([tenWords]);
    expect(eventsOf('question-answered')).toEqual([]);
    expect(eventsOf('caller-spoke')).toEqual([]);
  });

  it.each(['wait', 'stop it please', 'hold on'])(
    'stops at once for the interrupt phrase %j, even if minWords is higher',
    async (text) => {
      const { clock, caller, eventsOf } = createVoiceWithQuestion({ interruption: { minWords: 4 } });
      await clock.advance(500);
      caller.say(text, { transcriptAfterMs: 200 });
      await clock.advance(220);
      expect(eventsOf('agent-spoke')).toMatchObject([{ interrupted: true }]);
    },
  );

  it('is not interrupted by fewer words than minWords', async () => {
    const { clock, caller, heard } = createVoiceWithQuestion({ interruption: { minWords: 3 } });
    await clock.advance(500);
    caller.say('but tuesday', { transcriptAfterMs: 250 });
    await clock.advance(5_000);
    expect(heard()).toEqual([tenWords]);
  });

  it('is not interrupted by ignored phrases, nor if interruption is disabled', async () => {
    for (const interruption of [{ ignorePhrases: ['go on'] }, { enabled: false }]) {
      const { clock, caller, heard } = createVoiceWithQuestion({ interruption });
      await clock.advance(500);
      caller.say('go on', { transcriptAfterMs: 250 });
      await clock.advance(5_000);
      expect(heard()).toEqual([tenWords]);
    }
  });

  it('is interrupted by sustained speech without recognised words, which counts as an answer', async () => {
    const { clock, caller, eventsOf, voice } = createVoiceWithQuestion();
    await clock.advance(500);
    caller.cough(1_500);
    await clock.advance(4_000);
    expect(eventsOf('agent-spoke')).toMatchObject([{ interrupted: true }]);
    expect(eventsOf('question-answered')).toMatchObject([{ turn: { text: '', rejected: true } }]);
    expect(voice.history.entries.at(-1)).toEqual({ role: 'user', content: notUnderstood });
  });

  it('is not interrupted by rejected words of a closed vocabulary', async () => {
    const { clock, caller, eventsOf, heard } = createVoiceWithQuestion({ openVocabulary: false });
    await clock.advance(500);
    caller.say('no', { durationMs: 800, transcriptAfterMs: 300, rejected: true });
    await clock.advance(5_000);
    expect(heard()).toEqual([tenWords]);
    expect(eventsOf('question-answered')).toEqual([]);
  });

  it('is interrupted by the end of a sentence that a closed vocabulary rejects', async () => {
    const { clock, caller, eventsOf } = createVoiceWithQuestion({ openVocabulary: false });
    await clock.advance(500);
    caller.say('no', { durationMs: 1_200, transcriptAfterMs: 300, rejected: true });
    await clock.advance(2_500);
    expect(eventsOf('agent-spoke')).toMatchObject([{ interrupted: true }]);
    expect(eventsOf('question-answered')).toMatchObject([{ turn: { rejected: true } }]);
  });

  it('is not interrupted by a rejected interrupt phrase', async () => {
    const { clock, caller, heard, eventsOf } = createVoiceWithQuestion({ openVocabulary: false });
    await clock.advance(600);
    caller.say('wait a minute', { durationMs: 900, confidence: 0.1, rejected: true });
    await clock.advance(6_000);
    expect(heard()).toEqual([tenWords]);
    expect(eventsOf('question-answered')).toEqual([]);
  });

  it('is interrupted at the end of an answer from a closed vocabulary; the heard text ends where the agent paused', async () => {
    const { clock, caller, eventsOf, heard } = createVoiceWithQuestion({ openVocabulary: false });
    await clock.advance(500);
    caller.say('no', { durationMs: 400, transcriptAfterMs: 300 });
    await clock.advance(5_000);
    expect(heard()).toEqual(['One two three']);
    expect(eventsOf('question-answered')).toMatchObject([{ turn: { text: 'no' } }]);
  });

  it('is played completely if it is uninterruptible', async () => {
    const { clock, caller, eventsOf, heard } = createVoiceWithQuestion({}, false);
    await clock.advance(500);
    caller.say('stop', { transcriptAfterMs: 250 });
    await clock.advance(3_000);
    expect(heard()).toEqual([tenWords]);
    expect(eventsOf('question-answered')).toEqual([]);
  });

  it('is answered by DTMF digits, which interrupt the prompt', async () => {
    const { clock, leg, voice, eventsOf, heard } = createVoice();
    voice.say(tenWords, true);
    const digitRules = { minDigits: 1, maxDigits: 4, terminator: '#', interDigitMs: 3_000 };
    voice.askQuestion({ ...question, digits: digitRules });
    await clock.advance(600);
    leg.press('12');
    await clock.advance(1_000);
    expect(heard()).toEqual(['One two']);
    leg.press('#');
    expect(eventsOf('digits-collected')).toMatchObject([{ digits: '12' }]);
    expect(voice.history.entries.at(-1)).toEqual({ role: 'user', content: '[keys] 12' });
  });

  it('reports no-input after its timeout; noise restarts the timeout', async () => {
    const { clock, caller, eventsOf } = createVoiceWithQuestion();
    await clock.advance(2_500 + 5_000);
    caller.cough(150);
    await clock.advance(5_000);
    expect(eventsOf('no-input')).toEqual([]);
    await clock.advance(2_000);
    expect(eventsOf('no-input')).toHaveLength(1);
  });
});

describe('speech before the prompt of a question', () => {
  /** Two words of 250 ms, then the question. */
  const createVoiceWithAnnouncement = (
    change: Parameters<typeof createVoice>[0] = {},
    interruptible = true,
  ) => {
    const setup = createVoice(change);
    setup.voice.say('Good morning.', interruptible);
    setup.voice.say(tenWords, interruptible);
    setup.voice.askQuestion(question);
    return setup;
  };

  it.each([0, 100, 300, 500, 600])('at %i ms does not answer the question', async (atMs) => {
    const { clock, caller, eventsOf, heard } = createVoiceWithAnnouncement({ openVocabulary: false });
    await clock.advance(atMs);
    caller.say('no', { durationMs: 400, confidence: 0.32 });
    await clock.advance(6_000);
    expect(eventsOf('question-answered')).toEqual([]);
    expect(eventsOf('unsolicited-speech')).toMatchObject([{ turn: { text: 'no' } }]);
    expect(eventsOf('caller-spoke')).toMatchObject([{ turn: { text: 'no' } }]);
    expect(heard().at(-1)).toBe(tenWords);
  });

  it('answers the question from the second word of the prompt on', async () => {
    const { clock, caller, eventsOf } = createVoiceWithAnnouncement({ openVocabulary: false });
    await clock.advance(800);
    caller.say('no', { durationMs: 400 });
    await clock.advance(3_000);
    expect(eventsOf('question-answered')).toMatchObject([{ turn: { text: 'no' } }]);
  });

  it('may interrupt the text before the prompt; the prompt is spoken after the turn of the caller', async () => {
    const { clock, leg, caller, eventsOf, heard } = createVoiceWithAnnouncement();
    await clock.advance(220);
    caller.say('who is there please', { durationMs: 1_500, transcriptAfterMs: 220 });
    await clock.advance(6_000);
    expect(heard()).toEqual(['Good', tenWords]);
    expect(leg.audio.playedIntervals.at(-1)!.fromMs).toBeGreaterThanOrEqual(1_600);
    expect(eventsOf('question-answered')).toEqual([]);
    caller.say('no');
    await clock.advance(1_500);
    expect(eventsOf('question-answered')).toMatchObject([{ turn: { text: 'no' } }]);
  });

  it('in the first word of the prompt pauses the prompt, which goes on after the turn', async () => {
    const { clock, leg, voice, caller, eventsOf, heard, close } = createVoice({ wordMs: 800 });
    voice.say('Unfortunately Monday is full.', true);
    voice.askQuestion(question);
    await clock.advance(300);
    caller.say('wait I have a question', { durationMs: 1_500, transcriptAfterMs: 300 });
    await clock.advance(8_000);
    expect(eventsOf('unsolicited-speech')).toMatchObject([{ turn: { text: 'wait I have a question' } }]);
    expect(leg.audio.playedIntervals[1]!.fromMs).toBeGreaterThanOrEqual(1_800);
    expect(heard()).toEqual(['Unfortunately Monday is full.']);
    expect(close()).toBe(0);
  });

  it.each([true, false])(
    'is recorded if it is a universal phrase (interruptible: %s)',
    async (interruptible) => {
      const { clock, caller, eventsOf } = createVoiceWithAnnouncement(
        { openVocabulary: false },
        interruptible,
      );
      await clock.advance(900);
      caller.say('stop calling me', { durationMs: 900 });
      await clock.advance(4_000);
      expect(eventsOf('caller-spoke')).toMatchObject([{ turn: { text: 'stop calling me' } }]);
      expect([...eventsOf('question-answered'), ...eventsOf('unsolicited-speech')]).toHaveLength(1);
    },
  );
});

describe('the response latency', () => {
  const createAnsweredQuestion = async () => {
    const setup = createVoiceWithQuestion();
    await setup.clock.advance(3_000);
    setup.caller.say('no');
    await setup.clock.advance(800);
    expect(setup.eventsOf('question-answered')).toHaveLength(1);
    return setup;
  };

  it('is not measured for a prompt that is repeated after no-input', async () => {
    const { clock, voice, eventsOf } = await createAnsweredQuestion();
    voice.askQuestion(question);
    await clock.advance(6_500);
    expect(eventsOf('no-input')).toHaveLength(1);
    voice.say('Are you still there?', true);
    await clock.advance(500);
    expect(eventsOf('response-timed')).toEqual([]);
  });

  it('is not measured for a reminder', async () => {
    const { clock, voice, eventsOf } = await createAnsweredQuestion();
    voice.askQuestion({ ...question, timeoutMs: 30_000 });
    await clock.advance(11_000);
    expect(eventsOf('reminder-due')).toHaveLength(1);
    voice.say('Are you still there?', true);
    await clock.advance(500);
    expect(eventsOf('response-timed')).toEqual([]);
  });

  it('is not measured after intended silence', async () => {
    const { clock, voice, eventsOf } = await createAnsweredQuestion();
    voice.expectSilence();
    await clock.advance(2_000);
    voice.say('Here I am again.', true);
    await clock.advance(500);
    expect(eventsOf('response-timed')).toEqual([]);
  });
});

describe('a language model reply', () => {
  const createVoiceWithReply = (...scripts: Scripted[]) => {
    const setup = createVoice({ models: (clock) => [scriptedModel(clock, ...scripts)] });
    setup.voice.history.add('user', 'hello');
    setup.voice.askQuestion(question);
    setup.voice.generateReply('Be kind.');
    return setup;
  };

  it('is spoken clause by clause while it is generated', async () => {
    const { clock, leg, heard } = createVoiceWithReply(['Sure. ', { waitMs: 1_000 }, 'I can do that.']);
    await clock.advance(100);
    expect(leg.audio.playedMs).toBeGreaterThan(0);
    await clock.advance(4_000);
    expect(heard()).toEqual(['Sure. I can do that.']);
  });

  it('is aborted when the caller speaks, and only its heard part is in the history', async () => {
    const { clock, voice, caller, eventsOf } = createVoiceWithReply([
      'One two three four five. ',
      { waitMs: 9_000 },
      'Never.',
    ]);
    await clock.advance(500);
    caller.say('but no', { transcriptAfterMs: 300 });
    await clock.advance(2_000);
    expect(eventsOf('reply-ended').map(({ outcome }) => outcome.outcome)).toEqual(['aborted']);
    expect(voice.history.entries).toEqual([
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'One two three —' },
      { role: 'user', content: 'but no' },
    ]);
  });

  it('is preceded by a filler if the model is slow', async () => {
    const { clock, heard } = createVoiceWithReply([{ waitMs: 3_000 }, 'Here it is.']);
    await clock.advance(6_000);
    expect(heard()).toEqual([phrases.fillers[0], 'Here it is.']);
  });

  it('is preceded by a filler after 1.2 s of silence, by another one the next time', async () => {
    const { clock, voice, heard } = createVoiceWithReply(
      [{ waitMs: 1_000 }, 'Fast.'],
      [{ waitMs: 2_500 }, 'Slow.'],
      [{ waitMs: 2_500 }, 'Slow again.'],
    );
    for (let replies = 0; replies < 3; replies++) {
      await clock.advance(5_000);
      if (replies < 2) voice.generateReply('Be kind.');
    }
    const [first, second] = phrases.fillers;
    expect(heard()).toEqual(['Fast.', first, 'Slow.', second, 'Slow again.']);
  });

  it('falls back to the next model if one fails, and to an apology if all fail', async () => {
    const { clock, voice, eventsOf, heard } = createVoice({
      models: (clock) => [
        scriptedModel(clock, [{ fail: 'down' }], [{ fail: 'down' }]),
        scriptedModel(clock, ['Hi.']),
      ],
    });
    voice.generateReply('Be kind.');
    await clock.advance(1_000);
    voice.generateReply('Be kind.');
    await clock.advance(5_000);
    expect(heard()).toEqual(['Hi.', phrases.apology]);
    expect(eventsOf('reply-ended').map(({ outcome }) => outcome.outcome)).toEqual(['spoken', 'apologised']);
  });

  it.each([
    ['reply of the fallback model', [{ waitMs: 100 }, 'Late reply, word by word.'] as Scripted],
    ['apology for the failure of all models', [{ waitMs: 100 }, { fail: 'down' }] as Scripted],
  ])('is generated again instead of the %s if the caller has continued', async (_, fallback) => {
    const { clock, voice, caller, recogniser, heard, close } = createVoice({
      models: (clock) => [
        scriptedModel(clock, [{ waitMs: 1_100 }, { fail: 'down' }], ['The last reply.']),
        scriptedModel(clock, fallback),
      ],
    });
    voice.on((event) => {
      if (event.type !== 'question-answered') return;
      voice.generateReply('Be kind.');
      voice.askQuestion(question);
    });
    voice.askQuestion(question);
    caller.say('no');
    await clock.advance(1_000);
    const { latest } = recogniser;
    const finalize = latest.finalize.bind(latest);
    latest.finalize = () => void clock.after(400, finalize);
    caller.say('and then');
    await clock.advance(10_000);
    expect(heard().filter((text) => text !== '')).toEqual(['The last reply.']);
    expect(voice.history.entries).toEqual([
      { role: 'user', content: 'no and then' },
      { role: 'assistant', content: 'The last reply.' },
    ]);
    expect(close()).toBe(0);
  });

  it('is aborted when the caller continues before the reply is heard', async () => {
    const { clock, caller, eventsOf, heard } = createVoiceWithReply([{ waitMs: 1_200 }, 'Too late.']);
    caller.say('no', { transcriptAfterMs: 250 });
    await clock.advance(2_000);
    expect(eventsOf('question-answered')).toHaveLength(1);
    expect(heard()).toEqual([]);
  });
});

describe('CallVoice', () => {
  it('emits one reminder, then the silence timeout', async () => {
    const { clock, voice, eventsOf } = createVoice();
    voice.askQuestion({ ...question, timeoutMs: 100_000 });
    await clock.advance(10_000);
    expect(eventsOf('reminder-due')).toHaveLength(1);
    voice.say('Are you still there?', true);
    await clock.advance(49_000);
    expect(eventsOf('silence-timeout')).toEqual([]);
    await clock.advance(3_000);
    expect(eventsOf('silence-timeout')).toHaveLength(1);
    expect(eventsOf('reminder-due')).toHaveLength(1);
  });

  it('detects a person by a short hello, which does not answer the following question', async () => {
    const { clock, voice, caller, eventsOf, heard } = createVoice();
    voice.detectAnsweringMachine();
    await clock.advance(400);
    caller.say('hello', { durationMs: 400 });
    await clock.advance(900);
    expect(eventsOf('amd-result')).toMatchObject([{ result: 'human' }]);
    voice.say('Hi Anna.', true);
    voice.askQuestion(question);
    await clock.advance(3_000);
    expect(eventsOf('question-answered')).toEqual([]);
    expect(heard()).toEqual(['Hi Anna.']);
    expect(eventsOf('caller-spoke')).toMatchObject([{ turn: { text: 'hello' } }]);
  });

  it('hears a number that the agent asked for as one answer, with pauses of 1.2 s', async () => {
    const { clock, voice, leg, recogniser, eventsOf } = createVoice();
    voice.say('What is your order number?', true);
    voice.askQuestion({ ...question, answerKind: 'open' });
    await clock.advance(3_000);
    for (const text of ['44', '71', '5']) {
      leg.speak(600);
      await clock.advance(600);
      recogniser.latest.recognise({ text });
      recogniser.latest.endTurn();
      await clock.advance(1_200);
    }
    await clock.advance(600);
    expect(eventsOf('question-answered')).toMatchObject([{ turn: { text: '44 71 5' } }]);
  });

  it('leaves no timer when closed at any time', async () => {
    for (let atMs = 0; atMs < 4_000; atMs += 130) {
      const { clock, voice, caller, heard, close } = createVoiceWithQuestion();
      voice.detectAnsweringMachine();
      await clock.advance(Math.min(atMs, 700));
      caller.say('no', { transcriptAfterMs: 250 });
      await clock.advance(Math.max(0, atMs - 700));
      close();
      // The rest of the caller's speech arrives after the close.
      await clock.advance(300);
      expect(clock.pendingTimers).toBe(0);
      expect(heard()).toHaveLength(1);
    }
  });
});
