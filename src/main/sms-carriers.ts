import type { CarrierCallbacks } from '../api/context.ts';
import type {
  CarrierEndpoint,
  CarrierInbox,
  MessageCarrier,
  PartsInbox,
} from '../contracts/message-carrier.ts';
import type { Config } from '../core/config.ts';
import { selectSmsCarrier, type SmsCarrier } from '../core/sms-settings.ts';
import type { CarrierRegistration } from '../messaging/open-messaging.ts';
import type { Dependencies } from './start-context.ts';

/** Returns the carrier of SMS to all recipients outside the test network, if one is set up. */
export function smsCarriers(config: Config, dependencies: Dependencies): CarrierRegistration[] {
  const carrier = selectSmsCarrier(config);
  if (carrier === undefined) return [];
  return [
    {
      // The configuration guarantees the sender and the credentials of the carrier.
      route: { carrier, channel: 'sms', from: config.smsFrom!, fromName: '', carries: 'all' },
      // A message occupies the window of the SMSC until its response.
      ...(carrier === 'smpp' && { window: config.smppWindow }),
      open: (inbox) => openCarrier(carrier, config, dependencies, inbox),
    },
  ];
}

async function openCarrier(
  carrier: SmsCarrier,
  config: Config,
  dependencies: Dependencies,
  inbox: PartsInbox,
): Promise<MessageCarrier> {
  const { publicUrl } = config;
  const { clock } = dependencies;
  switch (carrier) {
    case 'smpp': {
      const { SmppCarrier } = await import('../providers/smpp/smpp-carrier.ts');
      return new SmppCarrier({ ...dependencies, url: config.smppUrl!, window: config.smppWindow }, inbox);
    }
    case 'twilio': {
      const { createTwilioMessages } = await import('../providers/twilio/message-carrier.ts');
      return createTwilioMessages({
        accountSid: config.twilioAccountSid!,
        authToken: config.twilioAuthToken!,
        baseUrl: config.twilioBaseUrl,
        messagingServiceSid: config.twilioMessagingService,
        publicUrl,
        clock,
      });
    }
    case 'telnyx': {
      const { createTelnyxMessages } = await import('../providers/telnyx/message-carrier.ts');
      return createTelnyxMessages({
        apiKey: config.telnyxApiKey!,
        baseUrl: config.telnyxBaseUrl,
        messagingProfileId: config.telnyxMessagingProfile,
        publicUrl,
        clock,
      });
    }
  }
}

/** Returns where the carrier of SMS delivers messages and receipts; undefined if it does not, or without a public URL. */
export async function carrierCallbacksOf(
  config: Config,
  { clock }: Dependencies,
  inboxOf: (carrier: string) => CarrierInbox,
): Promise<CarrierCallbacks | undefined> {
  const { publicUrl } = config;
  const carrier = selectSmsCarrier(config);
  if (publicUrl === undefined || carrier === undefined) return undefined;
  const endpoints: CarrierEndpoint[] = [];
  if (carrier === 'twilio') {
    const { createTwilioEndpoint } = await import('../providers/twilio/message-endpoint.ts');
    endpoints.push(createTwilioEndpoint({ authToken: config.twilioAuthToken! }, inboxOf(carrier)));
  } else if (carrier === 'telnyx' && config.telnyxPublicKey !== undefined) {
    const { createTelnyxEndpoint } = await import('../providers/telnyx/message-endpoint.ts');
    endpoints.push(createTelnyxEndpoint({ publicKey: config.telnyxPublicKey, clock }, inboxOf(carrier)));
  }
  return { publicUrl, endpoints };
}
