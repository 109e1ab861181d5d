import { describe, expect, it } from 'vitest';
import { FakeLeg } from '../../contracts/testing/fake-leg.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import type { Question, VoicePipeline } from '../voice-pipeline.ts';
import { commonOptions, startVoice, type CommonOptions } from './test-voice.ts';

/** A pipeline under test, and how its caller speaks. */
export interface TestedPipeline {
  readonly voice: VoicePipeline;
  /** Sends the caller's speech to the leg and the recogniser or model. An empty text is a sound without words. */
  readonly callerSays: (text: string, durationMs: number) => void;
}

/** Creates a pipeline whose model gives the replies in order. The model fails instead of the reply `fail`. */
export type CreatePipeline = (
  options: CommonOptions,
  parts: { readonly clock: ManualClock; readonly leg: FakeLeg; readonly replies: readonly string[] },
) => TestedPipeline;

const question: Question = {
  expectation: { id: 'open', phrases: [], forms: [] },
  answerKind: 'short',
  timeoutMs: 6_000,
  digits: null,
  speech: true,
  sensitive: false,
};
const digits = { minDigits: 1, maxDigits: 4, terminator: '#', interDigitMs: 2_000 };
/** 2.5 s. */
const tenWords = 'One two three four five six seven eight nine ten?';

function startPipeline(create: CreatePipeline, replies: readonly string[] = []) {
  const clock = new ManualClock();
  const leg = new FakeLeg({ clock });
  const { voice, callerSays } = create(commonOptions(clock, leg), { clock, leg, replies });
  return { clock, leg, voice, callerSays, ...startVoice(voice, clock, leg) };
}

/** Behaviour tests of `VoicePipeline`. */
export function voicePipelineSuite(name: string, create: CreatePipeline): void {
  describe(`${name} as voice pipeline`, () => {
    describeSpeech(create);
    describeQuestions(create);
    describeReplies(create);
  });
}

function describeSpeech(create: CreatePipeline): void {
  it('speaks texts in order and reports what was heard', async () => {
    const { clock, voice, eventsOf, heard, close } = startPipeline(create);
    const ids = [voice.say('Hello there.', true), voice.say('I am Ada.', false)];
    await clock.advance(3_000);
    expect(heard()).toEqual(['Hello there.', 'I am Ada.']);
    expect(eventsOf('agent-spoke').map(({ id }) => id)).toEqual(ids);
    expect(eventsOf('agent-idle')).toHaveLength(1);
    expect(close()).toBe(0);
  });

  it('continues uninterruptible speech while the caller speaks', async () => {
    const { clock, voice, callerSays, heard, close } = startPipeline(create);
    voice.say(tenWords, false);
    voice.askQuestion(question);
    await clock.advance(500);
    callerSays('well wait please', 900);
    await clock.advance(4_000);
    expect(heard()).toEqual([tenWords]);
    expect(close()).toBe(0);
  });

  it('reports the heard part of a text when the pipeline is closed', async () => {
    const { clock, voice, heard, close } = startPipeline(create);
    voice.say(tenWords, true);
    await clock.advance(1_050);
    expect(close()).toBe(0);
    expect(heard()).toEqual(['One two three four']);
    voice.close();
    expect(heard()).toHaveLength(1);
  });

  it('reports one reminder for a silent caller, and then the timeout', async () => {
    const { clock, eventsOf, close } = startPipeline(create);
    await clock.advance(61_000);
    expect([eventsOf('reminder-due').length, eventsOf('silence-timeout').length]).toEqual([1, 1]);
    expect(close()).toBe(0);
  });
}

function describeQuestions(create: CreatePipeline): void {
  it('reports the answer to a question, after the turn', async () => {
    const { clock, voice, callerSays, events, close } = startPipeline(create);
    voice.say('Ready?', true);
    voice.askQuestion(question);
    await clock.advance(1_000);
    callerSays('on Monday', 700);
    await clock.advance(3_000);
    const turns = events.flatMap((event) => ('turn' in event ? [`${event.type}: ${event.turn.text}`] : []));
    expect(turns).toEqual(['caller-spoke: on Monday', 'question-answered: on Monday']);
    expect(close()).toBe(0);
  });

  it('stops speaking when the caller answers, and the history has what the caller heard', async () => {
    const { clock, voice, callerSays, eventsOf, close } = startPipeline(create);
    voice.say(tenWords, true);
    voice.askQuestion(question);
    await clock.advance(1_000);
    callerSays('please wait a moment', 2_000);
    await clock.advance(4_000);
    const [spoken] = eventsOf('agent-spoke');
    expect(spoken).toMatchObject({ interrupted: true });
    expect(spoken!.heardText).toMatch(/^One two three( four)?( five)?$/);
    expect(voice.history.entries).toEqual([
      { role: 'assistant', content: `${spoken!.heardText} —` },
      { role: 'user', content: 'please wait a moment' },
    ]);
    expect(eventsOf('question-answered')).toHaveLength(1);
    expect(close()).toBe(0);
  });

  it('continues to speak after a short sound of the caller', async () => {
    const { clock, voice, callerSays, heard, eventsOf, close } = startPipeline(create);
    voice.say(tenWords, true);
    voice.askQuestion(question);
    await clock.advance(1_000);
    callerSays('', 120);
    await clock.advance(5_000);
    expect(heard()).toEqual([tenWords]);
    expect(eventsOf('question-answered')).toEqual([]);
    expect(close()).toBe(0);
  });

  it('collects digits, which interrupt the question', async () => {
    const { clock, leg, voice, eventsOf, close } = startPipeline(create);
    voice.say(tenWords, true);
    voice.askQuestion({ ...question, digits, sensitive: true });
    await clock.advance(600);
    leg.press('42#');
    await clock.advance(2_000);
    expect(eventsOf('digits-collected')).toMatchObject([{ digits: '42', sensitive: true }]);
    expect(eventsOf('agent-spoke')).toMatchObject([{ heardText: 'One two', interrupted: true }]);
    expect(JSON.stringify(voice.history.entries)).not.toContain('42');
    expect(leg.audio.mutedIntervals).toHaveLength(1);
    expect(close()).toBe(0);
  });

  it('reports that the caller did not answer a question', async () => {
    const { clock, voice, eventsOf, close } = startPipeline(create);
    voice.askQuestion(question);
    await clock.advance(6_500);
    expect(eventsOf('no-input')).toHaveLength(1);
    expect(close()).toBe(0);
  });

  it('reports a universal phrase that the caller says while no question is open', async () => {
    const { clock, voice, callerSays, eventsOf, close } = startPipeline(create);
    callerSays('stop calling me', 900);
    await clock.advance(3_000);
    expect(eventsOf('unsolicited-speech')).toMatchObject([{ turn: { text: 'stop calling me' } }]);
    expect(voice.isCallerSpeaking).toBe(false);
    expect(close()).toBe(0);
  });
}

function describeReplies(create: CreatePipeline): void {
  it('speaks the reply of the model', async () => {
    const { clock, voice, callerSays, heard, eventsOf, close } = startPipeline(create, ['We are open.']);
    voice.askQuestion(question);
    callerSays('are you open', 900);
    await clock.advance(2_000);
    voice.generateReply('You are Ada.');
    await clock.advance(3_000);
    expect(heard()).toEqual(['We are open.']);
    expect(eventsOf('reply-ended')).toMatchObject([{ outcome: { outcome: 'spoken' } }]);
    expect(eventsOf('response-timed')).toHaveLength(1);
    expect(voice.history.entries.at(-1)).toEqual({ role: 'assistant', content: 'We are open.' });
    expect(close()).toBe(0);
  });

  it('stops a reply when interrupt is called, and can speak the next one', async () => {
    const { clock, voice, heard, close } = startPipeline(create, [tenWords, 'Yes.']);
    voice.generateReply('You are Ada.');
    while (!voice.isSpeaking) await clock.advance(20);
    await clock.advance(1_000);
    voice.interrupt();
    expect(heard()[0]).toMatch(/^One two( three)?( four)?$/);
    expect(voice.isSpeaking).toBe(false);
    voice.generateReply('You are Ada.');
    await clock.advance(2_000);
    expect(heard()[1]).toBe('Yes.');
    expect(close()).toBe(0);
  });

  it('stops a reply when the caller speaks', async () => {
    const { clock, voice, callerSays, eventsOf, close } = startPipeline(create, [tenWords]);
    voice.generateReply('You are Ada.');
    voice.askQuestion({ ...question, answerKind: 'open' });
    while (!voice.isSpeaking) await clock.advance(20);
    await clock.advance(500);
    callerSays('please wait a moment', 2_000);
    await clock.advance(4_000);
    expect(eventsOf('agent-spoke')).toMatchObject([{ interrupted: true }]);
    expect(eventsOf('question-answered')).toMatchObject([{ turn: { text: 'please wait a moment' } }]);
    expect(close()).toBe(0);
  });

  it('apologises if every model fails', async () => {
    const { clock, voice, heard, eventsOf, close } = startPipeline(create, ['fail']);
    voice.generateReply('You are Ada.');
    await clock.advance(3_000);
    expect(heard()).toEqual(['Could you say that again?']);
    expect(eventsOf('reply-ended')).toMatchObject([{ outcome: { outcome: 'apologised' } }]);
    expect(close()).toBe(0);
  });
}
