import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../core/logger.ts';
import { systemClock } from '../core/clock.ts';
import { ManualClock } from '../core/manual-clock.ts';
import type { CallTrace } from '../sip/call-trace.ts';
import { TraceFolder } from './trace-folder.ts';
import type { TraceCommand, TraceReport } from './trace-messages.ts';
import { TraceWriter } from './trace-writer.ts';

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(os.tmpdir(), 'parley-trace-writer-'));
  folder = path.join(parent, 'sip-calls');
});
afterEach(() => rmSync(parent, { recursive: true }));

const common = { clock: systemClock, logger: silentLogger };
const open = (nodeId: string) => new TraceWriter({ ...common, folder, nodeId });
const trace = (bye: string): CallTrace => ({ type: 'confirmed', bye, hop: 'sip:192.0.2.2' });
const read = (nodeId: string) =>
  new TraceFolder({ folder, nodeId: 'reader', logger: silentLogger }).takeOver(nodeId);

/** A worker whose disk does not answer until it is told to. */
class StalledWorker extends EventEmitter {
  readonly commands: TraceCommand[] = [];

  postMessage(command: TraceCommand): void {
    this.commands.push(command);
  }
  answer(report: TraceReport): void {
    this.emit('message', report);
  }
  unref(): void {}
  terminate(): Promise<number> {
    return Promise.resolve(0);
  }
}

describe('TraceWriter', () => {
  it('leaves what was kept last to the next process, which takes it over', async () => {
    const first = open('first');
    await first.reserve();
    first.keep('a', trace('old'));
    first.keep('a', trace('new'));
    first.keep('b', trace('b'));
    first.forget('b');
    await first.close();
    const second = open('second');
    expect(await second.others()).toEqual(['first']);
    expect(await second.takeOver('first')).toEqual([{ key: 'a', trace: trace('new') }]);
    second.forget('a');
    await second.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('never waits for a disk that does not answer, and keeps only the last state of each key for it', async () => {
    const worker = new StalledWorker();
    const writer = new TraceWriter({
      ...common,
      folder,
      nodeId: 'node',
      startWorker: () => worker as unknown as Worker,
    });
    for (let call = 0; call < 5_000; call++) {
      writer.keep('one key', trace(`state ${call}`));
      if (call === 2_000) writer.keep('gone', trace('x'));
    }
    writer.forget('gone');
    expect(worker.commands).toHaveLength(64);
    for (let round = 0; round < 66; round++) worker.answer({ type: 'written' });
    expect(worker.commands.slice(64)).toEqual([
      { type: 'write', key: 'one key', trace: JSON.stringify(trace('state 4999')) },
      { type: 'write', key: 'gone', trace: undefined },
    ]);
  });

  it('resolves when the last trace of a key is written, behind others that wait, or after 1 s', async () => {
    const worker = new StalledWorker();
    const clock = new ManualClock();
    const startWorker = () => worker as unknown as Worker;
    const writer = new TraceWriter({ ...common, clock, folder, nodeId: 'node', startWorker });
    const done: string[] = [];
    for (let call = 0; call < 64; call++) writer.keep(`call ${call}`, trace('x'));
    writer.keep('a', trace('a'));
    void writer.written('a')!.then(() => done.push('a'));
    for (let round = 0; round < 64; round++) worker.answer({ type: 'written' });
    await clock.advance(0);
    expect(done).toEqual([]);
    worker.answer({ type: 'written' });
    await clock.advance(0);
    expect([done, writer.written('a'), clock.pendingTimers]).toEqual([['a'], undefined, 0]);
    writer.keep('b', trace('b'));
    void writer.written('b')!.then(() => done.push('b'));
    await clock.advance(999);
    expect(done).toEqual(['a']);
    await clock.advance(1);
    expect(done).toEqual(['a', 'b']);
  });

  it('writes everything again where its thread ended', async () => {
    const workers: Worker[] = [];
    const { Worker: Thread } = await import('node:worker_threads');
    const startWorker = (workerData: unknown) => {
      workers.push(new Thread(new URL('./trace-worker.ts', import.meta.url), { workerData }));
      return workers.at(-1)!;
    };
    const writer = new TraceWriter({ ...common, folder, nodeId: 'node', startWorker });
    await writer.reserve();
    writer.keep('a', trace('a'));
    await writer.others();
    await workers[0]!.terminate();
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    await expect.poll(() => workers.length).toBe(2);
    await writer.others();
    await writer.close();
    expect(read('node')).toEqual([{ key: 'a', trace: trace('a') }]);
  });
});
