import { readConfig, type Config } from '../core/config.ts';
import type { Clock } from '../core/clock.ts';
import { addressOf, findService } from './connect.ts';
import { CommandError, UsageError, type Output } from './output.ts';

const pollMs = 500;

/**
 * Waits until the node accepts calls, for service managers and containers.
 * @throws {CommandError} if it does not within `wait` seconds; without `wait`, if it does not at once; if the node has no HTTP port
 */
export async function ready(
  { wait = '0' }: { readonly wait?: string },
  output: Output,
  clock: Clock,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const waitMs = Number(wait) * 1000;
  if (!(waitMs >= 0)) throw new UsageError(`--wait must be a number of seconds, such as 60, and is ${wait}.`);
  const settings = settingsOfNode(readConfig(env));
  const deadlineMs = clock.monotonicMs() + waitMs;
  for (;;) {
    const service = await findService(settings);
    const status = service?.health.status;
    if (status === 'ok' || status === 'degraded') {
      output.line(`The service at ${service!.baseUrl} is ready.`);
      output.result({ httpAddress: service!.baseUrl, status });
      return;
    }
    if (clock.monotonicMs() >= deadlineMs)
      throw new CommandError(
        status === undefined
          ? `No service responds at ${addressOf(settings)}.`
          : `The service at ${service!.baseUrl} is not ready: ${status}.`,
      );
    await clock.sleep(pollMs);
  }
}

/** A node without the API has its health checks at another port. */
function settingsOfNode(config: Config): Config {
  if (config.serviceUrl !== undefined || config.roles.includes('api')) return config;
  if (config.healthPort !== undefined) return { ...config, httpPort: config.healthPort };
  throw new CommandError('This node has no API. Set PARLEY_HEALTH_PORT to the port of its health checks.');
}
