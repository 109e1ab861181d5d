import type { FastifyInstance } from 'fastify';
import type { ApiContext } from './context.ts';

/** One part of the program, and whether it works. */
export interface HealthCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

/**
 * `/health/live`: the process answers. `/health/ready`: it can take calls; 503 while a part is broken or it is draining.
 * Both without a key, for load balancers: names and states only.
 */
export function registerHealth(app: FastifyInstance, { node }: Pick<ApiContext, 'node'>): void {
  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    const checks = await node.checkHealth();
    const ready = !node.draining && checks.every((check) => check.ok);
    const status = node.draining ? 'draining' : ready ? 'ok' : 'failing';
    return reply.status(ready ? 200 : 503).send({ status, checks });
  });
}
