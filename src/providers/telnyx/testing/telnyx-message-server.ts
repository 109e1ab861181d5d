import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { CarrierEndpoint } from '../../../contracts/message-carrier.ts';
import type {
  PeerBehaviour,
  ReceiptOutcome,
  ReceivedMessage,
} from '../../../contracts/testing/message-carrier-suite.ts';
import { VendorMessageServer } from '../../../contracts/testing/vendor-message-server.ts';
import type { VendorRequest, VendorResponse } from '../../../contracts/testing/vendor-server.ts';
import type { Clock } from '../../../core/clock.ts';
import { apiKey } from './telnyx-server.ts';

export const publicUrl = 'https://parley.example.net';
export const eventsUrl = `${publicUrl}/v1/carriers/telnyx/events`;

interface SendBody {
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly tags?: readonly string[];
  readonly webhook_url?: string;
  readonly messaging_profile_id?: string;
}

const errorResponse = (status: number, code: string): VendorResponse => ({
  status,
  body: { errors: [{ code, title: 'Refused', detail: 'It is refused.' }] },
});

const refusals: Partial<Record<PeerBehaviour, VendorResponse>> = {
  refuse: errorResponse(422, '40310'),
  refuse_opted_out: errorResponse(403, '40300'),
  busy: { ...errorResponse(429, '10011'), headers: { 'retry-after': '3' } },
};

/** Signs callbacks as a Telnyx account does. */
export class TelnyxSigner {
  readonly #privateKey: KeyObject;
  readonly #clock: Pick<Clock, 'now'>;
  /** 32 bytes in base64. */
  readonly publicKey: string;

  constructor(clock: Pick<Clock, 'now'>) {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    this.#privateKey = privateKey;
    this.#clock = clock;
    this.publicKey = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('base64');
  }

  /** Posts a body to the endpoint. Returns the status of the response. */
  async post(endpoint: CarrierEndpoint, body: string): Promise<number> {
    const timestamp = String(Math.floor(this.#clock.now() / 1000));
    const signature = sign(null, Buffer.from(`${timestamp}|${body}`), this.#privateKey).toString('base64');
    const headers = { 'telnyx-timestamp': timestamp, 'telnyx-signature-ed25519': signature };
    const { status } = await endpoint.handle({ url: eventsUrl, headers, body: Buffer.from(body) });
    return status;
  }
}

/** A simulation of Telnyx' API of messages, with the response and callback formats of its reference. */
export class TelnyxMessageServer extends VendorMessageServer<SendBody> {
  readonly #accepted: (SendBody & { readonly id: string })[] = [];

  /** Returns the body of a callback with the final status of the last accepted message. */
  finalEvent(outcome: ReceiptOutcome): string {
    const { id, from, to, text, tags } = this.#accepted.at(-1)!;
    const status = outcome === 'delivered' ? 'delivered' : 'delivery_failed';
    const errors = outcome === 'delivered' ? [] : [{ code: '40008', title: 'Undeliverable' }];
    return JSON.stringify({
      data: {
        record_type: 'event',
        id: '4ee8c3a6-4995-4309-a3c6-38e3db9ea4be',
        event_type: 'message.finalized',
        occurred_at: '2026-01-05T12:00:00.000+00:00',
        payload: {
          record_type: 'message',
          direction: 'outbound',
          id,
          type: 'SMS',
          from: { phone_number: from, carrier: 'Telnyx', line_type: 'Wireless' },
          to: [{ phone_number: to, status, carrier: 'T-MOBILE USA, INC.', line_type: 'Wireless' }],
          text,
          tags,
          errors,
        },
      },
      meta: { attempt: 1, delivered_to: eventsUrl },
    });
  }

  protected respond({ method, url, authorization, body }: VendorRequest): VendorResponse {
    if (authorization !== `Bearer ${apiKey}`) return errorResponse(401, '10009');
    if (url.pathname === '/v2/balance') return { status: 200, body: { data: { currency: 'USD' } } };
    if (url.pathname !== '/v2/messages' || method !== 'POST') return errorResponse(404, '10005');
    return this.#create(JSON.parse(body) as SendBody);
  }

  #create(message: SendBody): VendorResponse {
    this.record(message);
    const refusal = refusals[this.behaviour];
    if (refusal !== undefined) return refusal;
    const id = `40385f64-5717-4562-b3fc-${String(this.#accepted.length).padStart(12, '0')}`;
    this.#accepted.push({ ...message, id });
    if (this.behaviour === 'lose_response') return { status: 0, fault: 'cut' };
    if (this.behaviour === 'ignore') return { status: 0, fault: 'silent' };
    const to = [{ phone_number: message.to, status: 'queued' }];
    return { status: 200, body: { data: { record_type: 'message', direction: 'outbound', id, to } } };
  }
}

/** Returns the body of a callback with a message of a phone. Equal messages have the same id. */
export const inboundEvent = ({ from, to, text }: ReceivedMessage): string =>
  JSON.stringify({
    data: {
      record_type: 'event',
      id: 'b301ed3f-1490-491f-995f-6e64e69674d4',
      event_type: 'message.received',
      occurred_at: '2026-01-05T12:00:00.000+00:00',
      payload: {
        record_type: 'message',
        direction: 'inbound',
        id: Buffer.from(`${from}${to}${text.slice(0, 20)}`).toString('hex'),
        type: 'SMS',
        from: { phone_number: from, carrier: 'T-Mobile USA', line_type: 'Wireless' },
        to: [{ phone_number: to, status: 'webhook_delivered', carrier: 'Telnyx', line_type: 'Wireless' }],
        text,
        tags: [],
        errors: [],
      },
    },
    meta: { attempt: 1, delivered_to: eventsUrl },
  });
