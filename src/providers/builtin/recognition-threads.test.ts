import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { silentLogger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import type { RecognitionResult, ThreadGrammar } from './recognition-protocol.ts';
import { RecognitionThreads, type RecognitionThreadsOptions } from './recognition-threads.ts';

/**
 * Understands what the grammar's id says: `hang` never finishes, `die` ends the thread, `worn` asks to be replaced, and
 * anything else is heard as it is.
 */
const threadSource = `
  import { parentPort } from 'node:worker_threads';
  const grammars = new Map();
  const taught = new Set();
  parentPort.on('message', (request) => {
    if (request.type === 'learn') taught.add(request.grammar.id);
    if (request.type === 'begin') {
      if (!taught.has(request.grammarId)) throw new Error('never taught');
      grammars.set(request.utterance, request.grammarId);
      if (request.grammarId === 'die') process.exit(1);
      if (request.grammarId === 'worn') parentPort.postMessage({ type: 'worn' });
    }
    const { utterance } = request;
    const text = grammars.get(utterance);
    if (request.type === 'audio') parentPort.postMessage({ type: 'heard', utterance, text });
    if (request.type === 'finish' && text !== 'hang')
      parentPort.postMessage({ type: 'finished', utterance, text, words: [], pauseCost: 0, lostMs: 0 });
  });
  parentPort.postMessage({ type: 'ready' });
`;

const asUrl = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`);

let threads: RecognitionThreads | undefined;
afterEach(() => threads?.close());

function start(more: Partial<RecognitionThreadsOptions> = {}): RecognitionThreads {
  const nothing = {} as RecognitionThreadsOptions['engine'];
  threads = new RecognitionThreads({
    file: asUrl(threadSource),
    engine: nothing,
    threads: 1,
    logger: silentLogger,
    clock: systemClock,
    ...more,
  });
  return threads;
}

function grammar(id: string): ThreadGrammar {
  return { id, words: [], network: { start: 0, end: 1, numStates: 2, transitions: [] }, allSounds: true };
}

/** An utterance and what is told of it. */
function speak(recognition: RecognitionThreads, id: string) {
  const told: string[] = [];
  const handle = recognition.begin(grammar(id), {
    heard: (text) => told.push(`heard ${text}`),
    finished: (result: RecognitionResult) => told.push(`finished ${result.text}`),
    failed: (error) => told.push(`failed: ${error.message}`),
  });
  return { told, handle };
}

describe('threads of recognition', () => {
  it('tell each utterance its own text, and nothing after it was dropped', async () => {
    const recognition = start({ threads: 2 });
    await recognition.started();
    const [one, two, dropped] = ['one', 'two', 'three'].map((id) => speak(recognition, id));
    for (const { handle } of [one!, two!, dropped!]) handle.push(new Int16Array(160));
    dropped!.handle.drop();
    one!.handle.finish();
    two!.handle.finish();
    await vi.waitFor(() => expect(two!.told).toEqual(['heard two', 'finished two']));
    await vi.waitFor(() => expect(one!.told).toEqual(['heard one', 'finished one']));
    expect(dropped!.told).toEqual([]);
    expect(recognition.utteranceCount).toBe(0);
  });

  it('are replaced when they die; their utterances hear of it', async () => {
    const recognition = start();
    await recognition.started();
    const bystander = speak(recognition, 'bystander');
    const killer = speak(recognition, 'die');
    await vi.waitFor(() => expect(killer.told).toEqual(['failed: A recognition thread died.']));
    expect(bystander.told).toEqual(killer.told);
    const next = speak(recognition, 'next');
    next.handle.finish();
    await vi.waitFor(() => expect(next.told).toEqual(['finished next']));
    expect(recognition.deaths).toBe(1);
  });

  it('are replaced when they hang over a finished utterance', async () => {
    const clock = new ManualClock();
    const recognition = start({ clock });
    await recognition.started();
    const hanging = speak(recognition, 'hang');
    hanging.handle.finish();
    await clock.advance(14_000);
    expect(hanging.told).toEqual([]);
    await clock.advance(1_000);
    await vi.waitFor(() => expect(hanging.told).toEqual(['failed: A recognition thread died.']));
  });

  it('that are only behind are not killed for it, as long as they still tell something', async () => {
    const clock = new ManualClock();
    const recognition = start({ clock });
    await recognition.started();
    const late = speak(recognition, 'hang');
    late.handle.finish();
    for (const name of ['one', 'two']) {
      await clock.advance(12_000);
      const other = speak(recognition, name);
      other.handle.finish();
      await vi.waitFor(() => expect(other.told).toEqual([`finished ${name}`]));
    }
    expect(late.told).toEqual([]);
    await clock.advance(30_000);
    await vi.waitFor(() => expect(late.told).toEqual(['failed: A recognition thread died.']));
  });

  it('that die while they are being replaced are not replaced twice', async () => {
    const births = vi.fn<() => void>();
    // The model is handed to each thread that is started.
    const engine = Object.defineProperty({}, 'model', { enumerable: true, get: births });
    const recognition = start({ engine: engine as RecognitionThreadsOptions['engine'] });
    await recognition.started();
    births.mockReset();
    // While the next thread is being started.
    births.mockImplementationOnce(() => queueMicrotask(() => speak(recognition, 'die')));
    speak(recognition, 'worn');
    await vi.waitFor(() => expect(recognition.deaths).toBe(1));
    await vi.waitFor(() => expect(recognition.threadCount).toBe(1));
    expect(births).toHaveBeenCalledOnce();
  });

  it('are replaced without anyone noticing when they are worn', async () => {
    const recognition = start();
    await recognition.started();
    const old = speak(recognition, 'worn');
    await vi.waitFor(() => expect(recognition.threadCount).toBe(2));
    const next = speak(recognition, 'next');
    for (const { handle } of [old, next]) handle.finish();
    await vi.waitFor(() => expect(recognition.threadCount).toBe(1));
    await vi.waitFor(() => expect(next.told).toEqual(['finished next']));
    expect(old.told).toEqual(['finished worn']);
    expect(recognition.deaths).toBe(0);
  });

  it('tell when none can start, and try again after a while', async () => {
    const clock = new ManualClock();
    const recognition = start({ clock, file: asUrl(`throw new Error('the engine is broken');`) });
    await expect(recognition.started()).rejects.toThrow('the engine is broken');
    const utterance = speak(recognition, 'any');
    await vi.waitFor(() => expect(utterance.told).toEqual(['failed: No recognition thread is alive.']));
    expect(clock.pendingTimers).toBe(1);
    await recognition.close();
    expect(clock.pendingTimers).toBe(0);
  });
});
