import type { FastifyInstance } from 'fastify';
import { refuse } from '../core/problems.ts';
import type { ApiContext } from './context.ts';
import type { Metric } from './node-status.ts';
import { isOperator } from './operator.ts';

interface ResponseMeasurement {
  readonly operation: string;
  readonly status: number;
  readonly seconds: number;
}

/** Counts responses by operation and status. */
export class ResponseMetrics {
  readonly #seconds = new Map<string, { count: number; sum: number }>();

  record({ operation, status, seconds }: ResponseMeasurement): void {
    const key = `${operation} ${status}`;
    const known = this.#seconds.get(key) ?? { count: 0, sum: 0 };
    this.#seconds.set(key, { count: known.count + 1, sum: known.sum + seconds });
  }

  /** Returns the Prometheus text format. Operation names and statuses need no escaping. */
  lines(): string {
    const entries = [...this.#seconds].map(([key, value]) => {
      const [operation, status] = key.split(' ');
      return { labels: `{operation="${operation}",status="${status}"}`, ...value };
    });
    return [
      '# HELP parley_http_request_seconds Time from request to response.',
      '# TYPE parley_http_request_seconds summary',
      ...entries.map(({ labels, sum }) => `parley_http_request_seconds_sum${labels} ${sum}`),
      ...entries.map(({ labels, count }) => `parley_http_request_seconds_count${labels} ${count}`),
      '',
    ].join('\n');
  }
}

/** Registers `/metrics` for Prometheus, for requests with the configured token or from this machine. The library is loaded on first use. */
export function registerMetrics(
  app: FastifyInstance,
  { node, settings }: Pick<ApiContext, 'node' | 'settings'>,
  responses: ResponseMetrics,
): void {
  let register: Promise<import('prom-client').Registry> | undefined;
  app.get('/metrics', async (request, reply) => {
    if (!isOperator(request, settings.metricsToken)) refuse('not_found');
    register ??= processRegister();
    const nodeMetrics = metricLines(node.metrics());
    const text = (await (await register).metrics()) + responses.lines() + nodeMetrics;
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(text);
  });
}

async function processRegister(): Promise<import('prom-client').Registry> {
  const { Registry, collectDefaultMetrics } = await import('prom-client');
  const register = new Registry();
  collectDefaultMetrics({ register });
  return register;
}

/** Returns the Prometheus text format with HELP and TYPE once per name. */
export function metricLines(metrics: readonly Metric[]): string {
  const names = [...new Set(metrics.map(({ name }) => name))];
  return names.map((name) => linesOf(metrics.filter((metric) => metric.name === name))).join('');
}

function linesOf(metrics: readonly Metric[]): string {
  const { name, help, type = 'gauge' } = metrics[0]!;
  const values = metrics.map(({ labels, value }) => `${name}${labelText(labels)} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${values.join('')}`;
}

function labelText(labels: Metric['labels'] = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
