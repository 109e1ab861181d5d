import type { FastifyInstance } from 'fastify';
import { reject } from '../core/problems.ts';
import type { ApiContext, MetricsSettings } from './context.ts';
import type { Metric } from './node-status.ts';
import { isOperatorRequest } from './operator.ts';

interface ResponseMeasurement {
  readonly operation: string;
  readonly status: number;
  readonly seconds: number;
}

/** Counts responses and sums their durations by operation and status. */
export class ResponseMetrics {
  readonly #durations = new Map<string, { count: number; sum: number }>();

  record({ operation, status, seconds }: ResponseMeasurement): void {
    const key = `${operation} ${status}`;
    const current = this.#durations.get(key) ?? { count: 0, sum: 0 };
    this.#durations.set(key, { count: current.count + 1, sum: current.sum + seconds });
  }

  /** Returns the metrics in the Prometheus text format. Operation names and statuses need no escaping. */
  format(): string {
    const entries = [...this.#durations].map(([key, value]) => {
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

/** Registers `/metrics` for Prometheus. Only requests with the configured token or from this machine are allowed. */
export function registerMetrics(
  app: FastifyInstance,
  { node, settings }: Pick<ApiContext, 'node'> & MetricsSettings,
  responses: ResponseMetrics,
): void {
  let register: Promise<import('prom-client').Registry> | undefined;
  app.get('/metrics', async (request, reply) => {
    if (!isOperatorRequest(request, settings.metricsToken)) reject('not_found');
    register ??= processRegister();
    const nodeMetrics = formatMetrics(node.metrics());
    const text = (await (await register).metrics()) + responses.format() + nodeMetrics;
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(text);
  });
}

async function processRegister(): Promise<import('prom-client').Registry> {
  const { Registry, collectDefaultMetrics } = await import('prom-client');
  const register = new Registry();
  collectDefaultMetrics({ register });
  return register;
}

/** Returns the metrics in the Prometheus text format, with HELP and TYPE once per name. */
export function formatMetrics(metrics: readonly Metric[]): string {
  const names = [...new Set(metrics.map(({ name }) => name))];
  return names.map((name) => formatMetric(metrics.filter((metric) => metric.name === name))).join('');
}

function formatMetric(metrics: readonly Metric[]): string {
  const { name, help, type = 'gauge' } = metrics[0]!;
  const values = metrics.map(({ labels, value }) => `${name}${formatLabels(labels)} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${values.join('')}`;
}

function formatLabels(labels: Metric['labels'] = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
