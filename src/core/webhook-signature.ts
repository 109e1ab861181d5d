import { createHmac } from 'node:crypto';
import type { Random } from './random.ts';

const prefix = 'whsec_';
/** Length of a secret in Standard Webhooks. */
const minSecretBytes = 24;
const maxSecretBytes = 64;
const secretBytes = 32;

/** Creates a secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export const newWebhookSecret = (random: Pick<Random, 'bytes'>): string =>
  prefix + Buffer.from(random.bytes(secretBytes)).toString('base64');

/** Returns whether a text has the form of a secret of Standard Webhooks: `whsec_` and 24 to 64 bytes in base64. */
export function isWebhookSecret(text: string): boolean {
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text)) return false;
  const { length } = keyOf(text);
  return length >= minSecretBytes && length <= maxSecretBytes;
}

export interface SignedRequest {
  /** Id of the message, the same in every attempt to send it. */
  readonly id: string;
  readonly body: string;
  /** Unix ms of this attempt. */
  readonly nowMs: number;
  /** The current secret, and the previous one during the overlap after a rotation. */
  readonly secrets: readonly string[];
}

/**
 * Returns the headers of a signed request: `X-Service-Signature` with the HMAC-SHA256 of `<t>.<body>` under the text of the secret, and those of
 * Standard Webhooks (github.com/standard-webhooks, `webhook-signature` with the HMAC-SHA256 of `<id>.<t>.<body>` under its decoded bytes).
 */
export function signatureHeaders({ id, body, nowMs, secrets }: SignedRequest): Record<string, string> {
  const seconds = String(Math.floor(nowMs / 1000));
  const service = secrets.map((secret) => `v1=${hmac(secret, `${seconds}.${body}`).toString('hex')}`);
  const standard = secrets.map(
    (secret) => `v1,${hmac(keyOf(secret), `${id}.${seconds}.${body}`).toString('base64')}`,
  );
  return {
    'x-service-signature': `t=${seconds},${service.join(',')}`,
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': standard.join(' '),
  };
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(prefix.length), 'base64');
