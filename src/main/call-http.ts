import { readFile } from 'node:fs/promises';
import { ZodError } from 'zod';
import type { CallRequestsOptions } from '../calls/tools/call-requests.ts';
import { ConfigError } from '../core/config.ts';
import { EgressClient } from '../egress/egress-client.ts';
import { EgressPolicy } from '../egress/egress-policy.ts';
import { RequestSecrets } from '../egress/request-secrets.ts';
import type { StartContext } from './start-context.ts';

/**
 * Opens the client for the HTTP requests of calls, with the secrets of `PARLEY_TOOL_SECRETS`.
 * @throws {ConfigError} if the file of secrets cannot be read
 */
export async function openCallHttp({
  config,
  dependencies: { clock },
  closers,
}: StartContext): Promise<Pick<CallRequestsOptions, 'egress' | 'secrets'>> {
  const { toolSecrets, webhookAllowCidrs = [] } = config;
  const secrets = toolSecrets === undefined ? new RequestSecrets() : await readSecrets(toolSecrets);
  const egress = new EgressClient({ clock, policy: new EgressPolicy(webhookAllowCidrs) });
  closers.add('requests of calls', async () => egress.close());
  return { egress, secrets };
}

async function readSecrets(file: string): Promise<RequestSecrets> {
  try {
    return RequestSecrets.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new ConfigError([`PARLEY_TOOL_SECRETS=${file} ${faultOf(error)}`]);
  }
}

/** Returns the fault without content of the file, which is secret. */
function faultOf(error: unknown): string {
  if (error instanceof ZodError) {
    const { path, message } = error.issues[0]!;
    return `is not valid at ${path.join('.')}: ${message}`;
  }
  if (error instanceof SyntaxError) return 'is not a JSON file';
  const { code } = error as NodeJS.ErrnoException;
  return `cannot be read (${code ?? 'error'})`;
}
