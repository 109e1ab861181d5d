import { createHmac, timingSafeEqual } from 'node:crypto';
import type {
  CarrierEndpoint,
  CarrierInbox,
  CarrierRequest,
  DeliveryReceipt,
  MessageAttachment,
} from '../../contracts/message-carrier.ts';
import { unsubscribedCode } from './message-carrier.ts';
import type { TwilioMessageSettings } from './message-carrier.ts';

type Outcome = DeliveryReceipt['outcome'];

/** Values of `MessageStatus`. The others precede the transfer to the network. */
const outcomes = new Map<string, Outcome>([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'failed'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
]);

/**
 * Creates the endpoint of Twilio's callbacks: `inbound` receives messages, `status` delivery receipts. Both have the signature of
 * https://www.twilio.com/docs/usage/webhooks/webhooks-security.
 */
export function createTwilioEndpoint(
  { authToken }: Pick<TwilioMessageSettings, 'authToken'>,
  inbox: CarrierInbox,
): CarrierEndpoint {
  return {
    name: 'twilio',
    async handle(request) {
      const form = new URLSearchParams(Buffer.from(request.body).toString());
      if (!hasValidSignature(request, form, authToken)) return response(403);
      const path = new URL(request.url).pathname;
      const work = path.endsWith('/status')
        ? receiveStatus(request, form, inbox)
        : path.endsWith('/inbound')
          ? receiveMessage(form, inbox)
          : undefined;
      if (work === undefined) return response(400);
      return work.then(
        (isValid) => response(isValid ? 200 : 400),
        () => response(500),
      );
    },
  };
}

/** An empty TwiML document sends no reply. */
const response = (status: 200 | 400 | 403 | 500) =>
  ({ status, contentType: 'text/xml', body: status === 200 ? '<Response/>' : '' }) as const;

/** Base64 of HMAC-SHA1, over the URL and each parameter in the order of the names, name and value. */
function hasValidSignature(
  { url, headers }: CarrierRequest,
  form: URLSearchParams,
  authToken: string,
): boolean {
  const names = [...new Set(form.keys())].sort();
  const parameters = names.flatMap((name) =>
    [...new Set(form.getAll(name))].sort().map((value) => name + value),
  );
  const expected = createHmac('sha1', authToken)
    .update(url + parameters.join(''))
    .digest();
  const signature = Buffer.from(headers['x-twilio-signature'] ?? '', 'base64');
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}

async function receiveMessage(form: URLSearchParams, inbox: CarrierInbox): Promise<boolean> {
  const [id, from, to] = ['MessageSid', 'From', 'To'].map((name) => form.get(name) ?? '');
  if (!id || !from || !to) return false;
  const text = form.get('Body') ?? '';
  await inbox.onMessage({ channel: 'sms', externalId: id, from, to: [to], text, attachments: mediaOf(form) });
  return true;
}

/** Maximum number of pictures of an MMS. */
const maxMedia = 10;

/** Returns the pictures of an MMS. Twilio sends neither their names nor their sizes. */
function mediaOf(form: URLSearchParams): MessageAttachment[] {
  const count = Math.min(Number(form.get('NumMedia')) || 0, maxMedia);
  return Array.from({ length: count }, (_, index) => ({
    name: null,
    contentType: (form.get(`MediaContentType${index}`) ?? 'application/octet-stream').slice(0, 255),
    bytes: null,
  }));
}

async function receiveStatus(
  { url }: CarrierRequest,
  form: URLSearchParams,
  inbox: CarrierInbox,
): Promise<boolean> {
  const id = form.get('MessageSid');
  const status = form.get('MessageStatus');
  if (!id || status === null) return false;
  const outcome = outcomes.get(status);
  if (outcome === undefined) return true;
  const code = /^\d{1,6}$/.exec(form.get('ErrorCode') ?? '')?.[0];
  await inbox.onReceipt({
    externalId: id,
    reference: new URL(url).searchParams.get('reference'),
    outcome,
    detail: outcome === 'failed' ? describeFailure(status, code) : '',
    ...(Number(code) === unsubscribedCode ? { suppresses: 'opted_out' } : {}),
  });
  return true;
}

const describeFailure = (status: string, code: string | undefined): string =>
  `Twilio reported the message as ${status}${code === undefined || Number(code) === 0 ? '' : ` (error ${code})`}.`;
