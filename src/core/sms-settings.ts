import { z } from 'zod';
import { isE164 } from './phone-numbers.ts';
import { httpUrl, optional, setting, wholeNumber } from './setting.ts';

/** The SMS centre (SMSC) of an operator or aggregator. */
export interface SmppUrl {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly systemId: string;
  readonly password: string;
  /** Empty for most SMSCs. */
  readonly systemType: string;
}

/** Default ports of `smpp:` and of SMPP over TLS. */
const defaultPorts: Readonly<Record<string, number>> = { 'smpp:': 2775, 'ssmpp:': 3550 };

function readSmppUrl(text: string): SmppUrl | undefined {
  if (!/^s?smpp:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(text);
  if (hostname === '' || !/^\/?$/.test(pathname)) return undefined;
  try {
    return {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || defaultPorts[protocol]!,
      tls: protocol === 'ssmpp:',
      systemId: decodeURIComponent(username),
      password: decodeURIComponent(password),
      systemType: searchParams.get('systemType') ?? '',
    };
  } catch {
    return undefined;
  }
}

const smppUrl = z
  .string()
  .transform(readSmppUrl)
  .refine((url): url is SmppUrl => url !== undefined, 'is not smpp://user:password@host:port or ssmpp://…');

/** E.164, a short code, or an alphanumeric sender (3GPP TS 23.040 §9.1.2.5): at most 11 characters, with a letter. */
const isSender = (text: string): boolean =>
  isE164(text) || /^\d{3,8}$/.test(text) || /^(?=.*[A-Za-z])[A-Za-z0-9 &._-]{1,11}$/.test(text);

const smsCarriers = ['smpp', 'twilio', 'telnyx'] as const;
export type SmsCarrier = (typeof smsCarriers)[number];

/** The settings of SMS. */
export const smsSettings = {
  smsFrom: optional('PARLEY_SMS_FROM', z.string().refine(isSender, 'is not an SMS sender'), {
    description:
      'Sender of SMS of agents without a phone number: a number in E.164, a short code, or up to 11 letters and digits. Every carrier of SMS requires it.',
    example: '+14155550100',
  }),
  smsCarrier: optional('PARLEY_SMS_CARRIER', z.enum(smsCarriers, 'is not smpp, twilio or telnyx'), {
    description:
      'Carrier of SMS: `smpp`, `twilio` or `telnyx`. Default: `smpp` if `PARLEY_SMPP_URL` is set, else none.',
    example: 'smpp',
  }),
  smppUrl: optional('PARLEY_SMPP_URL', smppUrl, {
    description:
      'SMSC of an operator or aggregator, which sends and receives SMS by SMPP 3.4: `smpp://user:password@host:port`, or `ssmpp://…` with TLS. `?systemType=…` adds the system type.',
    example: 'smpp://user:password@smsc.example.net:2775',
    secret: true,
  }),
  smppWindow: setting('PARLEY_SMPP_WINDOW', wholeNumber(1, 1_000), {
    fallback: '10',
    description: 'Maximum number of SMS parts that wait for a response of the SMSC at the same time.',
    example: '10',
  }),
  twilioBaseUrl: optional('PARLEY_TWILIO_BASE_URL', httpUrl, {
    description: "Base URL of another server with Twilio's API for messages, used instead of Twilio.",
    example: 'https://api.dublin.ie1.twilio.com',
  }),
  twilioMessagingService: optional(
    'PARLEY_TWILIO_MESSAGING_SERVICE_SID',
    z.string().regex(/^MG[0-9a-f]{32}$/, 'is not MG and 32 hexadecimal digits'),
    {
      description:
        'Twilio messaging service that selects the sender of SMS. Default: the number of the agent, or `PARLEY_SMS_FROM`.',
      example: 'MG0123456789abcdef0123456789abcdef',
    },
  ),
  telnyxBaseUrl: optional('PARLEY_TELNYX_BASE_URL', httpUrl, {
    description: "Base URL of another server with Telnyx' API for messages, used instead of Telnyx.",
    example: 'https://api.telnyx.com',
  }),
  telnyxPublicKey: optional(
    'PARLEY_TELNYX_PUBLIC_KEY',
    z.string().regex(/^[A-Za-z0-9+/]{43}=$/, 'is not a key of 32 bytes in base64'),
    {
      description: 'Public key of the Telnyx account, which verifies its callbacks.',
      example: 'e2N0QbbSQaCDPQXjyCgPPdQ5qRkRWaYuhCBSdnZhmmM=',
    },
  ),
  telnyxMessagingProfile: optional(
    'PARLEY_TELNYX_MESSAGING_PROFILE_ID',
    z.string().regex(/^[0-9a-f-]{36}$/, 'is not a UUID'),
    {
      description:
        'Telnyx messaging profile of SMS. Required for a sender that is not a number of the account.',
      example: '16fd2706-8baf-433b-82eb-8c7fada847da',
    },
  ),
  publicUrl: optional('PARLEY_PUBLIC_URL', httpUrl, {
    description:
      'Public base URL of this service, to which carriers send inbound messages and delivery receipts, and at which recipients of email unsubscribe.',
    example: 'https://parley.example.net',
  }),
} as const;

interface SmsConfig {
  readonly smsCarrier?: SmsCarrier | undefined;
  readonly smppUrl?: SmppUrl | undefined;
  readonly smsFrom?: string | undefined;
  readonly telnyxPublicKey?: string | undefined;
  readonly publicUrl?: string | undefined;
}

/** Returns the carrier of SMS; undefined if none is set up. */
export const selectSmsCarrier = ({ smsCarrier, smppUrl }: SmsConfig): SmsCarrier | undefined =>
  smsCarrier ?? (smppUrl === undefined ? undefined : 'smpp');

/** Reports a missing sender, and settings without which the callbacks of a carrier are not accepted. */
export function smsFaults(config: SmsConfig): string[] {
  const carrier = selectSmsCarrier(config);
  if (carrier === undefined) return [];
  const { smsFrom, telnyxPublicKey } = smsSettings;
  const needed = [
    config.smsFrom === undefined ? [smsFrom] : [],
    carrier === 'telnyx' && config.publicUrl !== undefined && config.telnyxPublicKey === undefined
      ? [telnyxPublicKey]
      : [],
  ].flat();
  return needed.map(
    ({ name, example }) =>
      `${name} is not set, but the carrier of SMS is ${carrier}. Set it like ${name}=${example}`,
  );
}
