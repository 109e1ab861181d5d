import { CarrierHealth, failureOfStatus, requestCarrier } from '../../contracts/carrier-request.ts';
import {
  MessageCarrierError,
  type AcceptedMessage,
  type MessageCarrier,
  type MessageFailure,
  type OutboundMessage,
} from '../../contracts/message-carrier.ts';
import { SendGate } from '../../contracts/send-gate.ts';
import type { Clock } from '../../core/clock.ts';
import type { JsonResponse } from '../../core/fetch-json.ts';
import { telnyxRequest, type TelnyxRequest, type TelnyxSettings } from './request.ts';
import type { Envelope, ErrorsResponse, SentMessage } from './wire.ts';

/** Settings of SMS by a Telnyx account. */
export interface TelnyxMessageSettings extends TelnyxSettings {
  /** Required for a sender that is not a number of the account. */
  readonly messagingProfileId?: string | undefined;
  /** Public base URL of this service, to which Telnyx sends delivery receipts; undefined if it receives none. */
  readonly publicUrl?: string | undefined;
  readonly clock: Pick<Clock, 'after' | 'now' | 'monotonicMs'>;
}

const limits = { timeoutMs: 15_000, maxBytes: 1024 * 1024 };

/** Telnyx error "Blocked due to STOP message". */
export const optedOutCode = '40300';

/** Creates the carrier of SMS by Telnyx. */
export function createTelnyxMessages(settings: TelnyxMessageSettings): MessageCarrier {
  const gate = new SendGate();
  const health = new CarrierHealth('Telnyx', settings.clock, () =>
    request(settings, { method: 'GET', path: '/v2/balance' }),
  );
  return {
    name: 'telnyx',
    channel: 'sms',
    send: (message, signal) => gate.run(signal, () => send(settings, message, signal)),
    checkHealth: () => health.check(),
    close: () => gate.close(),
  };
}

async function send(
  settings: TelnyxMessageSettings,
  message: OutboundMessage,
  signal: AbortSignal,
): Promise<AcceptedMessage> {
  const { channel, from, to, text, reference } = message;
  if (channel !== 'sms') throw new MessageCarrierError('Telnyx carries no email.', { failure: 'refused' });
  const { messagingProfileId, publicUrl } = settings;
  const body = {
    type: 'SMS',
    from,
    to,
    text,
    // The callbacks return the tags: they resolve a message whose response was lost.
    tags: [reference],
    ...(messagingProfileId === undefined ? {} : { messaging_profile_id: messagingProfileId }),
    ...(publicUrl === undefined
      ? {}
      : { webhook_url: `${publicUrl.replace(/\/$/, '')}/v1/carriers/telnyx/events` }),
  };
  const response = await request(settings, { method: 'POST', path: '/v2/messages', body, signal });
  if (response.status < 200 || response.status >= 300) throw responseError(response);
  const { data } = (response.body ?? {}) as Partial<Envelope<SentMessage>>;
  if (typeof data?.id !== 'string') {
    throw new MessageCarrierError('Telnyx responded without a message.', { failure: 'unknown' });
  }
  return { externalIds: [data.id] };
}

const request = (settings: TelnyxMessageSettings, one: TelnyxRequest): Promise<JsonResponse> =>
  requestCarrier('Telnyx', telnyxRequest(settings, one, limits), settings.clock);

function responseError({ status, body, retryAfterMs }: JsonResponse): MessageCarrierError {
  const { errors } = (body ?? {}) as Partial<ErrorsResponse>;
  const code = Array.isArray(errors) ? (errors as ErrorsResponse['errors'])[0]?.code : undefined;
  const detail = /^\d{1,8}$/.test(code ?? '') ? `error ${code}` : `status ${status}`;
  const failure: MessageFailure = code === optedOutCode ? 'opted_out' : failureOfStatus(status);
  return new MessageCarrierError(`Telnyx did not accept the message: ${detail}.`, { failure, retryAfterMs });
}
