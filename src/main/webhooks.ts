import type { SecretBox } from '../core/secret-box.ts';
import { EgressClient } from '../egress/egress-client.ts';
import { EgressPolicy } from '../egress/egress-policy.ts';
import type { Database } from '../store/database.ts';
import type { StartContext } from './start-context.ts';

/** How long a close waits for the requests in progress. */
const drainTimeoutMs = 3_000;

/** Starts the publication of events, and on workers the deliveries to webhook endpoints. */
export async function startWebhooks(
  context: StartContext,
  database: Database,
  secrets: SecretBox,
): Promise<void> {
  const { openWebhooks } = await import('../webhooks/open-webhooks.ts');
  const { dependencies, config, nodeId, closers } = context;
  const policy = new EgressPolicy(config.webhookAllowCidrs ?? []);
  const egress = new EgressClient({ clock: dependencies.clock, policy });
  const delivers = config.roles.includes('worker');
  const webhooks = openWebhooks({ ...dependencies, database, egress, secrets, nodeId, delivers });
  closers.add('webhooks', async () => {
    // Requests that are aborted are sent again after the next start.
    await Promise.race([webhooks.drain(), dependencies.clock.sleep(drainTimeoutMs)]);
    await webhooks.close();
    egress.close();
  });
  webhooks.start();
}
