import { rethrowUncaught } from '../contracts/testing/rethrow-uncaught.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LegAudioEvent } from '../contracts/leg-audio.ts';
import type { SpeechToTextCapabilities } from '../contracts/speech-to-text.ts';
import { FakeCaller } from '../contracts/testing/fake-caller.ts';
import { FakeLeg } from '../contracts/testing/fake-leg.ts';
import { FakeSpeechToText } from '../contracts/testing/fake-speech-to-text.ts';
import type { Expectation } from '../core/expectation.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { Ear, type EarEvent } from './ear.ts';
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

function earWith(settings: Partial<TurnSettings> = {}, capabilities: Partial<SpeechToTextCapabilities> = {}) {
  const clock = new ManualClock();
  const leg = new FakeLeg({ clock });
  const recognizer = new FakeSpeechToText({ capabilities });
  const ear = new Ear({
    clock,
    onDefect: rethrowUncaught,
    audio: leg.audio,
    recognizer,
    stream: { language: 'en-US' },
    settings: { endpointing: 'semantic', minSilenceMs: 200, maxSilenceMs: 800, ...settings },
  });
  leg.on((event) => ear.hear(event as LegAudioEvent));
  const events: EarEvent[] = [];
  ear.on((event) => events.push(event));
  leg.pickUp();
  leg.audio.listen(20);
  const turns = () => events.flatMap((event) => (event.type === 'turn-ended' ? [event.turn] : []));
  const silences = () => turns().map((turn) => turn.decidedAtMs - turn.endMs);
  return {
    clock,
    leg,
    recognizer,
    ear,
    events,
    turns,
    silences,
    caller: new FakeCaller(clock, leg, recognizer),
  };
}

/** Decisions fall on the media clock's frames. */
const about = (ms: number) => expect.closeTo(ms, -1.8);

describe('the end of a turn', () => {
  it('comes at once when what was asked is answered', async () => {
    const { clock, ear, caller, turns, silences } = earWith();
    ear.attend(yesOrNo, 'short');
    caller.says('no');
    await clock.advance(1_000);
    expect(turns()).toMatchObject([
      { text: 'no', match: { phraseId: 'no', complete: true }, startMs: 0, endMs: 300 },
    ]);
    expect(silences()).toEqual([about(200)]);
  });

  it('comes at once where all longer answers that begin like this one mean the same', async () => {
    const { clock, ear, caller, silences } = earWith();
    ear.attend(yesOrNo, 'short');
    caller.says('yes');
    await clock.advance(2_000);
    expect(silences()).toEqual([about(200)]);
  });

  it('waits where a longer answer begins like this one and means something else', async () => {
    const { clock, ear, caller, silences } = earWith();
    const later = { id: 'later', text: 'yes but later' };
    ear.attend({ ...yesOrNo, id: 'yes-no-later', phrases: [...yesOrNo.phrases, later] }, 'short');
    caller.says('yes');
    await clock.advance(2_000);
    expect(silences()).toEqual([about(400)]);
  });

  it('waits for pieces of dates and digits', async () => {
    const { clock, ear, caller, turns, silences } = earWith();
    ear.attend({ id: 'date', phrases: [], forms: ['date_time'] }, 'pieces');
    caller.says('next tuesday');
    await clock.advance(2_000);
    expect(silences()).toEqual([about(800)]);
    expect(turns()).toHaveLength(1);
  });

  it('waits where a sentence hangs in the air', async () => {
    const { clock, caller, silences } = earWith({}, { openVocabulary: true });
    caller.says('i would like to');
    await clock.advance(3_000);
    expect(silences()).toEqual([about(800)]);
  });

  it('does not wait for the end of a sentence that a closed vocabulary made up', async () => {
    const { clock, ear, caller, silences } = earWith({}, { openVocabulary: false });
    ear.attend({ id: 'yes-no', phrases: [{ id: 'no', text: "no i can't" }], forms: [] }, 'short');
    caller.says('no i');
    await clock.advance(2_000);
    expect(silences()).toEqual([about(400)]);
  });

  it('looks at nothing but silence when the agent says so', async () => {
    const { clock, ear, caller, silences } = earWith({ endpointing: 'silence' });
    ear.attend(yesOrNo, 'short');
    caller.says('no');
    await clock.advance(2_000);
    expect(silences()).toEqual([about(400)]);
  });

  it('becomes more patient with a caller who pauses', async () => {
    const { clock, caller, silences } = earWith();
    caller.says('well');
    await clock.advance(300 + 320);
    caller.says('hello there');
    await clock.advance(3_000);
    expect(silences()).toEqual([about(440)]);
  });

  it('becomes more patient with a caller who was cut short', async () => {
    const { clock, caller, silences } = earWith();
    caller.says('well');
    await clock.advance(300 + 600);
    caller.says('hello there');
    await clock.advance(3_000);
    expect(silences()).toEqual([about(400), about(600)]);
  });

  it('comes at once when the provider ends it', async () => {
    const { clock, recognizer, caller, silences } = earWith({}, { endpointing: 'provider' });
    caller.says('anything at all');
    await clock.advance(1_010);
    recognizer.latest.endTurn();
    await clock.advance(100);
    expect(silences()[0]).toBeLessThanOrEqual(140);
  });

  it('comes in the end even when the line never falls silent', async () => {
    const { clock, ear, leg, turns } = earWith();
    ear.attend(yesOrNo, 'short');
    leg.speak(60_000);
    await clock.advance(16_000);
    expect(turns()).toHaveLength(1);
  });

  it.each([
    { openVocabulary: true, rejected: false },
    { openVocabulary: false, rejected: true },
  ])(
    'takes the last partial where the recogniser never confirms: %j',
    async ({ openVocabulary, rejected }) => {
      const { clock, recognizer, caller, turns } = earWith({}, { openVocabulary });
      recognizer.latest.finalize = () => undefined;
      caller.says('good morning');
      await clock.advance(5_000);
      expect(turns()).toMatchObject([{ text: 'good morning', confidence: 0.5, rejected }]);
    },
  );

  it('is one for both halves of a sentence with a short pause in it', async () => {
    const { clock, caller, recognizer, turns } = earWith({}, { openVocabulary: true });
    caller.says('on tuesday or');
    await clock.advance(900 + 500);
    caller.coughs(300);
    await clock.advance(200);
    recognizer.latest.hear({ text: 'on tuesday or wednesday' });
    await clock.advance(3_000);
    expect(turns()).toMatchObject([{ text: 'on tuesday or wednesday' }]);
  });
});

describe('the ear', () => {
  it('hears words that were too soft for the voice activity detector', async () => {
    const { clock, recognizer, turns } = earWith();
    await clock.advance(1_000);
    recognizer.latest.hear({ text: 'hello there' });
    await clock.advance(1_000);
    expect(turns()).toMatchObject([{ text: 'hello there' }]);
  });

  it('opens a failed stream anew, and says so when that does not help', async () => {
    const { clock, ear, recognizer, caller, events, turns } = earWith();
    ear.attend(yesOrNo, 'short');
    recognizer.latest.fail(new Error('gone'), false);
    caller.says('no');
    await clock.advance(1_000);
    expect(turns()).toMatchObject([{ text: 'no' }]);
    for (let failures = 0; failures < 3; failures++) recognizer.latest.fail(new Error('gone'), false);
    expect(events.at(-1)).toMatchObject({ type: 'hearing-failed', error: { message: 'gone' } });
  });

  it('reports turns without a transcript, and fails after ten seconds of them', async () => {
    const { clock, recognizer, caller, events } = earWith();
    const { latest } = recognizer;
    const finalize = latest.finalize.bind(latest);
    const types = () => events.map(({ type }) => type).filter((type) => !type.startsWith('speech'));
    for (const isAnswered of [false, true, false, false, false]) {
      latest.finalize = isAnswered ? finalize : () => {};
      caller.coughs(500);
      await clock.advance(4_000);
    }
    const lost = ['turn-lost', 'turn-ended'];
    expect(types()).toEqual([...lost, 'turn-ended', ...lost, ...lost, ...lost, 'hearing-failed']);
  });

  it('keeps the words of a caller who hangs up in the middle of a sentence', async () => {
    const { clock, ear, caller, turns } = earWith();
    caller.says('stop calling me', { wordsAfterMs: 500 });
    await clock.advance(600);
    ear.close();
    expect(turns()).toMatchObject([{ text: 'stop calling me', confidence: 0.5, startMs: 0, endMs: 600 }]);
  });

  it('hears nothing and leaves no timer once it is closed', async () => {
    const { clock, leg, ear, caller, turns } = earWith();
    caller.says('no');
    await clock.advance(2_000);
    ear.close();
    ear.close();
    caller.says('yes');
    await clock.advance(2_000);
    leg.hangup();
    expect(turns()).toHaveLength(1);
    expect(clock.pendingTimers).toBe(0);
  });

  it('ends every turn that began exactly once, in whatever order things happen', async () => {
    const step = fc.oneof(
      fc.record({
        do: fc.constant('says' as const),
        text: fc.constantFrom('yes', 'no', 'um and', 'hello there'),
      }),
      fc.record({ do: fc.constant('coughs' as const), ms: fc.integer({ min: 40, max: 900 }) }),
      fc.record({ do: fc.constant('waits' as const), ms: fc.integer({ min: 0, max: 1_500 }) }),
      fc.record({ do: fc.constant('fails' as const), recoverable: fc.boolean() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { clock, leg, ear, caller, recognizer, events, turns } = earWith();
        ear.attend(yesOrNo, 'short');
        for (const step of steps) {
          if (step.do === 'says') caller.says(step.text);
          else if (step.do === 'coughs') caller.coughs(step.ms);
          else if (step.do === 'waits') await clock.advance(step.ms);
          else recognizer.latest.fail(new Error('gone'), step.recoverable);
        }
        await clock.advance(20_000);
        const boundaries = events.filter(({ type }) => type === 'speech-started' || type === 'turn-ended');
        const spurious = boundaries.filter(
          ({ type }, index) => type === 'turn-ended' && boundaries[index - 1]?.type !== 'speech-started',
        );
        expect(spurious).toEqual([]);
        expect(boundaries.at(-1)?.type ?? 'turn-ended').toBe('turn-ended');
        expect(ear.inTurn).toBe(false);
        for (const turn of turns()) expect(turn.decidedAtMs).toBeLessThanOrEqual(turn.transcribedAtMs);
        ear.close();
        leg.hangup();
        expect(clock.pendingTimers).toBe(0);
      }),
      { numRuns: 60 },
    );
  });
});
