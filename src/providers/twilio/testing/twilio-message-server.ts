import { createHmac } from 'node:crypto';
import type { CarrierEndpoint } from '../../../contracts/message-carrier.ts';
import type {
  PeerBehaviour,
  ReceiptOutcome,
  ReceivedMessage,
} from '../../../contracts/testing/message-carrier-suite.ts';
import { VendorMessageServer } from '../../../contracts/testing/vendor-message-server.ts';
import type { VendorRequest, VendorResponse } from '../../../contracts/testing/vendor-server.ts';
import { accountSid, authToken } from './twilio-server.ts';

const root = `/2010-04-01/Accounts/${accountSid}`;
const expectedAuthorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
export const publicUrl = 'https://parley.example.net';

interface AcceptedMessage extends ReceivedMessage {
  readonly sid: string;
  readonly statusCallback: string | null;
}

const errorBody = (code: number, status: number): VendorResponse => ({
  status,
  body: { code, message: 'It is refused.', more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});

const refusals: Partial<Record<PeerBehaviour, VendorResponse>> = {
  refuse: errorBody(21_211, 400),
  refuse_opted_out: errorBody(21_610, 400),
  busy: { ...errorBody(20_429, 429), headers: { 'retry-after': '3' } },
};

/** A simulation of Twilio's API of messages, with the response and callback formats of its reference. */
export class TwilioMessageServer extends VendorMessageServer<ReceivedMessage> {
  readonly accepted: AcceptedMessage[] = [];
  /** The creation time of messages. */
  createdAt = new Date();

  /** Sends the status callback of the last accepted message. */
  async sendStatus(endpoint: CarrierEndpoint, outcome: ReceiptOutcome): Promise<number> {
    const { sid, from, to, statusCallback } = this.accepted.at(-1)!;
    const failed = { MessageStatus: 'undelivered', ErrorCode: '30003' };
    return post(endpoint, statusCallback!, {
      AccountSid: accountSid,
      MessageSid: sid,
      SmsSid: sid,
      From: from,
      To: to,
      ApiVersion: '2010-04-01',
      ...(outcome === 'failed' ? failed : { MessageStatus: outcome }),
    });
  }

  /** Sends an inbound message. Equal messages have the same id. */
  sendInbound(endpoint: CarrierEndpoint, { from, to, text }: ReceivedMessage): Promise<number> {
    const id = createHmac('md5', 'sid').update(`${from}${to}${text}`).digest('hex');
    return post(endpoint, `${publicUrl}/v1/carriers/twilio/inbound`, {
      ToCountry: 'US',
      SmsMessageSid: `SM${id}`,
      NumMedia: '0',
      SmsStatus: 'received',
      Body: text,
      FromCountry: 'US',
      To: to,
      NumSegments: '1',
      MessageSid: `SM${id}`,
      AccountSid: accountSid,
      From: from,
      ApiVersion: '2010-04-01',
    });
  }

  protected respond({ method, url, authorization, body }: VendorRequest): VendorResponse {
    if (authorization !== expectedAuthorization) return errorBody(20_003, 401);
    if (url.pathname === `${root}.json`) return { status: 200, body: { sid: accountSid, status: 'active' } };
    if (url.pathname !== `${root}/Messages.json`) return errorBody(20_404, 404);
    return method === 'POST' ? this.#create(new URLSearchParams(body)) : this.#list(url.searchParams);
  }

  #create(form: URLSearchParams): VendorResponse {
    const [from, to, text] = ['From', 'To', 'Body'].map((name) => form.get(name) ?? '') as [
      string,
      string,
      string,
    ];
    const message = { from: from || (form.get('MessagingServiceSid') ?? ''), to, text };
    this.record(message);
    const refusal = refusals[this.behaviour];
    if (refusal !== undefined) return refusal;
    const sid = `SM${String(this.accepted.length).padStart(32, '0')}`;
    const accepted = { ...message, sid, statusCallback: form.get('StatusCallback') };
    this.accepted.push(accepted);
    if (this.behaviour === 'lose_response') return { status: 0, fault: 'cut' };
    if (this.behaviour === 'ignore') return { status: 0, fault: 'silent' };
    return { status: 201, body: this.#entryOf(accepted) };
  }

  #list(query: URLSearchParams): VendorResponse {
    const messages = this.accepted
      .filter(({ to }) => to === query.get('To'))
      .map((message) => this.#entryOf(message))
      .toReversed()
      .slice(0, Number(query.get('PageSize')));
    return { status: 200, body: { messages, page: 0, page_size: messages.length, next_page_uri: null } };
  }

  #entryOf({ sid, from, to, text }: AcceptedMessage): object {
    return {
      account_sid: accountSid,
      api_version: '2010-04-01',
      body: text,
      date_created: this.createdAt.toUTCString(),
      date_sent: null,
      direction: 'outbound-api',
      error_code: null,
      from,
      num_segments: '1',
      sid,
      status: 'queued',
      to,
    };
  }
}

/** Posts a form with Twilio's signature to the endpoint. Returns the status of the response. */
export async function post(
  endpoint: CarrierEndpoint,
  url: string,
  fields: Readonly<Record<string, string>>,
  token = authToken,
): Promise<number> {
  const sorted = Object.keys(fields)
    .sort()
    .map((name) => `${name}${fields[name]}`);
  const signature = createHmac('sha1', token)
    .update([url, ...sorted].join(''))
    .digest('base64');
  const { status } = await endpoint.handle({
    url,
    headers: {
      'x-twilio-signature': signature,
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
    },
    body: Buffer.from(new URLSearchParams(fields).toString()),
  });
  return status;
}
