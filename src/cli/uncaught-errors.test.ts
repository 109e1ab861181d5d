import { EventEmitter } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { onUncaughtError } from './uncaught-errors.ts';

let dataDir: string;
let clock: ManualClock;
let source: EventEmitter;
let exitCodes: number[];
let closeCalls: number;

const state = { nodeId: 'node-1', calls: [{ callId: 'call_1', phase: 'talking' }], metrics: [] };

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'parley-uncaught-'));
  clock = new ManualClock();
  source = new EventEmitter();
  exitCodes = [];
  closeCalls = 0;
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function watch(closing: Promise<void>, logger = silentLogger): () => void {
  const close = () => {
    closeCalls += 1;
    return closing;
  };
  return onUncaughtError({
    source,
    clock,
    logger,
    dataDir,
    state: () => state,
    close,
    exit: (code) => exitCodes.push(code),
  });
}

const folder = () => path.join(dataDir, 'state-dumps');

it('writes a state dump that only its owner can read, closes the service and exits with 1', async () => {
  watch(Promise.resolve());
  source.emit('uncaughtException', new TypeError('said by +1 202 555 0100'), 'uncaughtException');
  await clock.advance(0);
  const [file] = readdirSync(folder());
  const text = readFileSync(path.join(folder(), file!), 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    ...state,
    error: { name: 'TypeError' },
    origin: 'uncaughtException',
  });
  expect(text).not.toContain('555 0100');
  expect([statSync(folder()).mode & 0o777, statSync(path.join(folder(), file!)).mode & 0o777]).toEqual([
    0o700, 0o600,
  ]);
  expect([closeCalls, exitCodes, clock.pendingTimers]).toEqual([1, [1], 0]);
});

it('exits after 15 s if the service does not close, and closes it once', async () => {
  watch(new Promise(() => undefined));
  for (let count = 0; count < 3; count += 1)
    source.emit('uncaughtException', 'no error', 'unhandledRejection');
  await clock.advance(14_999);
  expect(exitCodes).toEqual([]);
  await clock.advance(1);
  expect([closeCalls, exitCodes]).toEqual([1, [1]]);
});

it('ends the service even if every log line causes another error', async () => {
  let lines = 0;
  const fatal = () => {
    lines += 1;
    source.emit('uncaughtException', new Error('EPIPE'), 'uncaughtException');
  };
  watch(Promise.resolve(), { ...silentLogger, fatal });
  source.emit('uncaughtException', new Error('first'), 'uncaughtException');
  await clock.advance(0);
  // The first ten errors (the limit of logged errors), and the line about the dump.
  expect([lines, closeCalls, exitCodes]).toEqual([11, 1, [1]]);
});

it('retains the five newest dumps', async () => {
  for (let count = 0; count < 7; count += 1) {
    const unsubscribe = watch(Promise.resolve());
    source.emit('uncaughtException', new Error('again'), 'uncaughtException');
    unsubscribe();
    await clock.advance(1_000);
  }
  expect(readdirSync(folder())).toHaveLength(5);
  expect(exitCodes).toHaveLength(7);
});
