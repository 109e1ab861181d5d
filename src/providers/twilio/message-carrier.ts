import { CarrierHealth, failureOfStatus, requestCarrier } from '../../contracts/carrier-request.ts';
import {
  MessageCarrierError,
  type AcceptedMessage,
  type MessageCarrier,
  type MessageFailure,
  type OutboundMessage,
  type OutboundSms,
} from '../../contracts/message-carrier.ts';
import type { Clock } from '../../core/clock.ts';
import { SendGate } from '../../contracts/send-gate.ts';
import type { JsonResponse } from '../../core/fetch-json.ts';
import { twilioRequest, type TwilioRequest, type TwilioSettings } from './request.ts';
import type { ErrorResponse, MessageEntry, MessagesResponse } from './wire.ts';

/** Settings of SMS by a Twilio account. */
export interface TwilioMessageSettings extends TwilioSettings {
  /** The messaging service that selects the sender; undefined if each message names its sender. */
  readonly messagingServiceSid?: string | undefined;
  /** Public base URL of this service, to which Twilio sends status callbacks; undefined if it receives none. */
  readonly publicUrl?: string | undefined;
  readonly clock: Pick<Clock, 'after' | 'now' | 'monotonicMs'>;
}

/** A list of 1,000 messages has about 2 MB. */
const limits = { timeoutMs: 15_000, maxBytes: 8 * 1024 * 1024 };
/** The limit of `Body`. */
const maxCharacters = 1_600;
/** Messages that `find` reads. */
const findLimit = 1_000;
/** Maximum difference between the clocks of this machine and of Twilio. */
const clockToleranceMs = 60_000;

/** Twilio error "Attempt to send to unsubscribed recipient." */
export const unsubscribedCode = 21_610;

/** Creates the carrier of SMS by Twilio. */
export function createTwilioMessages(settings: TwilioMessageSettings): MessageCarrier {
  const gate = new SendGate();
  const { clock } = settings;
  const health = new CarrierHealth('Twilio', clock, () =>
    request(settings, { method: 'GET', path: '.json' }),
  );
  return {
    name: 'twilio',
    channel: 'sms',
    send: (message, signal) => gate.run(signal, () => send(settings, message, signal)),
    find: (...search) => find(settings, ...search),
    checkHealth: () => health.check(),
    close: () => gate.close(),
  };
}

async function send(
  settings: TwilioMessageSettings,
  message: OutboundMessage,
  signal: AbortSignal,
): Promise<AcceptedMessage> {
  if (message.channel !== 'sms')
    throw new MessageCarrierError('Twilio carries no email.', { failure: 'refused' });
  if (message.text.length > maxCharacters) {
    throw new MessageCarrierError('Twilio accepts at most 1,600 characters.', { failure: 'refused' });
  }
  const values = formOf(settings, message);
  const response = await request(settings, { method: 'POST', path: '/Messages.json', values, signal });
  if (response.status < 200 || response.status >= 300) throw responseError(response);
  const { sid } = (response.body ?? {}) as Partial<MessageEntry>;
  if (typeof sid !== 'string') {
    throw new MessageCarrierError('Twilio responded without a message.', { failure: 'unknown' });
  }
  return { externalIds: [sid] };
}

function formOf(
  { messagingServiceSid, publicUrl }: TwilioMessageSettings,
  { from, to, text, reference }: OutboundSms,
): Record<string, string> {
  return {
    To: to,
    Body: text,
    ...(messagingServiceSid === undefined ? { From: from } : { MessagingServiceSid: messagingServiceSid }),
    ...(publicUrl === undefined ? {} : { StatusCallback: statusCallbackUrl(publicUrl, reference) }),
  };
}

/** The URL returns our reference, which resolves a message whose response was lost. */
function statusCallbackUrl(publicUrl: string, reference: string): string {
  const query = new URLSearchParams({ reference }).toString();
  return `${publicUrl.replace(/\/$/, '')}/v1/carriers/twilio/status?${query}`;
}

/**
 * Searches for a message with the same recipient, sender and text that was created after the start of the attempt. Twilio stores no reference, so such a
 * message is considered the same. An equal message of the minute before may be another one, or the same with clocks that differ.
 * @throws {MessageCarrierError} `unknown` if only such a message exists
 */
async function find(
  settings: TwilioMessageSettings,
  { to, from, text }: OutboundMessage,
  startedAt: Date,
  signal: AbortSignal,
): Promise<AcceptedMessage | undefined> {
  const values = { To: to, PageSize: String(findLimit) };
  const response = await request(settings, { method: 'GET', path: '/Messages.json', values, signal });
  if (response.status !== 200) throw responseError(response);
  const { messages } = (response.body ?? {}) as Partial<MessagesResponse>;
  if (!Array.isArray(messages)) {
    throw new MessageCarrierError('Twilio responded without messages.', { failure: 'unknown' });
  }
  // Twilio's times are whole seconds.
  const startedMs = Math.floor(startedAt.getTime() / 1_000) * 1_000;
  const recent = (messages as readonly MessageEntry[]).filter(
    (one) => createdMs(one) >= startedMs - clockToleranceMs,
  );
  const equal = recent.filter(
    (one) =>
      one.direction !== 'inbound' &&
      one.body === text &&
      (one.from === from || settings.messagingServiceSid !== undefined),
  );
  const found = equal.find((one) => createdMs(one) >= startedMs);
  if (found !== undefined) return { externalIds: [found.sid] };
  if (equal.length === 0 && recent.length < findLimit) return undefined;
  const detail =
    equal.length > 0
      ? 'Twilio has an equal message of the minute before the attempt.'
      : 'The recipient has too many messages at Twilio.';
  throw new MessageCarrierError(detail, { failure: 'unknown' });
}

const createdMs = ({ date_created: created }: MessageEntry): number => Date.parse(created ?? '');

const request = (settings: TwilioMessageSettings, one: TwilioRequest): Promise<JsonResponse> =>
  requestCarrier('Twilio', twilioRequest(settings, one, limits), settings.clock);

function responseError({ status, body, retryAfterMs }: JsonResponse): MessageCarrierError {
  const { code } = (body ?? {}) as Partial<ErrorResponse>;
  const detail = typeof code === 'number' ? `error ${code}` : `status ${status}`;
  const failure: MessageFailure = code === unsubscribedCode ? 'opted_out' : failureOfStatus(status);
  return new MessageCarrierError(`Twilio did not accept the message: ${detail}.`, { failure, retryAfterMs });
}
