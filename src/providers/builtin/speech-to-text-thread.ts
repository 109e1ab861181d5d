import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../core/clock.ts';
import { seededRandom } from '../../core/random.ts';
import { automatonOf, wordsOf } from './automaton.ts';
import { DecoderPool } from './decoder-pool.ts';
import { choice } from './grammar.ts';
import { blockSamples, startPocketSphinx } from './pocketsphinx.ts';
import { Pronunciations } from './pronunciations.ts';
import { Recogniser } from './recogniser.ts';
import type { RecognitionReply, RecognitionRequest, RecognitionThreadData } from './recognition-protocol.ts';
import { grammarOfForm } from './spoken-forms.ts';

/*
 * Recognition thread. Any error ends the thread, and its owner starts another one, because an engine that failed may be in an invalid state.
 */
const port = parentPort!;

const blockMs = blockSamples / 16;
/** 200 ms each: 50 ms of work in all on an idle machine. */
const measuredParts = 5;
const blocksPerPart = 10;
const { model, flite, words, pronunciations } = workerData as RecognitionThreadData;

/** Words that most flows need. */
const wordsOfForms = wordsOf(
  automatonOf(choice(...(['date_time', 'digits', 'number', 'text'] as const).map(grammarOfForm))),
);

const engine = await startPocketSphinx(model);
const dictionary = new Pronunciations(model.dictionary, flite, pronunciations, (word, phones) =>
  reply({ type: 'pronounced', word, phones }),
);
const pool = new DecoderPool(engine, dictionary, [...wordsOfForms, ...words]);
const recogniser = new Recogniser(pool, reply, systemClock);
port.on('message', (request: RecognitionRequest) => recogniser.receive(request));
reply({ type: 'ready', speed: measureSpeed() });

/** Returns the seconds of noise decoded per second on this machine: the best of several runs, since other work may interrupt it. */
function measureSpeed(): number {
  const random = seededRandom(1);
  const noise = Int16Array.from({ length: blockSamples }, () => random.below(2_000) - 1_000);
  const decoder = pool.spare!;
  decoder.start('');
  const speeds = Array.from({ length: measuredParts }, () => {
    const startedMs = systemClock.monotonicMs();
    for (let block = 0; block < blocksPerPart; block++) decoder.process(noise);
    return (blocksPerPart * blockMs) / (systemClock.monotonicMs() - startedMs);
  });
  decoder.stop();
  decoder.warmUp();
  return Math.max(...speeds);
}

function reply(message: RecognitionReply): void {
  port.postMessage(message, []);
}
