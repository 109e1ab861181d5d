import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Webhooks } from './generated/types.gen.ts';

/**
 * An event as a webhook delivers it. `event` selects the type of `data`. Process each `id` once, and ignore types that your program does
 * not know: a newer service can send more. `data.sequence` orders the events of one call, agent or other subject.
 */
export type WebhookEvent = Webhooks['body'];

export interface VerifyOptions {
  /** Maximum age of a delivery, and how far its time may be ahead, in seconds. Defaults to 300. */
  readonly toleranceSeconds?: number;
  /** Unix ms. Defaults to the system clock. */
  readonly nowMs?: number;
}

/** The delivery is not signed with the secret, or its time is too far from now. Respond with 400 and process nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

type HeadersOfRequest = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Verifies a delivery by its Standard Webhooks headers and returns its event.
 * @param rawBody the body as received, before any JSON parser
 * @param secrets the secret of the endpoint, `whsec_…`; during a rotation both
 * @throws {WebhookVerificationError}
 */
export function verifyWebhook(
  headers: HeadersOfRequest,
  rawBody: string | Uint8Array,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, nowMs = Date.now() }: VerifyOptions = {},
): WebhookEvent {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('webhook-timestamp is not a number.');
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError(`The delivery is more than ${toleranceSeconds} seconds from now.`);
  const signatures = headerOf(headers, 'webhook-signature')
    .split(' ')
    .filter((text) => text.startsWith('v1,'))
    .map((text) => Buffer.from(text.slice(3), 'base64'));
  const body = typeof rawBody === 'string' ? Buffer.from(rawBody) : rawBody;
  const expected = [secrets].flat().map((secret) => signatureOf(secret, `${id}.${timestamp}.`, body));
  const isSigned = expected.some((one) =>
    signatures.some((other) => other.length === one.length && timingSafeEqual(other, one)),
  );
  if (!isSigned) throw new WebhookVerificationError('No signature matches the secret.');
  return JSON.parse(Buffer.from(body).toString()) as WebhookEvent;
}

function signatureOf(secret: string, prefix: string, body: Uint8Array): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(prefix).update(body).digest();
}

function headerOf(headers: HeadersOfRequest, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  const text = typeof value === 'string' ? value : value?.[0];
  if (text === undefined) throw new WebhookVerificationError(`The header ${name} is missing.`);
  return text;
}
