import type { FastifyInstance } from 'fastify';
import type { Clock } from '../core/clock.ts';
import type { ApiContext } from './context.ts';
import type { HealthCheck } from './node-status.ts';
import { isOperator } from './operator.ts';

/** A health check of a component. */
export interface ComponentCheck {
  readonly name: string;
  readonly check: () => Promise<Omit<HealthCheck, 'name' | 'external'>>;
  readonly external?: boolean;
}

/** A check without a result after this time counts as failed. */
const checkTimeoutMs = 3_000;

/** Runs all checks concurrently. Never rejects. */
export function checkComponents(parts: readonly ComponentCheck[], clock: Clock): Promise<HealthCheck[]> {
  return Promise.all(parts.map((part) => checkComponent(part, clock)));
}

async function checkComponent({ check, ...part }: ComponentCheck, clock: Clock): Promise<HealthCheck> {
  const { promise: late, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof check>>>();
  const detail = `no result within ${checkTimeoutMs / 1000} s`;
  const timer = clock.after(checkTimeoutMs, () => resolve({ ok: false, detail }));
  try {
    return { ...part, ...(await Promise.race([check(), late])) };
  } catch (error) {
    return { ...part, ok: false, detail: error instanceof Error ? error.message : String(error) };
  } finally {
    timer.cancel();
  }
}

/** Results are reused for this time. */
const cacheMs = 1_000;

/**
 * `/health/live`: the process answers. `/health/ready`: the node accepts calls; 503 while a component fails or the node drains, 200 and
 * `degraded` while only external dependencies or parts with reduced capacity fail.
 * Both need no key, so that load balancers can use them. Only the operator sees the details.
 */
export function registerHealth(
  app: FastifyInstance,
  { node, clock, settings }: Pick<ApiContext, 'node' | 'clock' | 'settings'>,
): void {
  let known = { atMs: -Infinity, checks: Promise.resolve<readonly HealthCheck[]>([]) };
  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async (request, reply) => {
    const nowMs = clock.monotonicMs();
    if (nowMs - known.atMs >= cacheMs) known = { atMs: nowMs, checks: node.checkHealth() };
    const checks = await known.checks;
    const status = node.draining ? 'draining' : statusOf(checks);
    const ready = status === 'ok' || status === 'degraded';
    const visible = isOperator(request, settings.metricsToken) ? checks : checks.map(withoutDetail);
    return reply.status(ready ? 200 : 503).send({ status, checks: visible });
  });
}

function statusOf(checks: readonly HealthCheck[]): 'ok' | 'degraded' | 'failing' {
  const failed = checks.filter(({ ok }) => !ok);
  if (failed.length === 0) return 'ok';
  return failed.every(({ external, degraded }) => external === true || degraded === true)
    ? 'degraded'
    : 'failing';
}

/** Removes the detail, which may name hosts, users and versions. */
const withoutDetail = ({ name, ok }: HealthCheck): Omit<HealthCheck, 'detail'> => ({ name, ok });
