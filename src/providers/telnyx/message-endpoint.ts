import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import type {
  CarrierEndpoint,
  CarrierInbox,
  CarrierRequest,
  DeliveryReceipt,
} from '../../contracts/message-carrier.ts';
import type { Clock } from '../../core/clock.ts';
import { optedOutCode } from './message-carrier.ts';

export interface TelnyxEndpointSettings {
  /** Public key of the account: 32 bytes in base64. */
  readonly publicKey: string;
  readonly clock: Pick<Clock, 'now'>;
}

/** Maximum difference between the timestamp of a request and this clock. */
const toleranceMs = 5 * 60_000;

const numberEntry = z.object({ phone_number: z.string(), status: z.string().optional() });
const mediaEntry = z.object({
  url: z.string().nullish(),
  content_type: z.string().nullish(),
  size: z.int().min(0).nullish(),
});
const errorEntry = z.object({ code: z.union([z.string(), z.number()]).optional() });

const eventBody = z.object({
  data: z.object({
    event_type: z.string(),
    payload: z.object({
      id: z.string().min(1),
      from: z.object({ phone_number: z.string() }),
      to: z.array(numberEntry).min(1),
      text: z.string().nullish(),
      media: z.array(mediaEntry).nullish(),
      tags: z.array(z.string()).nullish(),
      errors: z.array(errorEntry).nullish(),
    }),
  }),
});

type Payload = z.infer<typeof eventBody>['data']['payload'];
type Outcome = DeliveryReceipt['outcome'];

/** Values of `to[].status` in `message.finalized`. Others, such as `delivery_unconfirmed`, do not state the outcome. */
const outcomes = new Map<string, Outcome>([
  ['delivered', 'delivered'],
  ['sending_failed', 'failed'],
  ['delivery_failed', 'failed'],
  ['expired', 'failed'],
]);

/**
 * Creates the endpoint of Telnyx' callbacks. The signature is Ed25519 over the timestamp, a vertical bar and the body
 * (https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks).
 */
export function createTelnyxEndpoint(
  { publicKey, clock }: TelnyxEndpointSettings,
  inbox: CarrierInbox,
): CarrierEndpoint {
  const key = publicKeyOf(publicKey);
  return {
    name: 'telnyx',
    async handle(request) {
      if (!hasValidSignature(request, key, clock.now())) return response(403);
      const event = readEvent(request.body);
      if (event === undefined) return response(400);
      return receive(event, inbox).then(
        () => response(200),
        () => response(500),
      );
    },
  };
}

const response = (status: 200 | 400 | 403 | 500) =>
  ({ status, contentType: 'application/json', body: '{}' }) as const;

const publicKeyOf = (base64: string): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(base64, 'base64').toString('base64url') },
    format: 'jwk',
  });

function hasValidSignature({ headers, body }: CarrierRequest, key: KeyObject, nowMs: number): boolean {
  const timestamp = headers['telnyx-timestamp'] ?? '';
  const signature = Buffer.from(headers['telnyx-signature-ed25519'] ?? '', 'base64');
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(nowMs - Number(timestamp) * 1000) > toleranceMs) return false;
  return verify(null, Buffer.concat([Buffer.from(`${timestamp}|`), body]), key, signature);
}

function readEvent(body: Uint8Array): z.infer<typeof eventBody>['data'] | undefined {
  try {
    return eventBody.parse(JSON.parse(Buffer.from(body).toString())).data;
  } catch {
    return undefined;
  }
}

async function receive(
  { event_type: type, payload }: z.infer<typeof eventBody>['data'],
  inbox: CarrierInbox,
): Promise<void> {
  if (type === 'message.received') {
    await inbox.onMessage({
      channel: 'sms',
      externalId: payload.id,
      from: payload.from.phone_number,
      to: payload.to.map((entry) => entry.phone_number),
      text: payload.text ?? '',
      attachments: (payload.media ?? []).slice(0, maxMedia).map(({ url, content_type, size }) => ({
        name: nameIn(url ?? ''),
        contentType: (content_type ?? 'application/octet-stream').slice(0, 255),
        bytes: size ?? null,
      })),
    });
  } else if (type === 'message.sent' || type === 'message.finalized') {
    const status = type === 'message.sent' ? 'sent' : (payload.to[0]!.status ?? '');
    await inbox.onReceipt(receiptOf(payload, status));
  }
}

function receiptOf({ id, tags, errors }: Payload, status: string): DeliveryReceipt {
  const outcome = outcomes.get(status) ?? 'sent';
  const code = errorCodeOf(errors ?? []);
  return {
    externalId: id,
    reference: tags?.find((tag) => tag.startsWith('msg_')) ?? null,
    outcome,
    detail: outcome === 'failed' ? describeFailure(status, code) : '',
    ...(code === optedOutCode ? { suppresses: 'opted_out' } : {}),
  };
}

/** Maximum number of pictures of an MMS. */
const maxMedia = 10;

/** Returns the last part of the path of a URL, which is the name of a picture; null if there is none. */
const nameIn = (url: string): string | null =>
  URL.parse(url)?.pathname.split('/').at(-1)?.slice(0, 255) || null;

/** Returns the first error code; undefined if it has an unexpected form. */
const errorCodeOf = ([first]: readonly z.infer<typeof errorEntry>[]): string | undefined =>
  /^\d{1,8}$/.exec(String(first?.code ?? ''))?.[0];

const describeFailure = (status: string, code: string | undefined): string =>
  `Telnyx reported the message as ${status}${code === undefined ? '' : ` (error ${code})`}.`;
