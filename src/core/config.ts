import { isIP } from 'node:net';
import { z } from 'zod';
import { isAddressRange } from './address-ranges.ts';
import { logLevels } from './logger.ts';
import { mailFaults, mailSettings } from './message-settings.ts';
import {
  languageModelSettings,
  modelServerFaults,
  serverKeySetting,
  withServerKeys,
} from './model-settings.ts';
import { parseSecretKey } from './secret-box.ts';
import { httpUrl, optional, setting, wholeNumber, type Setting } from './setting.ts';
import { speechVendorSettings } from './speech-settings.ts';
import { smsFaults, smsSettings } from './sms-settings.ts';
import { isTimeZone } from './time-zones.ts';

const rate = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'is not a number')
    .transform(Number)
    .pipe(z.number().min(minimum, `is below ${minimum}`).max(maximum, `is above ${maximum}`));

const calleeZone = z.string().refine(isTimeZone, 'is not an IANA time zone such as Area/Location');

const onOff = z.enum(['on', 'off'], 'is neither on nor off').transform((text) => text === 'on');

const address = z.string().refine((text) => isIP(text) !== 0, 'is not an IP address');

const host = z.string().regex(/^[A-Za-z0-9.:-]{1,253}$/, 'is not a host name or an IP address');

export interface PortRange {
  readonly first: number;
  readonly last: number;
}

const portRange = z
  .string()
  .regex(/^\d{1,5}-\d{1,5}$/, 'is not a range of two ports separated by a hyphen')
  .transform((text): PortRange => {
    const [first, last] = text.split('-').map(Number) as [number, number];
    return { first, last };
  })
  .refine(({ first, last }) => first >= 1024 && last <= 65_535, 'is not within 1024 to 65535')
  .refine(({ first, last }) => last - first >= 1, 'has fewer than the two ports of one call');

export interface TrunkUrl {
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly host: string;
  readonly port: number | undefined;
  readonly transport: 'udp' | 'tcp' | 'tls';
  /** Which sources of RTP packets are accepted; see docs/trunks.md. */
  readonly mediaLatch?: 'signalled' | 'symmetric' | 'any';
  /** Whether a 3xx is followed to another address of the trunk. */
  readonly followRedirect?: boolean;
}

const trunkPattern =
  /^sips?:(?:([^:@;]+)(?::([^@;]*))?@)?(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(?::(\d{1,5}))?((?:;[A-Za-z]+=[A-Za-z]+)*)$/;

/** Parameters that may follow the host and port of a trunk, each at most once. */
const trunkParameters = z.strictObject({
  transport: z.enum(['udp', 'tcp', 'tls']).optional(),
  mediaLatch: z.enum(['signalled', 'symmetric', 'any']).optional(),
  followRedirect: z.enum(['on', 'off']).optional(),
});

/** Returns undefined if a parameter is repeated, unknown or has an unknown value. */
function readTrunkParameters(text: string): z.infer<typeof trunkParameters> | undefined {
  const pairs = trunkPattern
    .exec(text)![5]!
    .split(';')
    .slice(1)
    .map((pair) => pair.split('=') as [string, string]);
  const isRepeated = new Set(pairs.map(([name]) => name)).size < pairs.length;
  return isRepeated ? undefined : trunkParameters.safeParse(Object.fromEntries(pairs)).data;
}

/** Returns whether the port is absent or within 1 to 65535. */
const isPort = (text: string | undefined): boolean =>
  text === undefined || (Number(text) > 0 && Number(text) <= 65_535);

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

const trunkUrl = z
  .string()
  .regex(trunkPattern, { error: 'is not sip:user:password@host:port;transport=udp', abort: true })
  .refine(isDecodable, { error: 'has an invalid percent escape; write a percent sign as %25', abort: true })
  .refine((text) => isPort(trunkPattern.exec(text)![4]), {
    error: 'has a port outside 1 to 65535',
    abort: true,
  })
  .refine((text) => readTrunkParameters(text) !== undefined, {
    error:
      'may end only with ;transport=udp, tcp or tls, ;mediaLatch=signalled, symmetric or any and ;followRedirect=on or off, each once',
    abort: true,
  })
  .transform((text): TrunkUrl => {
    const [, user, password, trunkHost, port] = trunkPattern.exec(text)!;
    const { transport, mediaLatch, followRedirect } = readTrunkParameters(text)!;
    return {
      user: user === undefined ? undefined : decodeURIComponent(user),
      password: password === undefined ? undefined : decodeURIComponent(password),
      host: trunkHost!,
      port: port === undefined ? undefined : Number(port),
      transport: transport ?? (text.startsWith('sips:') ? 'tls' : 'udp'),
      ...(mediaLatch === undefined ? {} : { mediaLatch }),
      ...(followRedirect === undefined ? {} : { followRedirect: followRedirect === 'on' }),
    };
  });

const addressList = z
  .string()
  .transform((text) => text.split(',').map((entry) => entry.trim()))
  .refine(
    (entries) => entries.every((entry) => isAddressRange(entry)),
    'is not a list of IP addresses and blocks such as 203.0.113.0/24',
  );

const secretKeyList = z
  .string()
  .transform((text) => text.split(',').map(parseSecretKey))
  .refine(
    (keys): keys is Uint8Array[] => keys.every((key) => key !== undefined),
    'is not a list of keys of 32 bytes each, in base64 or hexadecimal digits',
  );

const databaseUrl = z
  .string()
  .refine((text) => URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol), {
    error: 'is not a postgresql:// address',
  });

export const roles = ['api', 'worker', 'media'] as const;

const roleList = z
  .string()
  .transform((text) => [...new Set(text.split(',').map((role) => role.trim()))])
  .pipe(z.array(z.enum(roles, 'names a role other than api, worker and media')).min(1));

const planName = z.enum(['developer', 'standard', 'unlimited'], 'is not a plan');

export interface ConfiguredPlanLimits {
  readonly requestsPerMinute: number;
  readonly concurrentCalls: number;
  readonly callStartsPerSecond: number;
}

const planPattern = /^(developer|standard|unlimited)=([1-9]\d{0,6})\/([1-9]\d{0,4})\/([1-9]\d{0,3})$/;

const planList = z
  .string()
  .transform((text) => text.split(',').map((entry) => planPattern.exec(entry.trim())))
  .refine(
    (entries) => entries.every((entry) => entry !== null),
    'is not a list of plans such as standard=600/20/5: requests per minute, concurrent calls, call starts per second',
  )
  .transform((entries): Partial<Record<z.output<typeof planName>, ConfiguredPlanLimits>> => {
    const plans = entries.map((entry) => {
      const [requestsPerMinute, concurrentCalls, callStartsPerSecond] = entry!.slice(2).map(Number);
      return [entry![1]!, { requestsPerMinute, concurrentCalls, callStartsPerSecond }];
    });
    return Object.fromEntries(plans) as Partial<Record<z.output<typeof planName>, ConfiguredPlanLimits>>;
  });

export const numberSourceNames = ['inventory', 'twilio', 'telnyx'] as const;

const numberSourceList = z
  .string()
  .transform((text) => [...new Set(text.split(',').map((name) => name.trim()))])
  .pipe(z.array(z.enum(numberSourceNames, 'names a source other than inventory, twilio and telnyx')).min(1));

/** All settings. A test compares this table with docs/configuration.md. */
export const settings = {
  dataDir: setting('PARLEY_DATA_DIR', z.string().min(1, 'is empty'), {
    fallback: './data',
    description: 'Folder of the embedded database, the recordings and bootstrap.json.',
    example: '/var/lib/parley',
  }),
  httpHost: setting('PARLEY_HTTP_HOST', host, {
    fallback: '127.0.0.1',
    description: 'Listen address of the API and its entry page. `0.0.0.0` opens both to the network.',
    example: '127.0.0.1',
  }),
  httpPort: setting('PARLEY_HTTP_PORT', wholeNumber(0, 65_535), {
    fallback: '3000',
    description: 'TCP port of the API and its entry page. `0` selects any free port.',
    example: '3000',
  }),
  databaseUrl: optional('PARLEY_DATABASE_URL', databaseUrl, {
    description: 'URL of your own PostgreSQL (15 or later), used instead of the embedded PostgreSQL.',
    example: 'postgresql://parley@db.example.net/parley',
    secret: true,
  }),
  sipHost: setting('PARLEY_SIP_HOST', address, {
    fallback: '127.0.0.1',
    description: 'Listen address of SIP and RTP.',
    example: '0.0.0.0',
  }),
  sipPort: setting('PARLEY_SIP_PORT', wholeNumber(0, 65_535), {
    fallback: '5060',
    description: 'UDP and TCP port of SIP. `0` selects any free port.',
    example: '5060',
  }),
  publicIp: optional('PARLEY_PUBLIC_IP', address, {
    description: 'Address that is advertised to trunks when this machine is behind NAT.',
    example: '198.51.100.7',
  }),
  rtpPorts: setting('PARLEY_RTP_PORTS', portRange, {
    fallback: '10000-20000',
    description: 'UDP port range for RTP. Each call uses two ports.',
    example: '10000-20000',
  }),
  mediaThreads: optional('PARLEY_MEDIA_THREADS', wholeNumber(1, 64), {
    description: 'Number of media threads. Default: the number of cores minus one, at least one.',
    example: '2',
  }),
  testNetwork: setting('PARLEY_TEST_NETWORK', onOff, {
    fallback: 'on',
    description: 'Whether simulated people answer the numbers of the fictional ranges.',
    example: 'on',
  }),
  trunkUrl: optional('PARLEY_TRUNK_URL', trunkUrl, {
    description: 'URL of the SIP trunk, which carries all numbers outside the fictional ranges.',
    example: 'sip:user:password@trunk.example.net:5060;transport=udp',
    secret: true,
  }),
  trunkRegister: setting('PARLEY_TRUNK_REGISTER', onOff, {
    fallback: 'off',
    description: 'Whether Parley registers at the SIP trunk, for providers that require registration.',
    example: 'on',
  }),
  trunkSources: optional('PARLEY_TRUNK_SOURCES', addressList, {
    description:
      'Source addresses of inbound calls from the SIP trunk, in addition to the addresses of its host.',
    example: '203.0.113.0/24,198.51.100.9',
  }),
  trunkCallsPerSecond: optional('PARLEY_TRUNK_CALLS_PER_SECOND', rate(0.01, 1000), {
    description: 'Maximum number of batch calls that start on the SIP trunk per second. Default: no limit.',
    example: '5',
  }),
  trunkConcurrentCalls: optional('PARLEY_TRUNK_CONCURRENT_CALLS', wholeNumber(1, 100_000), {
    description:
      'Number of concurrent calls on the SIP trunk at which batches start no further call. Single calls and callbacks count towards this limit, but do not wait. Default: no limit.',
    example: '30',
  }),
  trustedProxies: optional('PARLEY_TRUSTED_PROXIES', addressList, {
    description:
      'Proxies whose `X-Forwarded-For` is trusted. Allowed addresses, limits and the audit log then use the address of the client.',
    example: '127.0.0.1,10.0.0.0/8',
  }),
  webhookAllowCidrs: optional('PARLEY_WEBHOOK_ALLOW_CIDRS', addressList, {
    description:
      'Private addresses to which webhooks, predial checks, tools and `http` nodes may connect, with or without https. Other private addresses are always refused.',
    example: '10.1.0.0/16,127.0.0.1',
  }),
  toolSecrets: optional('PARLEY_TOOL_SECRETS', z.string().min(1), {
    description:
      'JSON file of secrets that headers of tools and `http` nodes can use as `{{secrets.NAME}}`: `{"NAME": {"value": "…", "hosts": ["api.example.com"], "workspaces": ["ws_…"]}}`. A secret is sent only to its hosts. Without `workspaces`, every workspace can use it.',
    example: '/etc/parley/tool-secrets.json',
  }),
  prices: optional('PARLEY_PRICES', z.string().min(1, 'is empty'), {
    description:
      'JSON file of the prices that you pay to vendors and carriers, from which the [costs](costs.md) of calls are calculated. It is read at the start. Default: usage without prices.',
    example: '/etc/parley/prices.json',
  }),
  secretKey: optional('PARLEY_SECRET_KEY', secretKeyList, {
    description:
      'Keys that encrypt secrets in the database, 32 bytes each in base64 or hexadecimal digits, separated by commas. The first key encrypts, every key decrypts. Default: the key in `secret.key` of the data folder, created at the first start.',
    example: 'S3Vs9c0z6mGq0k7n1c5m2Jc3Z3Yc0Qm4Zl1pV8Qw7hE=',
    secret: true,
  }),
  defaultPlan: setting('PARLEY_DEFAULT_PLAN', planName, {
    fallback: 'developer',
    description: 'Plan of workspaces created after the first: `developer`, `standard` or `unlimited`.',
    example: 'developer',
  }),
  plans: optional('PARLEY_PLANS', planList, {
    description:
      'Limits of plans that differ from the defaults (`developer=60/1/1,standard=600/20/5,unlimited=1000000/10000/1000`): requests per minute, concurrent calls, call starts per second.',
    example: 'standard=1200/50/10',
  }),
  callReservePercent: setting('PARLEY_CALL_RESERVE_PERCENT', wholeNumber(0, 90), {
    fallback: '10',
    description:
      "Percentage of a plan's concurrent calls that batches leave free for single calls and callbacks. Batches leave at least one call free, except with `0` or with a plan of one concurrent call.",
    example: '10',
  }),
  callbackTries: setting('PARLEY_CALLBACK_TRIES', wholeNumber(1, 100), {
    fallback: '3',
    description: 'Maximum number of calls per callback.',
    example: '3',
  }),
  callbackDays: setting('PARLEY_CALLBACK_DAYS', wholeNumber(1, 365), {
    fallback: '7',
    description: 'Number of days after the due time of a callback in which the callback can still be made.',
    example: '7',
  }),
  zoneWhenUnknown: optional('PARLEY_ZONE_WHEN_UNKNOWN', calleeZone, {
    description:
      'IANA time zone used for numbers whose time zone is unknown. Without it, batches and callbacks do not call such numbers.',
    example: 'America/New_York',
  }),
  roles: setting('PARLEY_ROLES', roleList, {
    fallback: 'api,worker,media',
    description:
      'Roles of this process, separated by commas. `api` serves HTTP, `media` places and answers calls, `worker` sends messages and webhooks. A machine that runs alone needs all three.',
    example: 'api,worker,media',
  }),
  drainSeconds: setting('PARLEY_DRAIN_SECONDS', wholeNumber(0, 86_400), {
    fallback: '3600',
    description: 'Maximum number of seconds that active calls may continue after SIGTERM.',
    example: '3600',
  }),
  logLevel: setting('PARLEY_LOG_LEVEL', z.enum(logLevels, 'is not a log level'), {
    fallback: 'info',
    description: 'Lowest level that is logged: `trace` `debug` `info` `warn` `error` `fatal` `silent`.',
    example: 'info',
  }),
  metricsToken: optional('PARLEY_METRICS_TOKEN', z.string().min(16, 'is shorter than 16 characters'), {
    description:
      'Bearer token for `/metrics`. Without it, only requests from this machine can read the metrics.',
    example: 'a-long-random-text',
    secret: true,
  }),
  serviceUrl: optional('PARLEY_URL', httpUrl, {
    description:
      'Address of the service that the command line and `parley mcp` use, with the key in `PARLEY_API_KEY`. Default: the service that runs on `PARLEY_DATA_DIR`.',
    example: 'https://parley.example.net',
  }),
  apiKey: optional('PARLEY_API_KEY', z.string().min(1, 'is empty'), {
    description:
      'API key that the command line and `parley mcp` use. Default: the key of the first start, from the data folder.',
    example: 'sk_live_…',
    secret: true,
  }),
  speechModelDir: optional('PARLEY_SPEECH_MODEL_DIR', z.string().min(1, 'is empty'), {
    description: 'Folder of the model of the built-in recogniser, used instead of the model from npm.',
    example: '/opt/parley/model',
  }),
  ...languageModelSettings,
  ...speechVendorSettings,
  numberSources: setting('PARLEY_NUMBER_SOURCES', numberSourceList, {
    fallback: 'inventory',
    description:
      'Sources that are searched for available numbers, in this order, separated by commas: any of `inventory`, `twilio`, `telnyx`.',
    example: 'inventory,twilio',
  }),
  twilioAccountSid: optional(
    'PARLEY_TWILIO_ACCOUNT_SID',
    z.string().regex(/^AC[0-9a-f]{32}$/, 'is not AC and 32 hexadecimal digits'),
    {
      description:
        'Twilio account that is used to search and buy numbers, and to send SMS. The account pays for both.',
      example: 'AC0123456789abcdef0123456789abcdef',
    },
  ),
  twilioAuthToken: optional('PARLEY_TWILIO_AUTH_TOKEN', z.string().min(1, 'is empty'), {
    description: 'Auth token of the Twilio account.',
    example: '0123456789abcdef0123456789abcdef',
    secret: true,
  }),
  telnyxApiKey: optional('PARLEY_TELNYX_API_KEY', z.string().min(1, 'is empty'), {
    description:
      'Key of the Telnyx account that is used to search and buy numbers, and to send SMS. The account pays for both.',
    example: 'KEY0123456789',
    secret: true,
  }),
  ...mailSettings,
  ...smsSettings,
} as const satisfies Record<string, Setting>;

export type Config = {
  readonly [Key in keyof typeof settings]: z.output<(typeof settings)[Key]['schema']>;
};

/** Reports all faults of the configuration, each with its correction. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'an error' : `${faults.length} errors`}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

const settingNames: ReadonlySet<string> = new Set(Object.values(settings).map((one) => one.name));

/** Matches the PARLEY_ names that only the test suite reads. */
const testSettingNames = /^PARLEY_TEST_(?!NETWORK$)/;

/**
 * Reads the whole configuration. An empty value counts as not set.
 * @throws {ConfigError} with every fault, including unknown `PARLEY_` names, which may be typing errors.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];
  const entries = Object.entries(settings).map(([key, one]: [string, Setting]) => {
    const text = env[one.name] || one.fallback;
    const result = one.schema.safeParse(text);
    if (!result.success) faults.push(formatFault(one, text ?? '', result.error));
    return [key, result.data];
  });
  const config = Object.fromEntries(entries) as Config;
  faults.unshift(...unknownSettings(env, config));
  faults.push(...modelServerFaults(config.openaiCompatible, settingNames));
  faults.push(...credentialFaults(config, env));
  faults.push(...smsFaults(config));
  faults.push(...mailFaults(config));
  if (faults.length > 0) throw new ConfigError(faults);
  return { ...config, openaiCompatible: withServerKeys(config.openaiCompatible, env) };
}

/** Reports number sources and carriers of SMS whose account is not configured. */
function credentialFaults(
  { numberSources = [], smsCarrier }: Partial<Config>,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  const needed: Readonly<Record<string, readonly Setting[]>> = {
    twilio: [settings.twilioAccountSid, settings.twilioAuthToken],
    telnyx: [settings.telnyxApiKey],
    smpp: [settings.smppUrl],
  };
  const uses = [
    ...numberSources.map((name) => [settings.numberSources, name] as const),
    ...(smsCarrier === undefined ? [] : [[settings.smsCarrier, smsCarrier] as const]),
  ];
  return uses.flatMap(([use, name]) =>
    (needed[name] ?? [])
      .filter((one) => !env[one.name])
      .map(
        (one) =>
          `${one.name} is not set, but ${use.name} names ${name}. Set it like ${one.name}=${one.example}`,
      ),
  );
}

function formatFault(one: Setting, text: string, error: z.ZodError): string {
  const shown = one.secret ? one.name : `${one.name}=${text}`;
  return `${shown} ${error.issues[0]!.message}. Set it like ${one.name}=${one.example}`;
}

function unknownSettings(
  env: Readonly<Record<string, string | undefined>>,
  { openaiCompatible = [] }: Partial<Config>,
): string[] {
  const known = new Set([...settingNames, ...openaiCompatible.map(({ name }) => serverKeySetting(name))]);
  return Object.keys(env)
    .filter((name) => name.startsWith('PARLEY_') && !known.has(name) && !testSettingNames.test(name))
    .sort()
    .map((name) => `${name} is not a setting. Remove it, or see docs/configuration.md for the correct name`);
}
