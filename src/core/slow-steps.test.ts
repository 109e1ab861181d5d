import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';
import { ManualClock } from './manual-clock.ts';
import { createSlowStepReporter } from './slow-steps.ts';

function reporter() {
  const lines: Record<string, unknown>[] = [];
  const destination = new Writable({
    write(bytes: Buffer, _encoding, done) {
      lines.push(JSON.parse(bytes.toString()) as Record<string, unknown>);
      done();
    },
  });
  const clock = new ManualClock();
  return { clock, lines, step: createSlowStepReporter({ clock, logger: createLogger('info', destination) }) };
}

describe('a startup step', () => {
  it('is logged by name after 2 s, then every 10 s until it ends', async () => {
    const { clock, lines, step } = reporter();
    const { promise, resolve } = Promise.withResolvers<string>();
    const result = step('the database server', () => promise);
    await clock.advance(1_999);
    expect(lines).toEqual([]);
    await clock.advance(1);
    expect(lines).toMatchObject([
      { msg: 'Startup is waiting.', waitsFor: 'the database server', seconds: 2 },
    ]);
    await clock.advance(10_000);
    expect(lines.map(({ seconds }) => seconds)).toEqual([2, 12]);
    resolve('ready');
    expect(await result).toBe('ready');
    await clock.advance(60_000);
    expect(lines).toHaveLength(2);
  });

  it('is not logged after it has failed', async () => {
    const { clock, lines, step } = reporter();
    await expect(step('the trunk', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await clock.advance(60_000);
    expect(lines).toEqual([]);
  });
});
