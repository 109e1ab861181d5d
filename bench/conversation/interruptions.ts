import { seededRandom, type Random } from '../../src/core/random.ts';
import { percentilesOf } from '../media/percentiles.ts';
import { between, normal, openQuestion, VirtualCall } from './virtual-call.ts';

interface Sound {
  readonly language: string;
  readonly text: string;
}

const soundsOf = (texts: Readonly<Record<string, readonly string[]>>): Sound[] =>
  Object.entries(texts).flatMap(([language, list]) => list.map((text) => ({ language, text })));

const backchannels = soundsOf({
  'en-US': ['uh-huh', 'mm-hm', 'yeah', 'okay', 'right'],
  'es-ES': ['ajá', 'sí', 'vale', 'claro'],
  'fr-FR': ['oui', 'ouais', "d'accord", 'mm-hm'],
  'de-DE': ['ja', 'genau', 'mhm', 'okay'],
  'pt-BR': ['tá', 'certo', 'uhum', 'sim'],
  'it-IT': ['sì', 'va bene', 'certo', 'mhm'],
  'nl-NL': ['ja', 'oké', 'precies', 'mm-hm'],
});
const stops = soundsOf({
  'en-US': ['stop', 'wait', 'no', 'hold on', 'okay stop'],
  'es-ES': ['espere', 'para', 'no', 'un momento'],
  'fr-FR': ['attendez', 'stop', 'non', 'un instant'],
  'de-DE': ['stopp', 'warte', 'nein', 'Moment mal'],
  'pt-BR': ['espera', 'pare', 'não', 'só um momento'],
  'it-IT': ['aspetti', 'ferma', 'no', 'un attimo'],
  'nl-NL': ['wacht', 'stop', 'nee', 'wacht even'],
});
const sentences = soundsOf({
  'en-US': ['I have a question about that please', 'but what does that cost me'],
});

/** The agent pauses for speech of this length whose words are not known. */
const pauseAfterMs = 400;
/** A sound that is not longer can be a backchannel: its words decide. */
const maxBackchannelMs = 700;
/** 60 words, 15 s. */
const longText = `${Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ')}.`;

interface Outcome {
  /** The longest silence of the agent after the start of the sound. Infinite if the agent was interrupted. */
  readonly silentMs: number;
  readonly isInterrupted: boolean;
  /** From the start of the sound until the agent was silent for good. */
  readonly silentAfterMs: number;
  /**
   * The same from its detection: its words are recognised, or a sound that is too long for a backchannel has lasted 400 ms. NaN for a short
   * sound without partial transcripts.
   */
  readonly silentAfterDetectionMs: number;
}

/** The agent says a long text, and the caller makes a sound. */
async function playScene(
  sound: Sound,
  durationMs: number,
  partials: boolean,
  random: Random,
): Promise<Outcome> {
  const call = new VirtualCall({ random, language: sound.language, partials });
  const { clock, leg, voice } = call;
  const id = voice.say(longText, true);
  voice.askQuestion(openQuestion);
  await clock.advance(Math.round(between(random, 1_000, 4_000)));
  const fromMs = clock.monotonicMs();
  const { firstWordMs, lastWordMs } = call.say(sound.text, durationMs);
  const wasInterrupted = () => call.events.some((event) => event.type === 'agent-spoke' && event.id === id);
  await call.until(wasInterrupted, 5_000);
  const isInterrupted = wasInterrupted();
  const played = leg.audio.playedIntervals.filter(({ toMs }) => toMs >= fromMs);
  const gaps = played.slice(1).map((interval, index) => interval.fromMs - played[index]!.toMs);
  const silentFromMs = played.at(-1)?.toMs ?? fromMs;
  const isShort = durationMs <= maxBackchannelMs;
  const wordsMs = partials ? lastWordMs : Number.NaN;
  const detectedMs = isShort ? wordsMs : Math.min(firstWordMs, fromMs + pauseAfterMs);
  const outcome = {
    silentMs: isInterrupted ? Infinity : Math.max(0, ...gaps),
    isInterrupted,
    silentAfterMs: silentFromMs - fromMs,
    silentAfterDetectionMs: Math.max(0, silentFromMs - detectedMs),
  };
  call.close();
  return outcome;
}

/** Prints which sounds silence the agent, and how soon. */
export async function runInterruptions(count: number, seed: number): Promise<void> {
  console.log(
    '| sound | partial transcripts | sounds | interrupted | silent for more than 300 ms | silent after its start, p50 / p99, ms | silent after its detection, p50 / p99, ms |',
  );
  console.log('|---|---|---|---|---|---|---|');
  const groups = [
    {
      name: 'backchannel',
      sounds: backchannels,
      durationMs: (random: Random) => normal(random, 350, 90, 150, 600),
    },
    {
      name: 'stop phrase',
      sounds: stops,
      durationMs: (random: Random) => normal(random, 450, 100, 200, 800),
    },
    {
      name: 'sentence',
      sounds: sentences,
      durationMs: (random: Random) => normal(random, 1_800, 300, 1_000, 3_000),
    },
  ];
  for (const { name, sounds, durationMs } of groups)
    for (const partials of [true, false]) {
      const random = seededRandom(seed);
      const outcomes: Outcome[] = [];
      for (let index = 0; index < count; index += 1) {
        const sound = sounds[index % sounds.length]!;
        outcomes.push(await playScene(sound, durationMs(random), partials, random));
      }
      const interrupted = outcomes.filter(({ isInterrupted }) => isInterrupted);
      const format = (values: number[]) => {
        if (values.length === 0) return '–';
        const { p50, p99 } = percentilesOf(values);
        return `${p50.toFixed(0)} / ${p99.toFixed(0)}`;
      };
      const cells = [
        name,
        partials ? 'yes' : 'no',
        count,
        interrupted.length,
        outcomes.filter(({ silentMs }) => silentMs > 300).length,
        format(interrupted.map(({ silentAfterMs }) => silentAfterMs)),
        format(interrupted.flatMap(({ silentAfterDetectionMs: ms }) => (Number.isNaN(ms) ? [] : [ms]))),
      ];
      console.log(`| ${cells.join(' | ')} |`);
    }
}
