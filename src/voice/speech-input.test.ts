import { rethrowUncaught } from '../contracts/testing/rethrow-uncaught.ts';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { LegAudioEvent } from '../contracts/leg-audio.ts';
import { ProviderError, providerFailureOf } from '../contracts/provider-error.ts';
import type { SpeechToTextCapabilities } from '../contracts/speech-to-text.ts';
import { FakeCaller } from '../contracts/testing/fake-caller.ts';
import { FakeLeg } from '../contracts/testing/fake-leg.ts';
import { FakeSpeechToText } from '../contracts/testing/fake-speech-to-text.ts';
import type { Expectation } from '../core/expectation.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { SpeechInput } from './speech-input.ts';
import type { SpeechInputEvent } from './speech-input-event.ts';
import type { TurnSettings } from './turn-end.ts';

const yesOrNo: Expectation = {
  id: 'yes-no',
  phrases: [
    { id: 'yes', text: 'yes' },
    { id: 'yes', text: 'yes please' },
    { id: 'no', text: 'no' },
  ],
  forms: [],
};

function createSpeechInput(
  settings: Partial<TurnSettings> = {},
  capabilities: Partial<SpeechToTextCapabilities> = {},
  { prompt = '', language = 'en-US' } = {},
) {
  const clock = new ManualClock();
  const leg = new FakeLeg({ clock });
  const recogniser = new FakeSpeechToText({ capabilities });
  const speechInput = new SpeechInput({
    clock,
    onInternalError: rethrowUncaught,
    audio: leg.audio,
    recogniser,
    stream: { language },
    lastPrompt: () => prompt,
    settings: { endpointing: 'semantic', minSilenceMs: 200, maxSilenceMs: 800, ...settings },
  });
  leg.on((event) => speechInput.handleAudioEvent(event as LegAudioEvent));
  const events: SpeechInputEvent[] = [];
  speechInput.on((event) => events.push(event));
  leg.pickUp();
  leg.audio.listen(20);
  const turns = () => events.flatMap((event) => (event.type === 'turn-ended' ? [event.turn] : []));
  const silences = () => turns().map((turn) => turn.decidedAtMs - turn.endMs);
  return {
    clock,
    leg,
    recogniser,
    speechInput,
    events,
    turns,
    silences,
    caller: new FakeCaller(clock, leg, recogniser),
  };
}

/** Matches times within about 30 ms, since decisions are aligned to frames of the media clock. */
const about = (ms: number) => expect.closeTo(ms, -1.8);

describe('end-of-turn detection', () => {
  it('reports the end of the speech to the recogniser when the turn ends', async () => {
    const { clock, speechInput, recogniser, caller } = createSpeechInput();
    const finalize = vi.spyOn(recogniser.latest, 'finalize');
    speechInput.expect(yesOrNo, 'short');
    caller.say('no');
    await clock.advance(1_000);
    expect(finalize.mock.calls).toEqual([[300]]);
  });

  it('ends the turn minSilenceMs after a complete answer', async () => {
    const { clock, speechInput, caller, turns, silences } = createSpeechInput();
    speechInput.expect(yesOrNo, 'short');
    caller.say('no');
    await clock.advance(1_000);
    expect(turns()).toMatchObject([
      { text: 'no', match: { phraseId: 'no', complete: true }, startMs: 0, endMs: 300 },
    ]);
    expect(silences()).toEqual([about(200)]);
  });

  it('ends the turn after minSilenceMs if all longer answers with this prefix have the same meaning', async () => {
    const { clock, speechInput, caller, silences } = createSpeechInput();
    speechInput.expect(yesOrNo, 'short');
    caller.say('yes');
    await clock.advance(2_000);
    expect(silences()).toEqual([about(200)]);
  });

  it('waits longer if a longer answer with this prefix has another meaning', async () => {
    const { clock, speechInput, caller, silences } = createSpeechInput();
    const later = { id: 'later', text: 'yes but later' };
    speechInput.expect({ ...yesOrNo, id: 'yes-no-later', phrases: [...yesOrNo.phrases, later] }, 'short');
    caller.say('yes');
    await clock.advance(2_000);
    expect(silences()).toEqual([about(400)]);
  });

  it('waits for further segments of dates and digits', async () => {
    const { clock, speechInput, caller, turns, silences } = createSpeechInput();
    speechInput.expect({ id: 'date', phrases: [], forms: ['date_time'] }, 'segmented');
    caller.say('next tuesday');
    await clock.advance(2_000);
    expect(silences()).toEqual([about(800)]);
    expect(turns()).toHaveLength(1);
  });

  it('waits longer after an incomplete sentence', async () => {
    const { clock, caller, silences } = createSpeechInput({}, { openVocabulary: true });
    caller.say('i would like to');
    await clock.advance(3_000);
    expect(silences()).toEqual([about(800)]);
  });

  it('does not wait longer after an incomplete sentence of a closed vocabulary', async () => {
    const { clock, speechInput, caller, silences } = createSpeechInput({}, { openVocabulary: false });
    speechInput.expect({ id: 'yes-no', phrases: [{ id: 'no', text: "no i can't" }], forms: [] }, 'short');
    caller.say('no i');
    await clock.advance(2_000);
    expect(silences()).toEqual([about(400)]);
  });

  it('uses the capabilities of the recogniser that the stream uses now', async () => {
    const { clock, recogniser, speechInput, caller, silences } = createSpeechInput(
      {},
      { openVocabulary: true },
    );
    speechInput.expect({ id: 'yes-no', phrases: [{ id: 'no', text: "no i can't" }], forms: [] }, 'short');
    caller.say('no i');
    await clock.advance(2_000);
    recogniser.latest.capabilities = { ...recogniser.capabilities, openVocabulary: false };
    caller.say('no i');
    await clock.advance(2_000);
    expect(silences()).toEqual([about(800), about(400)]);
  });

  it('depends only on silence with the endpointing "silence"', async () => {
    const { clock, speechInput, caller, silences } = createSpeechInput({ endpointing: 'silence' });
    speechInput.expect(yesOrNo, 'short');
    caller.say('no');
    await clock.advance(2_000);
    expect(silences()).toEqual([about(400)]);
  });

  it('waits longer after a pause of the caller within a turn', async () => {
    const { clock, caller, silences } = createSpeechInput();
    caller.say('well');
    await clock.advance(300 + 320);
    caller.say('hello there');
    await clock.advance(3_000);
    expect(silences()).toEqual([about(440)]);
  });

  it('waits longer after a turn that ended too early', async () => {
    const { clock, caller, silences } = createSpeechInput();
    caller.say('well');
    await clock.advance(300 + 600);
    caller.say('hello there');
    await clock.advance(3_000);
    expect(silences()).toEqual([about(400), about(600)]);
  });

  it('ends the turn at once when the provider reports its end', async () => {
    const { clock, recogniser, caller, silences } = createSpeechInput({}, { endpointing: 'provider' });
    caller.say('anything at all');
    await clock.advance(1_010);
    recogniser.latest.endTurn();
    await clock.advance(100);
    expect(silences()[0]).toBeLessThanOrEqual(140);
  });

  it('ends a turn at the maximum length if the line never becomes silent', async () => {
    const { clock, speechInput, leg, turns } = createSpeechInput();
    speechInput.expect(yesOrNo, 'short');
    leg.speak(60_000);
    await clock.advance(16_000);
    expect(turns()).toHaveLength(1);
  });

  it.each([
    { openVocabulary: true, rejected: false },
    { openVocabulary: false, rejected: true },
  ])(
    'uses the last partial transcript if no final transcript arrives: %j',
    async ({ openVocabulary, rejected }) => {
      const { clock, recogniser, caller, turns } = createSpeechInput({}, { openVocabulary });
      recogniser.latest.finalize = () => undefined;
      caller.say('good morning');
      await clock.advance(5_000);
      expect(turns()).toMatchObject([{ text: 'good morning', confidence: 0.5, rejected }]);
    },
  );

  it('keeps both parts of a sentence with a short pause in one turn', async () => {
    const { clock, caller, recogniser, turns } = createSpeechInput({}, { openVocabulary: true });
    caller.say('on tuesday or');
    await clock.advance(900 + 500);
    caller.cough(300);
    await clock.advance(200);
    recogniser.latest.recognise({ text: 'on tuesday or wednesday' });
    await clock.advance(3_000);
    expect(turns()).toMatchObject([{ text: 'on tuesday or wednesday' }]);
  });
});

describe('a dictated number', () => {
  const prompt = 'What is your phone number?';
  const parts = ['four one five', 'five five five', 'zero one zero zero'];
  const number = parts.join(' ');
  const createDictation = (question = prompt) =>
    createSpeechInput({}, { openVocabulary: true }, { prompt: question });

  /** Speaks each part, calls `onPart` 0.3 s after its end, and continues 1.2 s after its end. */
  const dictate = async (
    { clock, leg, recogniser }: ReturnType<typeof createDictation>,
    transcriptLagMs: number,
    onPart: () => void = () => {},
  ) => {
    const { latest } = recogniser;
    let finalizeCount = 0;
    let text = '';
    for (const part of parts) {
      const durationMs = part.split(' ').length * 300;
      leg.speak(durationMs);
      clock.after(durationMs + transcriptLagMs, () => {
        text = latest.finalizeCount === finalizeCount ? `${text} ${part}`.trim() : part;
        ({ finalizeCount } = latest);
        latest.recognise({ text });
      });
      await clock.advance(durationMs + 300);
      onPart();
      await clock.advance(900);
    }
    await clock.advance(3_000);
  };

  it('is one turn with pauses of 1.2 s, and ends early when it is complete', async () => {
    const call = createDictation();
    await dictate(call, 100);
    expect(call.turns()).toMatchObject([{ text: number }]);
    expect(call.silences()[0]).toBeLessThanOrEqual(820);
  });

  it('is one turn if the recogniser reports its end at each pause', async () => {
    const call = createDictation();
    await dictate(call, 100, () => {
      call.recogniser.latest.endTurn();
      call.recogniser.latest.finalizeCount += 1;
    });
    expect(call.turns()).toMatchObject([{ text: number }]);
    expect(call.silences()[0]).toBeLessThanOrEqual(420);
  });

  it('is one turn if its text arrives after the silence that ends other turns', async () => {
    const call = createDictation();
    const { latest } = call.recogniser;
    const finalize = latest.finalize.bind(latest);
    latest.finalize = () => call.clock.after(250, finalize);
    await dictate(call, 600);
    expect(call.turns()).toMatchObject([{ text: number }]);
  });

  it('is one turn if the voice activity detector reports none of it', async () => {
    const { clock, recogniser, turns } = createDictation();
    for (const part of parts) {
      recogniser.latest.recognise({ text: part });
      recogniser.latest.endTurn();
      await clock.advance(1_200);
    }
    await clock.advance(2_000);
    expect(turns()).toMatchObject([{ text: number }]);
  });

  it('has no probable end before it is complete', async () => {
    const { clock, leg, recogniser, events } = createDictation();
    leg.speak(2_000);
    await clock.advance(900);
    recogniser.latest.recognise({ text: parts[0]! });
    recogniser.latest.endTurnLikely();
    expect(events.some(({ type }) => type === 'turn-likely-ended')).toBe(false);
  });

  it('ends 1.5 s after its last part if it stays incomplete', async () => {
    const { clock, caller, silences } = createDictation();
    caller.say('four one five');
    await clock.advance(4_000);
    expect(silences()).toEqual([about(1_500)]);
  });

  it('ends at the maximum length', async () => {
    const { clock, leg, recogniser, turns } = createDictation('What is your order number?');
    leg.speak(60_000);
    for (let second = 1; second <= 46; second++) {
      recogniser.latest.recognise({ text: 'one two three '.repeat(second).trim() });
      await clock.advance(1_000);
    }
    expect(turns()).toMatchObject([{ endMs: about(45_000) }]);
  });
});

describe('SpeechInput', () => {
  it('ends speech that goes on without new words, such as noise behind the caller', async () => {
    const { clock, leg, recogniser, events, turns } = createSpeechInput({}, { openVocabulary: true });
    leg.speak(60_000);
    await clock.advance(1_000);
    recogniser.latest.recognise({ text: 'hello there' });
    await clock.advance(3_100);
    expect(turns()).toMatchObject([{ text: 'hello there', endMs: about(1_000) }]);
    expect(events).toContainEqual({ type: 'speech-cut-off', atMs: turns()[0]!.endMs });
    for (const text of ['can', 'can you', 'can you hear', 'can you hear me']) {
      recogniser.latest.recognise({ text });
      await clock.advance(350);
    }
    await clock.advance(1_000);
    expect(turns()).toMatchObject([{ text: 'hello there' }, { text: 'can you hear me' }]);
  });

  it('ends speech before noise with short pauses, but not speech after a longer pause', async () => {
    const { clock, leg, caller, turns } = createSpeechInput({}, { openVocabulary: true });
    caller.say('hello there', { transcriptAfterMs: 800 });
    for (let count = 0; count < 30; count++) {
      await clock.advance(700);
      leg.speak(500);
    }
    expect(turns()[0]).toMatchObject({ text: 'hello there', endMs: about(800) });
    expect(turns()[0]!.decidedAtMs).toBeLessThan(4_000);
    await clock.advance(2_000);
    const { length } = turns();
    caller.say('on monday or');
    await clock.advance(900 + 700);
    caller.say('on tuesday in the afternoon', { durationMs: 3_500, transcriptAfterMs: 1_500 });
    await clock.advance(6_000);
    expect(turns().slice(length)).toHaveLength(1);
  });

  it('ends speech before noise that begins after a longer pause', async () => {
    const { clock, leg, caller, turns } = createSpeechInput({}, { openVocabulary: true });
    caller.say('five five five', { durationMs: 900, transcriptAfterMs: 800 });
    await clock.advance(900 + 700);
    leg.speak(60_000);
    await clock.advance(4_000);
    expect(turns()).toMatchObject([{ text: 'five five five', endMs: about(900) }]);
  });

  it('keeps one turn if speech starts twice, and ignores the end of a turn that has ended', async () => {
    const { clock, leg, recogniser, caller, turns, events } = createSpeechInput({}, { openVocabulary: true });
    leg.speak(500);
    caller.say('hello there', { durationMs: 500 });
    await clock.advance(1_500);
    recogniser.latest.endTurn();
    leg.speak(800);
    await clock.advance(500);
    expect(turns()).toMatchObject([{ text: 'hello there' }]);
    expect(events.filter(({ type }) => type === 'speech-started')).toHaveLength(2);
    expect(events.at(-1)?.type).toBe('speech-started');
  });

  it('reports words that were too quiet for the voice activity detector', async () => {
    const { clock, recogniser, turns } = createSpeechInput();
    await clock.advance(1_000);
    recogniser.latest.recognise({ text: 'hello there' });
    await clock.advance(1_000);
    expect(turns()).toMatchObject([{ text: 'hello there' }]);
  });

  it('reopens a failed stream, and reports repeated failures', async () => {
    const { clock, speechInput, recogniser, caller, events, turns } = createSpeechInput();
    speechInput.expect(yesOrNo, 'short');
    recogniser.latest.fail(new Error('gone'), false);
    caller.say('no');
    await clock.advance(1_000);
    expect(turns()).toMatchObject([{ text: 'no' }]);
    for (const delayMs of [1_000, 2_000, 4_000]) {
      const { length } = recogniser.streams;
      recogniser.latest.fail(new Error('gone'), false);
      await clock.advance(delayMs - 1);
      expect(recogniser.streams).toHaveLength(length);
      await clock.advance(1);
      expect(recogniser.streams).toHaveLength(length + 1);
    }
    recogniser.latest.fail(new Error('gone'), false);
    expect(events.at(-1)).toMatchObject({ type: 'recognition-failed', error: { message: 'gone' } });
  });

  it('counts the failures of a stream that worked for a minute from zero', async () => {
    const { clock, recogniser, events } = createSpeechInput();
    for (let failures = 0; failures < 6; failures++) {
      await clock.advance(60_000);
      recogniser.latest.fail(new Error('gone'), false);
      expect(recogniser.streams).toHaveLength(failures + 2);
    }
    expect(events).not.toContainEqual(expect.objectContaining({ type: 'recognition-failed' }));
  });

  it('reports the failure of a provider instead of the later errors that the provider is not used', async () => {
    const { clock, recogniser, caller, events } = createSpeechInput();
    const notUsed = Object.assign(new ProviderError('local is not used.'), { isPause: true });
    const { latest } = recogniser;
    latest.finalize = () => {};
    caller.cough(600);
    await clock.advance(600);
    latest.fail(new ProviderError('local is unavailable (500).'), false);
    for (let failures = 0; failures < 4; failures++) {
      recogniser.latest.fail(notUsed, false);
      await clock.advance(4_000);
    }
    expect(events.at(-1)).toMatchObject({
      type: 'recognition-failed',
      error: { message: 'local is unavailable (500).' },
    });
  });

  it('reports turns without a transcript, and fails after ten seconds without one', async () => {
    const { clock, recogniser, caller, events } = createSpeechInput();
    const { latest } = recogniser;
    const finalize = latest.finalize.bind(latest);
    const types = () => events.map(({ type }) => type).filter((type) => !type.startsWith('speech'));
    for (const isTranscribed of [false, true, false, false, false]) {
      latest.finalize = isTranscribed ? finalize : () => {};
      caller.cough(500);
      await clock.advance(4_000);
    }
    const lost = ['turn-lost', 'turn-ended'];
    expect(types().filter((type) => type !== 'transcript-slow')).toEqual([
      ...lost,
      'turn-ended',
      ...lost,
      ...lost,
      ...lost,
      'recognition-failed',
    ]);
    const detail = 'fake did not return the transcript of a turn in time.';
    const failures = events.flatMap((event) => ('error' in event ? [providerFailureOf(event.error)] : []));
    expect(failures).toEqual([detail, detail, detail, detail, detail]);
  });

  it.each([
    [900, [{ text: '', rejected: true }], 1],
    [200, [{ text: '', rejected: false }], 0],
  ])(
    'rejects a turn without a timely transcript only if it is long enough for speech (%d ms)',
    async (ms, turn, lost) => {
      const { clock, recogniser, caller, events, turns } = createSpeechInput({}, { openVocabulary: true });
      caller.cough(ms);
      await clock.advance(ms);
      recogniser.latest.recognise({ text: '', unconfirmed: true });
      await clock.advance(1_000);
      expect(turns()).toMatchObject(turn);
      expect(events.filter(({ type }) => type === 'turn-lost')).toHaveLength(lost);
      expect(recogniser.latest.discardCount).toBe(lost);
    },
  );

  it('waits longer for a transcript while the recogniser recovers, but at most 4 s', async () => {
    const { clock, leg, recogniser, turns } = createSpeechInput({}, { openVocabulary: true });
    recogniser.latest.finalize = () => undefined;
    leg.speak(600);
    await clock.advance(1_000);
    for (let failures = 0; failures < 3; failures++) {
      await clock.advance(1_500);
      recogniser.latest.fail(new Error('closed'), true);
    }
    expect(turns()).toMatchObject([{ text: '', rejected: true }]);
    expect(turns()[0]!.transcribedAtMs - turns()[0]!.decidedAtMs).toEqual(about(4_000));
  });

  it('reports the words of a caller who hangs up in the middle of a sentence', async () => {
    const { clock, speechInput, caller, turns } = createSpeechInput();
    caller.say('stop calling me', { transcriptAfterMs: 500 });
    await clock.advance(600);
    speechInput.close();
    expect(turns()).toMatchObject([{ text: 'stop calling me', confidence: 0.5, startMs: 0, endMs: 600 }]);
  });

  it('reports nothing and leaves no timer after close', async () => {
    const { clock, leg, speechInput, caller, turns } = createSpeechInput();
    caller.say('no');
    await clock.advance(2_000);
    speechInput.close();
    speechInput.close();
    caller.say('yes');
    await clock.advance(2_000);
    leg.hangup();
    expect(turns()).toHaveLength(1);
    expect(clock.pendingTimers).toBe(0);
  });

  it('ends each started turn exactly once, for any sequence of events', async () => {
    const step = fc.oneof(
      fc.record({
        do: fc.constant('say' as const),
        text: fc.constantFrom('yes', 'no', 'um and', 'hello there'),
      }),
      fc.record({ do: fc.constant('cough' as const), ms: fc.integer({ min: 40, max: 900 }) }),
      fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 1_500 }) }),
      fc.record({ do: fc.constant('fail' as const), recoverable: fc.boolean() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { clock, leg, speechInput, caller, recogniser, events, turns } = createSpeechInput();
        speechInput.expect(yesOrNo, 'short');
        for (const step of steps) {
          if (step.do === 'say') caller.say(step.text);
          else if (step.do === 'cough') caller.cough(step.ms);
          else if (step.do === 'wait') await clock.advance(step.ms);
          else recogniser.latest.fail(new Error('gone'), step.recoverable);
        }
        await clock.advance(20_000);
        const boundaries = events.filter(({ type }) => type === 'speech-started' || type === 'turn-ended');
        const spurious = boundaries.filter(
          ({ type }, index) => type === 'turn-ended' && boundaries[index - 1]?.type !== 'speech-started',
        );
        expect(spurious).toEqual([]);
        expect(boundaries.at(-1)?.type ?? 'turn-ended').toBe('turn-ended');
        expect(speechInput.isInTurn).toBe(false);
        for (const turn of turns()) expect(turn.decidedAtMs).toBeLessThanOrEqual(turn.transcribedAtMs);
        speechInput.close();
        leg.hangup();
        expect(clock.pendingTimers).toBe(0);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the probable end of a turn', () => {
  const typesOf = (events: readonly SpeechInputEvent[]) =>
    events.map(({ type }) => type).filter((type) => type.startsWith('turn-'));

  it('is reported with all words of the turn, and so is the continuation of the turn', async () => {
    const { clock, leg, recogniser, events } = createSpeechInput({}, { openVocabulary: true });
    leg.speak(2_000);
    await clock.advance(600);
    recogniser.latest.recognise({ text: 'well', durationMs: 300 });
    recogniser.latest.finalize();
    await clock.advance(600);
    recogniser.latest.recognise({ text: 'on monday', durationMs: 600 });
    recogniser.latest.endTurnLikely();
    recogniser.latest.resumeTurn();
    expect(events.find(({ type }) => type === 'turn-likely-ended')).toMatchObject({ text: 'well on monday' });
    expect(typesOf(events)).toEqual(['turn-likely-ended', 'turn-resumed']);
  });

  it.each([true, false])(
    'is followed by turn-resumed if the recogniser fails (recoverable: %s)',
    async (recoverable) => {
      const { clock, leg, recogniser, events } = createSpeechInput({}, { openVocabulary: true });
      leg.speak(2_000);
      await clock.advance(600);
      recogniser.latest.recognise({ text: 'on monday', durationMs: 600 });
      recogniser.latest.endTurnLikely();
      recogniser.latest.fail(new Error('gone'), recoverable);
      expect(typesOf(events)).toEqual(['turn-likely-ended', 'turn-resumed']);
    },
  );

  it('is not reported when no turn is in progress', () => {
    const { recogniser, events } = createSpeechInput();
    recogniser.latest.endTurnLikely();
    recogniser.latest.resumeTurn();
    expect(events).toEqual([]);
  });
});
