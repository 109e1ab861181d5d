import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../core/manual-clock.ts';
import { csvLimits } from '../domain/batches/csv-parser.ts';
import { ratePlans } from '../domain/rate-plan.ts';
import { checkComponents, registerHealth } from './health.ts';
import type { HealthCheck, NodeStatus } from './node-status.ts';

const healthy = { ok: true, detail: 'fine' };

describe('checkComponents', () => {
  it('returns the result of each component', async () => {
    const clock = new ManualClock();
    const components = [
      { name: 'one', check: async () => healthy },
      { name: 'two', check: () => Promise.reject(new Error('broken')) },
    ];
    expect(await checkComponents(components, clock)).toEqual([
      { name: 'one', ...healthy },
      { name: 'two', ok: false, detail: 'broken' },
    ]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('reports a component without a result after 3 s', async () => {
    const clock = new ManualClock();
    const checks = checkComponents([{ name: 'mute', check: () => new Promise(() => {}) }], clock);
    await clock.advance(3000);
    expect(await checks).toEqual([{ name: 'mute', ok: false, detail: 'no result within 3 s' }]);
  });
});

describe('readiness', () => {
  const trunk = { name: 'sip', ok: false, detail: 'trunk: no answer', external: true };
  const speech = { name: 'speech', ok: false, detail: '1 of 2 threads replaced', degraded: true };
  const database = { name: 'database', ok: false, detail: 'unavailable' };

  it.each([
    ['ok', 200, [{ name: 'media', ...healthy }]],
    ['degraded', 200, [{ name: 'media', ...healthy }, trunk]],
    ['degraded', 200, [speech, trunk]],
    ['failing', 503, [database, speech]],
    ['failing', 503, [database, trunk]],
  ] as const)('is %s and returns %i', async (status, code, checks: readonly HealthCheck[]) => {
    const app = fastify();
    const node = { draining: false, checkHealth: async () => checks } as Partial<NodeStatus> as NodeStatus;
    const defaultPlan = 'developer' as const;
    const settings = {
      version: '0',
      dataDir: '.',
      sipTraceDays: 0,
      metricsToken: undefined,
      csvLimits: { ...csvLimits, maxBytes: 1024 },
      trustedProxies: [],
      ratePlans,
      defaultPlan,
      zoneWhenUnknown: undefined,
      reachableNetworks: { phone: true, test: true },
    };
    registerHealth(app, { node, clock: new ManualClock(), settings });
    const response = await app.inject('/health/ready');
    expect([response.statusCode, response.json().status]).toEqual([code, status]);
    await app.close();
  });
});
