/*
 * node bench/recogniser/run.ts [--voices built-in] [--line clean]
 *
 * Measures how often the built-in recogniser understands answers, and how often it accepts other speech as an answer:
 * short answers, dates and numbers, and sentences that answer no question, over a µ-law line. All speech is synthetic:
 * the built-in voices, and espeak-ng if installed.
 */
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { silentLogger } from '../../src/core/logger.ts';
import { seededRandom } from '../../src/core/random.ts';
import type { SpeechToText, SpeechToTextEvent } from '../../src/contracts/speech-to-text.ts';
import { createBuiltinSpeechToText } from '../../src/providers/builtin/index.ts';
import { pushFrames } from '../../src/providers/builtin/testing/speaker.ts';
import { questionsWithoutIntents, questions, otherSpeech, type Question } from './utterances.ts';
import { detectOptOut } from '../../src/domain/languages/en/opt-out.ts';
import { builtinVoices, espeakVoices, openSpeakers, type Speakers } from './speakers.ts';

const { values: filters } = parseArgs({ options: { voices: { type: 'string' }, line: { type: 'string' } } });

type EndedTranscript = Extract<SpeechToTextEvent, { type: 'transcript-ended' }>;

/** Simulated line conditions: changes to the audio, by name. */
const lines: Readonly<Record<string, (samples: Int16Array) => Int16Array>> = {
  clean: (samples) => samples,
  'quieter by 15 dB': (samples) => samples.map((sample) => sample * 0.178),
  'noise at 25 dB': withNoise,
};

/** Speech is at -20 dBFS, so this noise is at -45 dBFS. */
function withNoise(samples: Int16Array): Int16Array {
  const random = seededRandom(5);
  const amplitude = 32768 * 10 ** (-45 / 20) * Math.sqrt(3);
  return samples.map((sample) => sample + (2 * random.fraction() - 1) * amplitude);
}

interface ResultCounts {
  answers: number;
  /** Answers that were understood correctly. */
  correct: number;
  /** Answers that were understood but rejected. */
  rejected: number;
  /** Answers that were recognised as another answer. */
  wrong: number;
  otherSentences: number;
  accepted: number;
  /** Accepted other speech that would suppress the caller's number. */
  optOuts: number;
}

async function recognise(
  recogniser: SpeechToText,
  question: Question,
  samples: Int16Array,
): Promise<EndedTranscript> {
  const stream = recogniser.open({ language: 'en-US' });
  stream.expect(question.expectation);
  const ended = new Promise<EndedTranscript>((resolve) => {
    stream.on((event) => event.type === 'transcript-ended' && resolve(event));
  });
  pushFrames(stream, samples, 0);
  stream.finalize();
  const result = await ended;
  stream.close();
  return result;
}

async function countResults(
  recogniser: SpeechToText,
  speakers: Speakers,
  voices: readonly string[],
  question: Question,
  line: (samples: Int16Array) => Int16Array,
): Promise<ResultCounts> {
  const tally: ResultCounts = {
    answers: 0,
    correct: 0,
    rejected: 0,
    wrong: 0,
    otherSentences: 0,
    accepted: 0,
    optOuts: 0,
  };
  for (const voice of voices) {
    for (const text of question.answers) {
      const transcript = await recognise(recogniser, question, line(await speakers.synthesize(text, voice)));
      const isCorrect = question.isSameMeaning(transcript, text);
      tally.answers += 1;
      if (isCorrect && !transcript.rejected) tally.correct += 1;
      if (isCorrect && transcript.rejected) tally.rejected += 1;
      if (!isCorrect && !transcript.rejected && transcript.text !== '') tally.wrong += 1;
    }
    for (const text of otherSpeech) {
      const transcript = await recognise(recogniser, question, line(await speakers.synthesize(text, voice)));
      tally.otherSentences += 1;
      if (transcript.rejected || transcript.text === '') continue;
      tally.accepted += 1;
      if (detectOptOut(transcript.text, transcript.confidence) === 'clear') tally.optOuts += 1;
    }
  }
  return tally;
}

const isSelected = (name: string, wanted: string | undefined) => wanted === undefined || wanted === name;
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;

const speakers = await openSpeakers();
const recogniser = await createBuiltinSpeechToText({ workers: 1, logger: silentLogger });
console.log(`${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)}`);
console.log(
  '| voices, line, question | understood | understood but rejected | recognised as another answer | other speech recognised as an answer | … as an opt-out |',
);
console.log('|---|---|---|---|---|---|');
for (const [name, voices] of Object.entries({ 'built-in': builtinVoices, 'espeak-ng': espeakVoices }))
  for (const [condition, line] of Object.entries(lines))
    for (const question of [...questions, ...questionsWithoutIntents]) {
      if (
        !speakers.isInstalled(name) ||
        !isSelected(name, filters.voices) ||
        !isSelected(condition, filters.line)
      )
        continue;
      const { answers, correct, rejected, wrong, otherSentences, accepted, optOuts } = await countResults(
        recogniser,
        speakers,
        voices,
        question,
        line,
      );
      console.log(
        `| ${name}, ${condition}, ${question.name} | ${correct} of ${answers} | ${percent(rejected, correct + rejected)} ` +
          `| ${percent(wrong, answers)} | ${percent(accepted, otherSentences)} | ${optOuts} of ${otherSentences} |`,
      );
    }
await Promise.all([recogniser.close(), speakers.close()]);
