import { expect, it } from 'vitest';
import { runFuzz } from '../../bench/fuzz/fuzz.ts';

it('a running service survives 20,000 mutated messages, and the calls beside them are whole', async () => {
  const seed = 1 + Math.floor(Math.random() * 1_000_000);
  const { complaints, ...report } = await runFuzz({ messages: 20_000, seed, portsFrom: 28 });
  const { isAlive, internalErrors, callsBeside } = report;
  const shown = `${JSON.stringify(report)}\n${complaints.slice(-4_000)}`;
  const found = { isAlive, internalErrors, broken: callsBeside.broken, isWhole: callsBeside.whole >= 2 };
  const wanted = { isAlive: true, internalErrors: {}, broken: [], isWhole: true };
  // The report is part of what is compared, so that a failure shows the seed and what the service said.
  expect([found, shown]).toEqual([wanted, shown]);
}, 180_000);
