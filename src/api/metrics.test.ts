import { expect, it } from 'vitest';
import { formatMetrics } from './metrics.ts';

it('writes HELP and TYPE once per metric name', () => {
  const counter = { name: 'parley_x_total', help: 'What it counts.', type: 'counter' } as const;
  expect(
    formatMetrics([
      { ...counter, labels: { where: 'call' }, value: 2 },
      { name: 'parley_y', help: 'A gauge.', value: 1 },
      { ...counter, labels: { where: 'timer' }, value: 0 },
    ]),
  ).toBe(
    [
      '# HELP parley_x_total What it counts.',
      '# TYPE parley_x_total counter',
      'parley_x_total{where="call"} 2',
      'parley_x_total{where="timer"} 0',
      '# HELP parley_y A gauge.',
      '# TYPE parley_y gauge',
      'parley_y 1',
      '',
    ].join('\n'),
  );
});
