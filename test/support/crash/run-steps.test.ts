import { describe, expect, it } from 'vitest';
import { RunSteps } from './run-steps.ts';

const never = new Promise<void>(() => {});
const readOpenWork = () => Promise.resolve(['the message msg_1 is scheduled']);

describe('the steps of a run', () => {
  it('have no violation if they end in time', async () => {
    const steps = new RunSteps();
    const run = steps.finish('the requests', Promise.resolve());
    expect(await steps.untilEnded(run, readOpenWork)).toEqual([]);
  });

  it('name what a late run waits for', async () => {
    const steps = new RunSteps();
    const run = Promise.all([
      steps.finish('the requests', Promise.resolve()),
      steps.finish('a quiet time', never),
    ]);
    expect(await steps.untilEnded(run, readOpenWork, 0)).toEqual([
      'the run did not end within 0 s; open: a quiet time; the message msg_1 is scheduled',
    ]);
  });

  it('reject if one of them fails', async () => {
    const steps = new RunSteps();
    const run = steps.finish('the requests', Promise.reject(new Error('The run has ended.')));
    await expect(steps.untilEnded(run, readOpenWork)).rejects.toThrow('The run has ended.');
  });
});
