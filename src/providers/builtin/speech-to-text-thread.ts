import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../core/clock.ts';
import { createCollector } from '../../core/garbage-collector.ts';
import { seededRandom } from '../../core/random.ts';
import { DecoderPool } from './decoder-pool.ts';
import { choice, wordsOf } from './grammar.ts';
import { blockSamples, startPocketSphinx } from './pocketsphinx.ts';
import { Pronunciations } from './pronunciations.ts';
import { Recogniser } from './recogniser.ts';
import type {
  MeasureRequest,
  RecognitionReply,
  RecognitionRequest,
  RecognitionThreadData,
} from './recognition-protocol.ts';
import { grammarOfForm } from './spoken-forms.ts';

/*
 * Recognition thread. Any error ends the thread, because an engine that failed may be in an invalid state. `RecognitionThreads` then starts another.
 */
const port = parentPort!;

const blockMs = blockSamples / 16;
/** Number of measurements at the start, each with 200 ms of audio. Together they take 50 ms on an idle machine. */
const startRuns = 5;
const blocksPerRun = 10;
const { model, flite, words, pronunciations } = workerData as RecognitionThreadData;

/** Words that most flows need. */
const wordsOfForms = wordsOf(
  choice(...(['date_time', 'digits', 'number', 'text'] as const).map(grammarOfForm)),
);

const engine = await startPocketSphinx(model);
const dictionary = new Pronunciations(model.dictionary, flite, pronunciations, (word, phones) =>
  reply({ type: 'pronounced', word, phones }),
);
const pool = new DecoderPool(engine, dictionary, [...wordsOfForms, ...words]);
const recogniser = new Recogniser(pool, reply, systemClock);
port.on('message', (request: RecognitionRequest | MeasureRequest) => {
  if (request.type === 'measure') reply({ type: 'measured', speed: measureSpeed(1) });
  else recogniser.receive(request);
});
reply({ type: 'ready', speed: measureSpeed(startRuns) });
// The start leaves 20 MB of garbage, which a thread without calls would keep.
createCollector()();

/** Returns the seconds of noise that this machine decodes per second. The fastest of several runs counts, since other work may interrupt a run. */
function measureSpeed(runs: number): number {
  const random = seededRandom(1);
  const noise = Int16Array.from({ length: blockSamples }, () => random.below(2_000) - 1_000);
  const decoder = pool.idleDecoder!;
  decoder.start('');
  const speeds = Array.from({ length: runs }, () => {
    const startedMs = systemClock.monotonicMs();
    for (let block = 0; block < blocksPerRun; block++) decoder.process(noise);
    return (blocksPerRun * blockMs) / (systemClock.monotonicMs() - startedMs);
  });
  decoder.stop();
  decoder.warmUp();
  return Math.max(...speeds);
}

function reply(message: RecognitionReply): void {
  port.postMessage(message, []);
}
