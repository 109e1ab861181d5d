import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { silentLogger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import type { RecognitionResult, ThreadGrammar } from './recognition-protocol.ts';
import { recognitionHealth } from './speech-to-text.ts';
import { RecognitionThreads, type RecognitionThreadsOptions } from './recognition-threads.ts';

/**
 * A thread whose behaviour depends on the id of the grammar: `hang` never finishes, `stall` stops processing, `die` ends the thread, `leak`
 * requests a replacement, `drop` reports dropped audio, `slow` needs 10 s for 4 s of audio, `queue` has 12 s of audio waiting and `guess` reports a
 * pronunciation. Any other id is the recognised text.
 */
const threadSource = `
  import { parentPort } from 'node:worker_threads';
  const grammars = new Map();
  const received = new Set();
  let processedRequests = 0;
  parentPort.on('message', (request) => {
    if (request.type === 'measure') return parentPort.postMessage({ type: 'measured', speed: 20 });
    if (received.has('stall') || request.grammar?.id === 'stall') return void received.add('stall');
    processedRequests += 1;
    const idle = { busyMs: 0, decodedMs: 0, waitingMs: 0 };
    const work = { slow: { ...idle, busyMs: 10_000, decodedMs: 4_000 }, queue: { ...idle, waitingMs: 12_000 } };
    const droppedMs = request.grammarId === 'drop' ? 500 : 0;
    parentPort.postMessage({ type: 'progress', processedRequests, droppedMs, ...(work[request.grammarId] ?? idle) });
    if (request.type === 'add-grammar') received.add(request.grammar.id);
    if (request.type === 'start') {
      if (!received.has(request.grammarId)) throw new Error('the grammar was never sent');
      grammars.set(request.utterance, request.grammarId);
      if (request.grammarId === 'die') process.exit(1);
      if (request.grammarId === 'guess')
        parentPort.postMessage({ type: 'pronounced', word: 'kxyz', phones: ['K S'] });
      if (request.grammarId === 'leak') parentPort.postMessage({ type: 'needs-replacement' });
    }
    const { utterance } = request;
    const text = grammars.get(utterance);
    if (request.type === 'audio') parentPort.postMessage({ type: 'partial', utterance, text });
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
  const noEngine = {} as RecognitionThreadsOptions['engine'];
  threads = new RecognitionThreads({
    file: asUrl(threadSource),
    engine: noEngine,
    threads: 1,
    logger: silentLogger,
    clock: systemClock,
    ...more,
  });
  return threads;
}

function grammar(id: string): ThreadGrammar {
  return { id, words: [], network: { start: 0, end: 1, numStates: 2, transitions: [] }, allSenones: true };
}

/** An utterance and its results. */
function speak(recognition: RecognitionThreads, id: string) {
  const reports: string[] = [];
  const handle = recognition.startUtterance(grammar(id), {
    onPartial: (text) => reports.push(`partial ${text}`),
    onFinished: (result: RecognitionResult) => reports.push(`finished ${result.text}`),
    onFailed: (error) => reports.push(`failed: ${error.message}`),
  });
  return { reports, handle };
}

describe('RecognitionThreads', () => {
  it('report the text of each utterance separately, and nothing after it was dropped', async () => {
    const recognition = start({ threads: 2 });
    await recognition.whenReady();
    const [one, two, dropped] = ['one', 'two', 'three'].map((id) => speak(recognition, id));
    for (const { handle } of [one!, two!, dropped!]) handle.push(new Int16Array(160));
    dropped!.handle.drop();
    one!.handle.finish();
    two!.handle.finish();
    await vi.waitFor(() => expect(two!.reports).toEqual(['partial two', 'finished two']));
    await vi.waitFor(() => expect(one!.reports).toEqual(['partial one', 'finished one']));
    expect(dropped!.reports).toEqual([]);
    expect(recognition.status.utterances).toBe(0);
  });

  it('are replaced when they die, which fails their utterances', async () => {
    const recognition = start();
    await recognition.whenReady();
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
    await recognition.whenReady();
    const hanging = speak(recognition, 'hang');
    hanging.handle.finish();
    await vi.waitFor(() => expect(recognition.status.requests).toBe(0));
    await clock.advance(14_000);
    expect(hanging.reports).toEqual([]);
    await clock.advance(1_000);
    await vi.waitFor(() => expect(hanging.reports).toEqual(['failed: A recognition thread died.']));
  });

  it('are reported and replaced when they stall, even after all their utterances were dropped', async () => {
    const clock = new ManualClock();
    const logger = capturingLogger();
    const recognition = start({ clock, logger });
    await recognition.whenReady();
    expect(recognition.maxStreams).toBeGreaterThan(0);
    speak(recognition, 'stall').handle.drop();
    await clock.advance(6_000);
    expect(recognition.status).toMatchObject({ ready: 1, stalled: 1, isDegraded: true });
    expect(recognition.maxStreams).toBe(0);
    await clock.advance(10_000);
    await vi.waitFor(() => expect(recognition.status).toMatchObject({ ready: 1, stalled: 0, replaced: 1 }));
    expect(recognition.maxStreams).toBeGreaterThan(0);
    expect(logger.messages).toEqual([
      'A recognition thread is stalled.',
      'A recognition thread was terminated.',
      'A recognition thread was replaced.',
    ]);
    expect(recognition.status.isDegraded).toBe(true);
    await clock.advance(60_000);
    expect(recognition.status.isDegraded).toBe(false);
  });

  it('have a start timeout of one minute, and increasing delays between failed starts', async () => {
    const clock = new ManualClock();
    const starts = vi.fn<() => void>();
    const engine = Object.defineProperty({}, 'model', { enumerable: true, get: starts });
    const options = { clock, engine: engine as RecognitionThreadsOptions['engine'] };
    const recognition = start({ ...options, file: asUrl(`setInterval(() => {}, 1000);`) });
    const started = recognition.whenReady().catch((error: Error) => error.message);
    const early = speak(recognition, 'early');
    early.handle.finish();
    await clock.advance(59_000);
    expect(early.reports).toEqual([]);
    await clock.advance(1_000);
    expect(await started).toBe('A recognition thread died.');
    await vi.waitFor(() => expect(early.reports).toEqual(['failed: A recognition thread died.']));
    expect(starts).toHaveBeenCalledTimes(1);
    await clock.advance(1_000);
    expect(starts).toHaveBeenCalledTimes(2);
    await clock.advance(61_000);
    await vi.waitFor(() => expect(recognition.status.replaced).toBe(2));
    await clock.advance(1_000);
    expect(starts).toHaveBeenCalledTimes(2);
    await clock.advance(1_000);
    expect(starts).toHaveBeenCalledTimes(3);
  });

  it('report dropped audio', async () => {
    const logger = capturingLogger();
    const recognition = start({ logger });
    await recognition.whenReady();
    for (const _ of [1, 2]) speak(recognition, 'drop');
    await vi.waitFor(() => expect(recognition.status.droppedMs).toBe(1_000));
    expect(recognition.status.isDegraded).toBe(true);
    expect(logger.messages).toEqual(['A recognition thread dropped audio.']);
  });

  const healthOf = ({ status, maxStreams, capacity }: RecognitionThreads) =>
    recognitionHealth({ ...status, streams: 1, maxStreams }, capacity);
  const tooSlow = {
    ok: false,
    degraded: true,
    detail: expect.stringContaining('slower than the speech of its calls'),
  };

  it('are degraded while audio waits', async () => {
    const recognition = start();
    await recognition.whenReady();
    expect(healthOf(recognition)).toMatchObject({ ok: true });
    speak(recognition, 'queue');
    await vi.waitFor(() => expect(healthOf(recognition)).toMatchObject(tooSlow));
    speak(recognition, 'yes').handle.finish();
    await vi.waitFor(() => expect(healthOf(recognition)).toMatchObject({ ok: true }));
  });

  it('are degraded if they decode more slowly than in real time, until they are idle on a faster machine', async () => {
    const clock = new ManualClock();
    const recognition = start({ clock });
    await recognition.whenReady();
    const { maxStreams } = recognition;
    const slow = Array.from({ length: 5 }, () => speak(recognition, 'slow'));
    await vi.waitFor(() => expect(healthOf(recognition)).toMatchObject(tooSlow));
    await clock.advance(10_000);
    expect(healthOf(recognition)).toMatchObject(tooSlow);
    for (const { handle } of slow) handle.drop();
    await vi.waitFor(() => expect(recognition.status.requests).toBe(0));
    await clock.advance(10_000);
    await vi.waitFor(() => expect(healthOf(recognition)).toMatchObject({ ok: true }));
    expect(recognition.maxStreams).toBe(maxStreams);
  });

  it('share computed pronunciations with new threads', async () => {
    const echo = `
      import { parentPort, workerData } from 'node:worker_threads';
      const known = workerData.pronunciations;
      parentPort.on('message', ({ type, utterance }) => {
        if (type !== 'start') return;
        parentPort.postMessage({ type: 'partial', utterance, text: String(known.get('kxyz')) });
        parentPort.postMessage({ type: 'pronounced', word: 'kxyz', phones: ['K S'] });
        if (known.size === 0) parentPort.postMessage({ type: 'needs-replacement' });
      });
      parentPort.postMessage({ type: 'ready', speed: 20 });
    `;
    const recognition = start({ file: asUrl(echo) });
    await recognition.whenReady();
    recognition.prepare({ ...grammar('names'), words: ['kxyz'] });
    const [first] = [speak(recognition, 'names')];
    await vi.waitFor(() => expect(recognition.status.ready).toBe(2));
    first.handle.drop();
    await vi.waitFor(() => expect(recognition.status.ready).toBe(1));
    const second = speak(recognition, 'names');
    await vi.waitFor(() => expect(second.reports).toEqual(['partial K S']));
    expect(first.reports).toEqual(['partial undefined']);
  });

  it('are not terminated while they report progress; utterances that take too long fail', async () => {
    const clock = new ManualClock();
    const recognition = start({ clock });
    await recognition.whenReady();
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

  it('are replaced once if they die while their replacement starts', async () => {
    const starts = vi.fn<() => void>();
    // The model is read at each start of a thread.
    const engine = Object.defineProperty({}, 'model', { enumerable: true, get: starts });
    const recognition = start({ engine: engine as RecognitionThreadsOptions['engine'] });
    await recognition.whenReady();
    starts.mockReset();
    // The old thread dies while its replacement starts.
    starts.mockImplementationOnce(() => queueMicrotask(() => speak(recognition, 'die')));
    speak(recognition, 'leak');
    await vi.waitFor(() => expect(recognition.status.replaced).toBe(1));
    await vi.waitFor(() => expect(recognition.status.ready).toBe(1));
    expect(starts).toHaveBeenCalledOnce();
  });

  it('are replaced without interruption when they have leaked memory', async () => {
    const recognition = start();
    await recognition.whenReady();
    const old = speak(recognition, 'leak');
    await vi.waitFor(() => expect(recognition.status.ready).toBe(2));
    const next = speak(recognition, 'next');
    for (const { handle } of [old, next]) handle.finish();
    await vi.waitFor(() => expect(recognition.status.ready).toBe(1));
    await vi.waitFor(() => expect(next.reports).toEqual(['finished next']));
    expect(old.reports).toEqual(['finished leak']);
    expect(recognition.status.replaced).toBe(0);
  });

  it('report that no thread can start, and retry later', async () => {
    const clock = new ManualClock();
    const recognition = start({ clock, file: asUrl(`throw new Error('the engine is broken');`) });
    await expect(recognition.whenReady()).rejects.toThrow('the engine is broken');
    const utterance = speak(recognition, 'any');
    await vi.waitFor(() => expect(utterance.reports).toEqual(['failed: No recognition thread is alive.']));
    expect(clock.pendingTimers).toBe(2);
    await recognition.close();
    expect(clock.pendingTimers).toBe(0);
  });
});
