import { seededRandom, type Random } from '../../src/core/random.ts';
import { percentilesOf } from '../media/percentiles.ts';
import { between, openQuestion, overlapMs, VirtualCall } from './virtual-call.ts';

const first = 'I would like to make an appointment';
const second = 'on Tuesday afternoon if that is possible';
const reply = 'Certainly, I can do that for you.';
const kinds = ['after the turn', 'before its transcript', 'turn ended early by the vendor'] as const;

type Kind = (typeof kinds)[number];

interface Outcome {
  /** Speech of the agent over the second utterance. */
  readonly overlapMs: number;
  /** Whether the model was asked with the words of both utterances at last. */
  readonly hasAllWords: boolean;
  /** Replies of which the caller heard something. */
  readonly replies: number;
  /** From the end of the caller's speech to the last reply. */
  readonly replyMs: number;
}

/** A caller who goes on after the agent has assumed that the turn had ended. */
async function playScene(kind: Kind, random: Random): Promise<Outcome> {
  const [modelMs, voiceMs] = [between(random, 200, 1_200), between(random, 60, 300)];
  const isEndedByVendor = kind === 'turn ended early by the vendor';
  // A recogniser that ends turns returns partial transcripts too.
  const partials = random.fraction() < 0.75 || isEndedByVendor;
  const call = new VirtualCall({ random, partials, modelMs: () => modelMs, voiceMs, reply: () => reply });
  const { clock, voice, spoken } = call;
  voice.askQuestion(openQuestion);
  await clock.advance(200);
  const isAnswered = () => call.events.some(({ type }) => type === 'question-answered');
  if (isEndedByVendor) {
    call.say(`${first} ${second}`, 4_000);
    await clock.advance(between(random, 1_800, 2_200));
    call.endTurn();
    spoken.splice(0, 1, { fromMs: clock.monotonicMs(), toMs: spoken[0]!.toMs });
  } else {
    call.say(first, 2_000);
    await clock.advance(2_000);
    if (kind === 'after the turn') {
      await call.until(isAnswered);
      await clock.advance(random.fraction() * (modelMs + voiceMs));
    } else await clock.advance(between(random, 250, 700));
    call.say(second, between(random, 500, 2_500));
  }
  const { fromMs, toMs } = spoken.at(-1)!;
  await call.until(() => clock.monotonicMs() > toMs, 5_000);
  await clock.advance(6_000);
  const isReply = (text: string) => text !== '' && reply.startsWith(text);
  const heard = call.events.filter((event) => event.type === 'agent-spoke' && isReply(event.heardText));
  const lastReply = heard.at(-1);
  const outcome = {
    overlapMs: overlapMs(call.leg.audio.playedIntervals, [{ fromMs, toMs }]),
    hasAllWords: call.asked.at(-1)!.includes('appointment') && call.asked.at(-1)!.includes('possible'),
    replies: heard.length,
    replyMs: (lastReply?.type === 'agent-spoke' ? lastReply.startMs : Infinity) - toMs,
  };
  call.close();
  return outcome;
}

/** Prints how long the agent speaks over the second utterance of a caller. */
export async function runOverlap(count: number, seed: number): Promise<void> {
  console.log(
    '| second utterance | scenes | overlap p50 / p99 / max, ms | over 200 ms | all words | heard replies above 1 | reply after, p50 / p99, ms |',
  );
  console.log('|---|---|---|---|---|---|---|');
  for (const [index, kind] of kinds.entries()) {
    const random = seededRandom(seed + index);
    const outcomes: Outcome[] = [];
    const scenes = Math.ceil((count - index) / kinds.length);
    for (let scene = 0; scene < scenes; scene += 1) outcomes.push(await playScene(kind, random));
    const overlaps = percentilesOf(outcomes.map((outcome) => outcome.overlapMs));
    const waits = percentilesOf(outcomes.map(({ replyMs }) => replyMs));
    const number = (matches: (outcome: Outcome) => boolean) => outcomes.filter(matches).length;
    const cells = [
      kind,
      scenes,
      [overlaps.p50, overlaps.p99, overlaps.max].map((ms) => ms.toFixed(0)).join(' / '),
      number((outcome) => outcome.overlapMs > 200),
      number(({ hasAllWords }) => hasAllWords),
      number(({ replies }) => replies > 1),
      [waits.p50, waits.p99].map((ms) => ms.toFixed(0)).join(' / '),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
