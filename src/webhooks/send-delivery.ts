import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../core/clock.ts';
import type { SecretBox } from '../core/secret-box.ts';
import { parseRetryAfter } from '../core/retry-after.ts';
import { signatureHeaders } from '../core/webhook-signature.ts';
import { EgressError, type EgressClient } from '../egress/egress-client.ts';
import type { DeliveryAttempt, DeliveryToSend } from '../store/webhooks/deliveries.ts';
import { eventBody } from './event-body.ts';

/** Limit for a response, from the name lookup to the last byte. */
const responseTimeoutMs = 15_000;
/** Size of the response body that is stored; the rest is not read. */
const maxResponseBytes = 4 * 1024;
const maxHeaderCharacters = 8 * 1024;

export interface SendDependencies {
  readonly clock: Clock;
  readonly egress: Pick<EgressClient, 'send'>;
  readonly secrets: SecretBox;
}

export interface AttemptResult {
  readonly attempt: DeliveryAttempt;
  /** The status of the response is 2xx. */
  readonly isSuccess: boolean;
  /** The status of the response is 410. */
  readonly isGone: boolean;
  /** The `Retry-After` of the response. */
  readonly retryAfterMs: number | undefined;
}

/**
 * Sends an event to its endpoint. A response with a status of 2xx is a success even if its body is interrupted or endless.
 * @throws {SecretBoxError} if the secret cannot be decrypted; then nothing was sent
 */
export async function sendDelivery(
  delivery: DeliveryToSend,
  signal: AbortSignal,
  { clock, egress, secrets }: SendDependencies,
): Promise<AttemptResult> {
  const nowMs = clock.now();
  const body = eventBody(delivery);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Parley-Webhooks',
    ...signatureHeaders({ id: delivery.eventId, body, nowMs, secrets: secretsOf(delivery, secrets, nowMs) }),
  };
  const startedMs = clock.monotonicMs();
  const received = await request(delivery, { headers, body, signal }, egress);
  const attempt = {
    url: delivery.url,
    requestHeaders: headers,
    startedAt: new Date(nowMs),
    durationMs: Math.round(clock.monotonicMs() - startedMs),
    ...received,
  };
  const { statusCode, responseHeaders } = received;
  return {
    attempt,
    isSuccess: statusCode !== null && statusCode >= 200 && statusCode < 300,
    isGone: statusCode === 410,
    retryAfterMs: parseRetryAfter(responseHeaders?.['retry-after'], nowMs),
  };
}

/** Returns the current secret, and those of earlier rotations until the end of their overlap. */
function secretsOf(delivery: DeliveryToSend, secrets: SecretBox, nowMs: number): string[] {
  const { endpointId, secret, previousSecrets } = delivery;
  const previous = previousSecrets.filter(({ until }) => Date.parse(until) > nowMs);
  return [secret, ...previous.map((one) => one.secret)].map((sealed) => secrets.open(sealed, endpointId));
}

type Received = Pick<DeliveryAttempt, 'statusCode' | 'error' | 'responseHeaders' | 'responseBody'>;

interface Signed {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

async function request(
  { workspaceId, url }: DeliveryToSend,
  signed: Signed,
  egress: SendDependencies['egress'],
): Promise<Received> {
  try {
    const response = await egress.send({
      ...signed,
      workspaceId,
      url: new URL(url),
      method: 'POST',
      timeoutMs: responseTimeoutMs,
      maxResponseBytes,
      reuseConnection: true,
    });
    return {
      statusCode: response.status,
      error: response.status >= 300 && response.status < 400 ? 'Redirects are not followed.' : null,
      responseHeaders: loggedHeaders(response.headers),
      responseBody: response.body.toString(),
    };
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    const message = `The endpoint ${error.message}.`;
    return { statusCode: error.status ?? null, error: message, responseHeaders: null, responseBody: null };
  }
}

/** Returns the headers as text, up to a total length. */
function loggedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  let characters = 0;
  const logged = Object.entries(headers)
    .map(([name, value]) => [name, String(value)] as const)
    .filter(([name, value]) => (characters += name.length + value.length) <= maxHeaderCharacters);
  return Object.fromEntries(logged);
}
