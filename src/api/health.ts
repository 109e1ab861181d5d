import type { FastifyInstance } from 'fastify';
import type { Clock } from '../core/clock.ts';
import type { ApiContext, MetricsSettings } from './context.ts';
import type { HealthCheck } from './node-status.ts';
import { isOperatorRequest } from './operator.ts';

/** A health check of a component. */
export interface ComponentCheck {
  readonly name: string;
  readonly check: () => Promise<Omit<HealthCheck, 'name' | 'external'>>;
  readonly external?: boolean;
}

/** A check without a result after this time counts as failed. */
const checkTimeoutMs = 3_000;

/** Runs all checks concurrently. Never rejects. */
export function checkComponents(components: readonly ComponentCheck[], clock: Clock): Promise<HealthCheck[]> {
  return Promise.all(components.map((component) => checkComponent(component, clock)));
}

async function checkComponent({ check, ...component }: ComponentCheck, clock: Clock): Promise<HealthCheck> {
  const { promise: timeout, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof check>>>();
  const detail = `no result within ${checkTimeoutMs / 1000} s`;
  const timer = clock.after(checkTimeoutMs, () => resolve({ ok: false, detail }));
  try {
    return { ...component, ...(await Promise.race([check(), timeout])) };
  } catch (error) {
    return { ...component, ok: false, detail: error instanceof Error ? error.message : String(error) };
  } finally {
    timer.cancel();
  }
}

/** Lifetime of cached results. */
const cacheMs = 1_000;

/**
 * Registers the health checks. `/health/live` returns 200 while the process runs. `/health/ready` returns 200 while the node accepts
 * calls, with the status `degraded` if only external dependencies or components with reduced capacity fail. It returns 503 while
 * another component fails or the node drains. Neither needs a key, so that load balancers can use them. Only the operator gets details.
 */
export function registerHealth(
  app: FastifyInstance,
  { node, clock, settings }: Pick<ApiContext, 'node' | 'clock'> & MetricsSettings,
): void {
  let cached = { atMs: -Infinity, checks: Promise.resolve<readonly HealthCheck[]>([]) };
  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async (request, reply) => {
    const nowMs = clock.monotonicMs();
    if (nowMs - cached.atMs >= cacheMs) cached = { atMs: nowMs, checks: node.checkHealth() };
    const checks = await cached.checks;
    const status = node.draining ? 'draining' : statusOf(checks);
    const ready = status === 'ok' || status === 'degraded';
    const visible = isOperatorRequest(request, settings.metricsToken) ? checks : checks.map(withoutDetail);
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

/** Removes the detail, which can contain host names, users and versions. */
const withoutDetail = ({ name, ok }: HealthCheck): Omit<HealthCheck, 'detail'> => ({ name, ok });
