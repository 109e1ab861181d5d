import { expect, it } from 'vitest';
import { runWebhookCrash } from './run.ts';

it.runIf(process.platform === 'linux')(
  'kills of the program lose no webhook event and change no order',
  { timeout: 300_000 },
  async () => {
    const report = await runWebhookCrash({
      seed: 1,
      events: 2_000,
      endpoints: 2,
      killsEverySeconds: [2, 5],
      rate: 150,
      faults: 3,
      stallSeconds: 90,
    });
    expect(report.violations).toEqual([]);
    expect(report.committed).toBe(2_000);
    expect(report.kills).toBeGreaterThan(1);
    expect(report.failed).toBeGreaterThan(0);
  },
);
