import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { silentLogger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import type { RecognitionResult, ThreadGrammar } from './recognition-protocol.ts';
import { RecognitionThreads, type RecognitionThreadsOptions } from './recognition-threads.ts';

/**
 * Understands what the grammar's id says: `hang` never finishes, `stall` stops processing, `die` ends the thread, `worn` asks to be
 * replaced, `drop` reports dropped audio, `guess` reports a pronunciation, and anything else is heard as it is.
 */
const threadSource = `
  import { parentPort } from 'node:worker_threads';
  const grammars = new Map();
  const taught = new Set();
  let handled = 0;
  parentPort.on('message', (request) => {
    if (taught.has('stall') || request.grammar?.id === 'stall') return void taught.add('stall');
    handled += 1;
    const idle = { busyMs: 0, decodedMs: 0, waitingMs: 0 };
    const droppedMs = request.grammarId === 'drop' ? 500 : 0;
    parentPort.postMessage({ type: 'progress', handled, droppedMs, ...idle });
    if (request.type === 'learn') taught.add(request.grammar.id);
    if (request.type === 'begin') {
      if (!taught.has(request.grammarId)) throw new Error('never taught');
      grammars.set(request.utterance, request.grammarId);
      if (request.grammarId === 'die') process.exit(1);
      if (request.grammarId === 'guess')
        parentPort.postMessage({ type: 'pronounced', word: 'kxyz', phones: ['K S'] });
      if (request.grammarId === 'worn') parentPort.postMessage({ type: 'worn' });
    }
    const { utterance } = request;
    const text = grammars.get(utterance);
    if (request.type === 'audio') parentPort.postMessage({ type: 'heard', utterance, text });
    if (request.type === 'finish' && text !== 'hang')
      parentPort.postMessage({ type: 'finished', utterance, text, words: [], pauseCost: 0, lostMs: 0 });
  });
  parentPort.postMessage({ type: 'ready', speed: 20 });
`;

function capturingLogger() {
  const messages: string[] = [];
  const warn = (_: object, message: string) => void messages.push(message);
  return { ...silentLogger, warn, messages } as typeof silentLogger & { readonly messages: string[] };
}

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

/** An utterance and its results. */
function speak(recognition: RecognitionThreads, id: string) {
  const reports: string[] = [];
  const handle = recognition.begin(grammar(id), {
    heard: (text) => reports.push(`heard ${text}`),
    finished: (result: RecognitionResult) => reports.push(`finished ${result.text}`),
    failed: (error) => reports.push(`failed: ${error.message}`),
  });
  return { reports, handle };
}

describe('RecognitionThreads', () => {
  it('report each utterance its own text, and nothing after it was dropped', async () => {
    const recognition = start({ threads: 2 });
    await recognition.started();
    const [one, two, dropped] = ['one', 'two', 'three'].map((id) => speak(recognition, id));
    for (const { handle } of [one!, two!, dropped!]) handle.push(new Int16Array(160));
    dropped!.handle.drop();
    one!.handle.finish();
    two!.handle.finish();
    await vi.waitFor(() => expect(two!.reports).toEqual(['heard two', 'finished two']));
    await vi.waitFor(() => expect(one!.reports).toEqual(['heard one', 'finished one']));
    expect(dropped!.reports).toEqual([]);
    expect(recognition.status.utterances).toBe(0);
  });

  it('are replaced when they die, and their utterances fail', async () => {
    const recognition = start();
    await recognition.started();
    const bystander = speak(recognition, 'bystander');
    const killer = speak(recognition, 'die');
    await vi.waitFor(() => expect(killer.reports).toEqual(['failed: A recognition thread died.']));
    expect(bystander.reports).toEqual(killer.reports);
    const next = speak(recognition, 'next');
    next.handle.finish();
    await vi.waitFor(() => expect(next.reports).toEqual(['finished next']));
    expect(recognition.status.replaced).toBe(1);
  });

  it('are replaced when they hang on a finished utterance', async () => {
    const clock = new ManualClock();
    const recognition = start({ clock });
    await recognition.started();
    const hanging = speak(recognition, 'hang');
    hanging.handle.finish();
    await vi.waitFor(() => expect(recognition.status.requests).toBe(0));
    await clock.advance(14_000);
    expect(hanging.reports).toEqual([]);
    await clock.advance(1_000);
    await vi.waitFor(() => expect(hanging.reports).toEqual(['failed: A recognition thread died.']));
  });

  it('that stall are reported and replaced, even after all their utterances were dropped', async () => {
    const clock = new ManualClock();
    const logger = capturingLogger();
    const recognition = start({ clock, logger });
    await recognition.started();
    expect(recognition.streamsMax).toBeGreaterThan(0);
    speak(recognition, 'stall').handle.drop();
    await clock.advance(6_000);
    expect(recognition.status).toMatchObject({ ready: 1, stalled: 1, hadTrouble: true });
    expect(recognition.streamsMax).toBe(0);
    await clock.advance(10_000);
    await vi.waitFor(() => expect(recognition.status).toMatchObject({ ready: 1, stalled: 0, replaced: 1 }));
    expect(recognition.streamsMax).toBeGreaterThan(0);
    expect(logger.messages).toEqual([
      'A recognition thread is stalled.',
      'A recognition thread was terminated.',
      'A recognition thread was replaced.',
    ]);
    expect(recognition.status.hadTrouble).toBe(true);
    await clock.advance(60_000);
    expect(recognition.status.hadTrouble).toBe(false);
  });

  it('have a start timeout of one minute, and increasing delays between failed starts', async () => {
    const clock = new ManualClock();
    const births = vi.fn<() => void>();
    const engine = Object.defineProperty({}, 'model', { enumerable: true, get: births });
    const options = { clock, engine: engine as RecognitionThreadsOptions['engine'] };
    const recognition = start({ ...options, file: asUrl(`setInterval(() => {}, 1000);`) });
    const started = recognition.started().catch((error: Error) => error.message);
    const early = speak(recognition, 'early');
    early.handle.finish();
    await clock.advance(59_000);
    expect(early.reports).toEqual([]);
    await clock.advance(1_000);
    expect(await started).toBe('A recognition thread died.');
    await vi.waitFor(() => expect(early.reports).toEqual(['failed: A recognition thread died.']));
    expect(births).toHaveBeenCalledTimes(1);
    await clock.advance(1_000);
    expect(births).toHaveBeenCalledTimes(2);
    await clock.advance(61_000);
    await vi.waitFor(() => expect(recognition.status.replaced).toBe(2));
    await clock.advance(1_000);
    expect(births).toHaveBeenCalledTimes(2);
    await clock.advance(1_000);
    expect(births).toHaveBeenCalledTimes(3);
  });

  it('report dropped audio', async () => {
    const logger = capturingLogger();
    const recognition = start({ logger });
    await recognition.started();
    for (const _ of [1, 2]) speak(recognition, 'drop');
    await vi.waitFor(() => expect(recognition.status.droppedMs).toBe(1_000));
    expect(recognition.status.hadTrouble).toBe(true);
    expect(logger.messages).toEqual(['A recognition thread dropped audio.']);
  });

  it('share computed pronunciations with new threads', async () => {
    const echo = `
      import { parentPort, workerData } from 'node:worker_threads';
      const known = workerData.pronunciations;
      parentPort.on('message', ({ type, utterance }) => {
        if (type !== 'begin') return;
        parentPort.postMessage({ type: 'heard', utterance, text: String(known.get('kxyz')) });
        parentPort.postMessage({ type: 'pronounced', word: 'kxyz', phones: ['K S'] });
        if (known.size === 0) parentPort.postMessage({ type: 'worn' });
      });
      parentPort.postMessage({ type: 'ready', speed: 20 });
    `;
    const recognition = start({ file: asUrl(echo) });
    await recognition.started();
    recognition.learn({ ...grammar('names'), words: ['kxyz'] });
    const [first] = [speak(recognition, 'names')];
    await vi.waitFor(() => expect(recognition.status.ready).toBe(2));
    first.handle.drop();
    await vi.waitFor(() => expect(recognition.status.ready).toBe(1));
    const second = speak(recognition, 'names');
    await vi.waitFor(() => expect(second.reports).toEqual(['heard K S']));
    expect(first.reports).toEqual(['heard undefined']);
  });

  it('that are only behind are not terminated while they report progress', async () => {
    const clock = new ManualClock();
    const recognition = start({ clock });
    await recognition.started();
    const late = speak(recognition, 'hang');
    late.handle.finish();
    for (const name of ['one', 'two']) {
      await clock.advance(12_000);
      const other = speak(recognition, name);
      other.handle.finish();
      await vi.waitFor(() => expect(other.reports).toEqual([`finished ${name}`]));
    }
    expect(late.reports).toEqual([]);
    for (let seconds = 24; seconds < 60; seconds += 12) {
      await clock.advance(12_000);
      const other = speak(recognition, 'other');
      other.handle.finish();
      await vi.waitFor(() => expect(other.reports).toEqual(['finished other']));
    }
    expect(late.reports).toEqual(['failed: The recognition thread is too far behind.']);
    expect(recognition.status).toMatchObject({ ready: 1, replaced: 0 });
  });

  it('are not replaced twice if they die during their replacement', async () => {
    const births = vi.fn<() => void>();
    // The model is passed to each new thread.
    const engine = Object.defineProperty({}, 'model', { enumerable: true, get: births });
    const recognition = start({ engine: engine as RecognitionThreadsOptions['engine'] });
    await recognition.started();
    births.mockReset();
    // While the next thread starts.
    births.mockImplementationOnce(() => queueMicrotask(() => speak(recognition, 'die')));
    speak(recognition, 'worn');
    await vi.waitFor(() => expect(recognition.status.replaced).toBe(1));
    await vi.waitFor(() => expect(recognition.status.ready).toBe(1));
    expect(births).toHaveBeenCalledOnce();
  });

  it('are replaced without interruption when they have leaked memory', async () => {
    const recognition = start();
    await recognition.started();
    const old = speak(recognition, 'worn');
    await vi.waitFor(() => expect(recognition.status.ready).toBe(2));
    const next = speak(recognition, 'next');
    for (const { handle } of [old, next]) handle.finish();
    await vi.waitFor(() => expect(recognition.status.ready).toBe(1));
    await vi.waitFor(() => expect(next.reports).toEqual(['finished next']));
    expect(old.reports).toEqual(['finished worn']);
    expect(recognition.status.replaced).toBe(0);
  });

  it('report when none can start, and retry later', async () => {
    const clock = new ManualClock();
    const recognition = start({ clock, file: asUrl(`throw new Error('the engine is broken');`) });
    await expect(recognition.started()).rejects.toThrow('the engine is broken');
    const utterance = speak(recognition, 'any');
    await vi.waitFor(() => expect(utterance.reports).toEqual(['failed: No recognition thread is alive.']));
    expect(clock.pendingTimers).toBe(2);
    await recognition.close();
    expect(clock.pendingTimers).toBe(0);
  });
});
