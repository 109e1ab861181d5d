/*
 * node bench/conversation/owed-speech.ts --count 400 --seed 1
 *
 * Plays scenes on a virtual clock in which the response to a caller is late: exact, and independent of the load. Equal seeds give equal results. Prints
 * the longest silence per scene, from the end of the caller's turn until the response has ended or the agent has offered something else.
 */
import { parseArgs } from 'node:util';
import {
  LanguageModelError,
  type LanguageModel,
  type LanguagePart,
  type LanguageRequest,
} from '../../src/contracts/language-model.ts';
import { FakeCaller } from '../../src/contracts/testing/fake-caller.ts';
import { FakeLeg } from '../../src/contracts/testing/fake-leg.ts';
import { FakeTextToSpeech } from '../../src/contracts/testing/fake-text-to-speech.ts';
import { ManualClock } from '../../src/core/manual-clock.ts';
import { seededRandom, type Random } from '../../src/core/random.ts';
import { noTools, type AgentTools } from '../../src/models/tools/agent-tools.ts';
import { createHedging } from '../../src/models/hedged-model.ts';
import { CallVoice } from '../../src/voice/call-voice.ts';
import { commonOptions, startVoice, voiceOf } from '../../src/voice/testing/test-voice.ts';
import { percentilesOf } from '../media/percentiles.ts';
import { openQuestion } from './virtual-call.ts';

const phrases = {
  fillers: ['One moment, please.', 'Just a moment.', 'Please bear with me.'],
  spareFillers: [],
  offer: "I'm sorry, this is taking longer than usual. You can hold on, or ask me something else.",
  apology: "I'm sorry, I'm having some trouble right now. Could you say that again?",
};

/** A part of a reply: a wait, words, a request of the tool, or a failure. */
type Step = { readonly waitMs: number } | string | { readonly tool: true } | { readonly fails: true };

interface Scene {
  /** The replies of each model, in order. A model without a further reply hangs. */
  readonly models: readonly (readonly (readonly Step[])[])[];
  /** How long the tool takes; infinite if it never returns. */
  readonly toolMs?: number;
  readonly timeoutMs: number;
}

const between = (random: Random, min: number, max: number): number => min + random.fraction() * (max - min);

const answer = 'We open at nine, and we close at five.';
const tool = { name: 'find', description: 'Finds it.', parameters: { type: 'object', properties: {} } };

const kinds: Readonly<Record<string, (random: Random) => Scene>> = {
  'a model of 0.2–15 s': (random) => ({
    models: [[[{ waitMs: between(random, 200, 15_000) }, answer]]],
    timeoutMs: 20_000,
  }),
  'a model of 0.2–15 s, a second model of 0.2–2 s': (random) => ({
    models: [
      [[{ waitMs: between(random, 200, 15_000) }, answer]],
      [[{ waitMs: between(random, 200, 2_000) }, answer]],
    ],
    timeoutMs: 4_000,
  }),
  'a tool of 0.5–20 s': (random) => ({
    models: [
      [
        [{ waitMs: between(random, 200, 1_500) }, { tool: true }],
        [{ waitMs: between(random, 200, 1_500) }, answer],
      ],
    ],
    toolMs: between(random, 500, 20_000),
    timeoutMs: 4_000,
  }),
  'a tool that never returns': (random) => ({
    models: [[[{ waitMs: between(random, 200, 1_500) }, 'Let me have a look. ', { tool: true }]]],
    toolMs: Infinity,
    timeoutMs: 4_000,
  }),
  'a model that pauses for 0.5–6 s after a sentence': (random) => ({
    models: [[[{ waitMs: 600 }, 'Let me see. ', { waitMs: between(random, 500, 6_000) }, answer]]],
    timeoutMs: 20_000,
  }),
  'a model that breaks off, and continues or fails': (random) => ({
    models: [
      [
        [{ waitMs: 600 }, 'We open at nine. ', { waitMs: between(random, 100, 3_500) }, { fails: true }],
        [
          { waitMs: between(random, 200, 3_000) },
          random.fraction() < 0.5 ? 'We close at five.' : { fails: true },
        ],
      ],
    ],
    timeoutMs: 4_000,
  }),
  'models that fail after 0.2–4 s': (random) => ({
    models: [1, 2, 3].map(() => [[{ waitMs: between(random, 200, 4_000) }, { fails: true }]]),
    timeoutMs: 4_000,
  }),
};

function modelOf(clock: ManualClock, id: string, replies: readonly (readonly Step[])[]): LanguageModel {
  let count = 0;
  return {
    id,
    async *respond({ signal, timeoutMs }: LanguageRequest): AsyncIterable<LanguagePart> {
      for (const step of replies[count++] ?? [{ waitMs: Infinity }]) {
        if (typeof step === 'string') yield { type: 'text-delta', text: step };
        else if ('tool' in step) yield { type: 'tool-called', id: 'call_1', name: tool.name, arguments: {} };
        else {
          if ('waitMs' in step)
            await clock.sleep(Math.min(step.waitMs, timeoutMs), signal).catch(() => undefined);
          if (signal?.aborted === true) return;
          if ('fails' in step || step.waitMs > timeoutMs)
            throw new LanguageModelError('The model failed.', { retryable: true });
        }
      }
      yield { type: 'finished', reason: 'stop', inputTokens: 1, outputTokens: 1 };
    },
    checkHealth: () => Promise.resolve({ ok: true, detail: id }),
  };
}

function toolsOf(clock: ManualClock, toolMs: number): AgentTools {
  return {
    ...noTools,
    definitions: [tool],
    run: async () => {
      await (toolMs === Infinity ? new Promise(() => undefined) : clock.sleep(toolMs));
      return 'found';
    },
  };
}

interface Outcome {
  readonly silenceMs: number;
  /** From the end of the turn to the first sound. */
  readonly firstSoundMs: number;
  readonly hasOffer: boolean;
  readonly hasAnswer: boolean;
}

async function play({ models, toolMs, timeoutMs }: Scene, random: Random): Promise<Outcome> {
  const clock = new ManualClock();
  const leg = new FakeLeg({ clock });
  const common = commonOptions(clock, leg);
  const engine = new FakeTextToSpeech({ clock, firstChunkDelayMs: between(random, 60, 300) });
  const hedged = createHedging(clock)(
    models.map((replies, index) => modelOf(clock, `bench/${index}`, replies)),
  );
  const voice = new CallVoice({
    ...common,
    phrases,
    voices: [voiceOf(engine)],
    models: hedged,
    modelSettings: { ...common.modelSettings, timeoutMs },
    ...(toolMs !== undefined && { tools: toolsOf(clock, toolMs) }),
  });
  const { events, eventsOf, heard, close } = startVoice(voice, clock, leg);
  let fromMs = 0;
  voice.on((event) => {
    if (event.type !== 'question-answered') return;
    fromMs = leg.audio.nowMs;
    voice.generateReply('Be kind.');
    voice.askQuestion(openQuestion);
  });
  voice.askQuestion(openQuestion);
  await clock.advance(200);
  new FakeCaller(clock, leg, common.recogniser).say('when are you open');
  const offered = () => heard().includes(phrases.offer);
  const isOver = () => offered() || (eventsOf('reply-ended').length > 0 && !voice.isSpeaking);
  for (let waitedMs = 0; waitedMs < 40_000 && !isOver(); waitedMs += 20) await clock.advance(20);
  const sounds = leg.audio.playedIntervals.filter(({ toMs }) => toMs > fromMs);
  const gaps = sounds.map((sound, index) => sound.fromMs - (sounds[index - 1]?.toMs ?? fromMs));
  if (!isOver()) gaps.push(leg.audio.nowMs - (sounds.at(-1)?.toMs ?? fromMs));
  if (offered()) await clock.advance(20_000);
  const hasAnswer = events.some(
    (event) => event.type === 'agent-spoke' && /nine|five|Could you/.test(event.heardText),
  );
  const hasOffer = offered();
  close();
  return { silenceMs: Math.max(...gaps), firstSoundMs: gaps[0] ?? Infinity, hasOffer, hasAnswer };
}

const { values } = parseArgs({
  options: { count: { type: 'string', default: '400' }, seed: { type: 'string', default: '1' } },
});
const random = seededRandom(Number(values.seed));
const perKind = Math.ceil(Number(values.count) / Object.keys(kinds).length);
const columns = [
  'the response waits for',
  'scenes',
  'first sound, ms p50 / p99',
  'longest silence, ms p50 / p99 / max',
  'offers',
  'responses',
];
console.log(`| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}`);
const all: Outcome[] = [];
const row = (name: string, outcomes: readonly Outcome[]) => {
  const first = percentilesOf(outcomes.map(({ firstSoundMs }) => firstSoundMs));
  const silence = percentilesOf(outcomes.map(({ silenceMs }) => silenceMs));
  const count = (is: (outcome: Outcome) => boolean) => outcomes.filter(is).length;
  const cells = [
    name,
    outcomes.length,
    `${Math.round(first.p50)} / ${Math.round(first.p99)}`,
    `${Math.round(silence.p50)} / ${Math.round(silence.p99)} / ${Math.round(silence.max)}`,
    count(({ hasOffer }) => hasOffer),
    count(({ hasAnswer }) => hasAnswer),
  ];
  console.log(`| ${cells.join(' | ')} |`);
};
for (const [name, sceneOf] of Object.entries(kinds)) {
  const outcomes: Outcome[] = [];
  for (let index = 0; index < perKind; index += 1) outcomes.push(await play(sceneOf(random), random));
  row(name, outcomes);
  all.push(...outcomes);
}
row('all', all);
