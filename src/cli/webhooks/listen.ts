import type { Event } from '../../../packages/sdk/src/client.ts';
import { systemClock } from '../../core/clock.ts';
import { systemRandom } from '../../core/random.ts';
import { connectToRunning } from '../connect.ts';
import { UsageError, type Output } from '../output.ts';
import { onSignals } from '../signals.ts';
import { newWebhookSecret, signatureHeaders } from '../../core/webhook-signature.ts';

const timeoutMs = 15_000;

/**
 * Forwards each event of the workspace to a URL, signed with a secret that is created for this run. Each event is sent once, in
 * order; a failed request is shown and not repeated. Ends on a signal.
 */
export async function listen(
  { forwardTo, events }: { readonly forwardTo: string; readonly events: string },
  output: Output,
): Promise<void> {
  if (!URL.canParse(forwardTo)) throw new UsageError(`${forwardTo} is not a URL.`);
  const types = new Set(events.split(',').map((type) => type.trim()));
  const { client } = await connectToRunning();
  const secret = newWebhookSecret(systemRandom);
  const interruption = new AbortController();
  const unsubscribe = onSignals({ clock: systemClock, source: process }, () => interruption.abort());
  output.line(`The secret of this run is ${secret}`);
  output.line(`Events are forwarded to ${forwardTo}. Ctrl-C exits.`);
  let forwarded = 0;
  try {
    for await (const event of client.follow('followEvents', { signal: interruption.signal })) {
      if (!types.has('*') && !types.has(event.event)) continue;
      output.line(`${event.createdAt}  ${event.event.padEnd(24)} ${await forward(event, forwardTo, secret)}`);
      forwarded += 1;
    }
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
  } finally {
    unsubscribe();
  }
  output.result({ forwarded });
}

/** Returns the status code of the response, or the error code if no response was received. */
async function forward(event: Event, url: string, secret: string): Promise<string> {
  const body = JSON.stringify(event);
  const headers = signatureHeaders({ id: event.id, body, nowMs: Date.now(), secrets: [secret] });
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    return String(response.status);
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    return cause?.code ?? (error as Error).name;
  }
}
