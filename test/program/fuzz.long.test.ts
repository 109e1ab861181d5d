import { expect, it } from 'vitest';
import { runFuzz } from '../../bench/fuzz/fuzz.ts';

it('a running service survives 20,000 mutated messages, and concurrent calls succeed', async () => {
  const seed = 1 + Math.floor(Math.random() * 1_000_000);
  const { serviceLog, ...report } = await runFuzz({ messages: 20_000, seed, portPrefix: 28 });
  const { isAlive, internalErrors, concurrentCalls } = report;
  const shown = `${JSON.stringify(report)}\n${serviceLog.slice(-4_000)}`;
  const actual = {
    isAlive,
    internalErrors,
    failed: concurrentCalls.failed,
    hasCalls: concurrentCalls.succeeded >= 2,
  };
  const expected = { isAlive: true, internalErrors: {}, failed: [], hasCalls: true };
  // The comparison includes the report, so that a failure shows the seed and the output of the service.
  expect([actual, shown]).toEqual([expected, shown]);
}, 180_000);
