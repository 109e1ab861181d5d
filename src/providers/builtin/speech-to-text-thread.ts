import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../core/clock.ts';
import { automatonOf, wordsOf } from './automaton.ts';
import { DecoderPool } from './decoder-pool.ts';
import { choice } from './grammar.ts';
import { startPocketSphinx } from './pocketsphinx.ts';
import { Pronunciations } from './pronunciations.ts';
import { Recogniser } from './recogniser.ts';
import type { RecognitionReply, RecognitionRequest, RecognitionThreadData } from './recognition-protocol.ts';
import { grammarOfForm } from './spoken-forms.ts';

/*
 * A thread of recognition. Whatever throws here ends the thread; its owner starts another, because an engine that has
 * failed once cannot be trusted again.
 */
const port = parentPort!;
const { model, flite, words, pronunciations } = workerData as RecognitionThreadData;

/** Words that nearly every flow needs. */
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
reply({ type: 'ready' });

function reply(message: RecognitionReply): void {
  port.postMessage(message, []);
}
