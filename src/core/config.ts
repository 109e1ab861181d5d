import { isIP } from 'node:net';
import { z } from 'zod';
import { isAddressRange } from './address-ranges.ts';
import { logLevels } from './logger.ts';
import { isTimeZone } from './time-zones.ts';

/** One setting: its name in the environment, how it is read, and what docs/configuration.md says of it. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  readonly name: string;
  /** Reads the text of the environment; undefined where it is not set. */
  readonly schema: Schema;
  /** As text; undefined where there is none and the setting may be left out. */
  readonly fallback: string | undefined;
  readonly description: string;
  /** A value that would be taken, named in the message of a fault. */
  readonly example: string;
  /** Never echoed in a message or a log. */
  readonly secret: boolean;
}

interface SettingText {
  readonly description: string;
  readonly example: string;
  readonly secret?: boolean;
}

/** A setting that always has a value. */
function setting<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  text: SettingText & { readonly fallback: string },
): Setting<Schema> {
  return { secret: false, ...text, name, schema };
}

/** A setting without which Parley runs as well. */
function optional<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  text: SettingText,
): Setting<z.ZodOptional<Schema>> {
  return { secret: false, ...text, name, schema: schema.optional(), fallback: undefined };
}

const whole = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d+$/, 'is not a whole number')
    .transform(Number)
    .pipe(z.number().min(minimum, `is below ${minimum}`).max(maximum, `is above ${maximum}`));

const rate = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'is not a number')
    .transform(Number)
    .pipe(z.number().min(minimum, `is below ${minimum}`).max(maximum, `is above ${maximum}`));

const calleeZone = z.string().refine(isTimeZone, 'is not an IANA time zone by area and location');

const onOff = z.enum(['on', 'off'], 'is neither on nor off').transform((text) => text === 'on');

const address = z.string().refine((text) => isIP(text) !== 0, 'is not an IP address');

const host = z.string().regex(/^[A-Za-z0-9.:-]{1,253}$/, 'is not a host name or an IP address');

export interface PortRange {
  readonly first: number;
  readonly last: number;
}

const portRange = z
  .string()
  .regex(/^\d{1,5}-\d{1,5}$/, 'is not two ports with a hyphen between')
  .transform((text): PortRange => {
    const [first, last] = text.split('-').map(Number) as [number, number];
    return { first, last };
  })
  .refine(({ first, last }) => first >= 1024 && last <= 65_535, 'leaves the range 1024 to 65535')
  .refine(({ first, last }) => last - first >= 1, 'holds fewer than the two ports of one call');

export interface TrunkUrl {
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly host: string;
  readonly port: number | undefined;
  readonly transport: 'udp' | 'tcp' | 'tls';
  /** Whose RTP packets are accepted; see docs/trunks.md. */
  readonly mediaLatch?: 'signalled' | 'symmetric' | 'any';
  /** Whether a 3xx is followed to another address of the trunk. */
  readonly followRedirect?: boolean;
}

const trunkPattern =
  /^sips?:(?:([^:@;]+)(?::([^@;]*))?@)?(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(?::(\d{1,5}))?((?:;[A-Za-z]+=[A-Za-z]+)*)$/;

/** What may follow the host and port of a trunk, each at most once. */
const trunkParameters = z.strictObject({
  transport: z.enum(['udp', 'tcp', 'tls']).optional(),
  mediaLatch: z.enum(['signalled', 'symmetric', 'any']).optional(),
  followRedirect: z.enum(['on', 'off']).optional(),
});

/** Undefined where a parameter is repeated, unknown or has an unknown value. */
function readTrunkParameters(text: string): z.infer<typeof trunkParameters> | undefined {
  const pairs = trunkPattern
    .exec(text)![5]!
    .split(';')
    .slice(1)
    .map((pair) => pair.split('=') as [string, string]);
  const isRepeated = new Set(pairs.map(([name]) => name)).size < pairs.length;
  return isRepeated ? undefined : trunkParameters.safeParse(Object.fromEntries(pairs)).data;
}

/** No port, or one that there is. */
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
  .refine(isDecodable, { error: 'has a percent sign that stands for nothing; write it %25', abort: true })
  .refine((text) => isPort(trunkPattern.exec(text)![4]), { error: 'has a port beyond 65535', abort: true })
  .refine((text) => readTrunkParameters(text) !== undefined, {
    error:
      'may end with ;transport=udp, tcp or tls, ;mediaLatch=signalled, symmetric or any and ;followRedirect=on or off, each once',
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

const databaseUrl = z
  .string()
  .refine((text) => URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol), {
    error: 'is not a postgresql:// address',
  });

const httpUrl = z.string().refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
  error: 'is not an http:// or https:// address',
});

export const roles = ['api', 'worker', 'media'] as const;

const roleList = z
  .string()
  .transform((text) => [...new Set(text.split(',').map((role) => role.trim()))])
  .pipe(z.array(z.enum(roles, 'names a role other than api, worker and media')).min(1));

const planName = z.enum(['developer', 'standard', 'unlimited'], 'is not a plan');

export interface PlanFigures {
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
    'is not a list of plans such as standard=600/20/5: requests a minute, calls at once, call starts a second',
  )
  .transform((entries): Partial<Record<z.output<typeof planName>, PlanFigures>> => {
    const plans = entries.map((entry) => {
      const [requestsPerMinute, concurrentCalls, callStartsPerSecond] = entry!.slice(2).map(Number);
      return [entry![1]!, { requestsPerMinute, concurrentCalls, callStartsPerSecond }];
    });
    return Object.fromEntries(plans) as Partial<Record<z.output<typeof planName>, PlanFigures>>;
  });

export const numberSourceNames = ['inventory', 'twilio', 'telnyx'] as const;

const numberSourceList = z
  .string()
  .transform((text) => [...new Set(text.split(',').map((name) => name.trim()))])
  .pipe(z.array(z.enum(numberSourceNames, 'names a source other than inventory, twilio and telnyx')).min(1));

/** Every setting. docs/configuration.md is held to this table by a test. */
export const settings = {
  dataDir: setting('PARLEY_DATA_DIR', z.string().min(1, 'is empty'), {
    fallback: './data',
    description: 'Folder of the embedded database, the recordings and bootstrap.json.',
    example: '/var/lib/parley',
  }),
  httpHost: setting('PARLEY_HTTP_HOST', host, {
    fallback: '127.0.0.1',
    description: 'Address that the API and its entry page listen on. `0.0.0.0` opens them to the network.',
    example: '127.0.0.1',
  }),
  httpPort: setting('PARLEY_HTTP_PORT', whole(0, 65_535), {
    fallback: '3000',
    description: 'TCP port of the API and its entry page; `0` takes any free one.',
    example: '3000',
  }),
  databaseUrl: optional('PARLEY_DATABASE_URL', databaseUrl, {
    description: 'A PostgreSQL of your own (15 or later) in place of the embedded one.',
    example: 'postgresql://parley@db.example.net/parley',
    secret: true,
  }),
  sipHost: setting('PARLEY_SIP_HOST', address, {
    fallback: '127.0.0.1',
    description: 'Address that SIP and RTP listen on.',
    example: '0.0.0.0',
  }),
  sipPort: setting('PARLEY_SIP_PORT', whole(0, 65_535), {
    fallback: '5060',
    description: 'UDP and TCP port of SIP; `0` takes any free one.',
    example: '5060',
  }),
  publicIp: optional('PARLEY_PUBLIC_IP', address, {
    description: 'Address told to trunks when this machine stands behind a NAT.',
    example: '198.51.100.7',
  }),
  rtpPorts: setting('PARLEY_RTP_PORTS', portRange, {
    fallback: '10000-20000',
    description: 'UDP ports for RTP; two for each call.',
    example: '10000-20000',
  }),
  mediaThreads: optional('PARLEY_MEDIA_THREADS', whole(1, 64), {
    description: 'Threads that carry audio. Left out: one for each core less one, at least one.',
    example: '2',
  }),
  testNetwork: setting('PARLEY_TEST_NETWORK', onOff, {
    fallback: 'on',
    description: 'Whether numbers of the fictional ranges are answered by simulated people.',
    example: 'on',
  }),
  trunkUrl: optional('PARLEY_TRUNK_URL', trunkUrl, {
    description: 'The first SIP trunk. Every number outside the fictional ranges goes there.',
    example: 'sip:user:password@trunk.example.net:5060;transport=udp',
    secret: true,
  }),
  trunkRegister: setting('PARLEY_TRUNK_REGISTER', onOff, {
    fallback: 'off',
    description: 'Whether Parley registers at that trunk, as providers without fixed addresses want it.',
    example: 'on',
  }),
  trunkSources: optional('PARLEY_TRUNK_SOURCES', addressList, {
    description: 'Where calls of that trunk may come from, besides the addresses of its host.',
    example: '203.0.113.0/24,198.51.100.9',
  }),
  trunkCallsPerSecond: optional('PARLEY_TRUNK_CALLS_PER_SECOND', rate(0.01, 1000), {
    description:
      'How many calls of batches may begin by that trunk in any second. Left out: as many as there are.',
    example: '5',
  }),
  trunkConcurrentCalls: optional('PARLEY_TRUNK_CONCURRENT_CALLS', whole(1, 100_000), {
    description:
      'How many calls batches may fill that trunk up to. Single calls and callbacks count, but do not wait. Left out: as many as there are.',
    example: '30',
  }),
  trustedProxies: optional('PARLEY_TRUSTED_PROXIES', addressList, {
    description:
      'Proxies whose `X-Forwarded-For` is believed: allowed addresses, limits and the audit log then see who is behind them.',
    example: '127.0.0.1,10.0.0.0/8',
  }),
  webhookAllowCidrs: optional('PARLEY_WEBHOOK_ALLOW_CIDRS', addressList, {
    description:
      'Addresses of the own network that predial checks may be asked at, also without https. Others of it are never asked.',
    example: '10.1.0.0/16,127.0.0.1',
  }),
  defaultPlan: setting('PARLEY_DEFAULT_PLAN', planName, {
    fallback: 'developer',
    description: 'Plan of workspaces made later than the first: `developer`, `standard` or `unlimited`.',
    example: 'developer',
  }),
  plans: optional('PARLEY_PLANS', planList, {
    description:
      'What plans allow, where it is not what they allow by themselves (`developer=60/1/1,standard=600/20/5,unlimited=1000000/10000/1000`): requests a minute, calls at once, call starts a second.',
    example: 'standard=1200/50/10',
  }),
  callReservePercent: setting('PARLEY_CALL_RESERVE_PERCENT', whole(0, 90), {
    fallback: '10',
    description:
      "How much of a plan's calls at once batches leave to single calls and callbacks, in percent; one call at least, none where the plan has a single one or this is `0`.",
    example: '10',
  }),
  callbackTries: setting('PARLEY_CALLBACK_TRIES', whole(1, 100), {
    fallback: '3',
    description: 'How many calls are made for one callback, at most.',
    example: '3',
  }),
  callbackDays: setting('PARLEY_CALLBACK_DAYS', whole(1, 365), {
    fallback: '7',
    description: 'For how many days after it is due a callback may still be made.',
    example: '7',
  }),
  zoneWhenUnknown: optional('PARLEY_ZONE_WHEN_UNKNOWN', calleeZone, {
    description:
      'The IANA time zone that stands for that of a number whose zone is not known. Left out: batches and callbacks do not call such numbers.',
    example: 'America/New_York',
  }),
  roles: setting('PARLEY_ROLES', roleList, {
    fallback: 'api,worker,media',
    description: 'What this process does: any of `api`, `worker`, `media`, with commas between.',
    example: 'api,worker,media',
  }),
  drainSeconds: setting('PARLEY_DRAIN_SECONDS', whole(0, 86_400), {
    fallback: '3600',
    description: 'After SIGTERM, how long calls under way may go on, in seconds.',
    example: '3600',
  }),
  logLevel: setting('PARLEY_LOG_LEVEL', z.enum(logLevels, 'is not a log level'), {
    fallback: 'info',
    description: 'Least severe line that is logged: `trace` `debug` `info` `warn` `error` `fatal` `silent`.',
    example: 'info',
  }),
  metricsToken: optional('PARLEY_METRICS_TOKEN', z.string().min(16, 'is shorter than 16 characters'), {
    description: 'Bearer token for `/metrics`. Left out: only this machine itself may read it.',
    example: 'a-long-random-text',
    secret: true,
  }),
  serviceUrl: optional('PARLEY_URL', httpUrl, {
    description:
      'Address of the service that the command line and `parley mcp` use, with the key in `PARLEY_API_KEY`. Omitted: the service of this machine, at `PARLEY_HTTP_HOST` and `PARLEY_HTTP_PORT`.',
    example: 'https://parley.example.net',
  }),
  apiKey: optional('PARLEY_API_KEY', z.string().min(1, 'is empty'), {
    description:
      'Key that the command line and `parley mcp` use. Left out: the key of the first start, from the data folder.',
    example: 'sk_live_…',
    secret: true,
  }),
  speechModelDir: optional('PARLEY_SPEECH_MODEL_DIR', z.string().min(1, 'is empty'), {
    description: 'Folder with the model of the built-in recogniser, in place of the one from npm.',
    example: '/opt/parley/model',
  }),
  openaiBaseUrl: optional('PARLEY_OPENAI_BASE_URL', httpUrl, {
    description: 'Any server that speaks the OpenAI chat protocol: OpenAI, Ollama, vLLM, llama.cpp.',
    example: 'http://127.0.0.1:11434/v1',
  }),
  openaiApiKey: optional('PARLEY_OPENAI_API_KEY', z.string().min(1, 'is empty'), {
    description: 'Its key, where it wants one.',
    example: 'sk-…',
    secret: true,
  }),
  numberSources: setting('PARLEY_NUMBER_SOURCES', numberSourceList, {
    fallback: 'inventory',
    description:
      'Where available numbers are searched, in this order: any of `inventory`, `twilio`, `telnyx`, with commas between.',
    example: 'inventory,twilio',
  }),
  twilioAccountSid: optional(
    'PARLEY_TWILIO_ACCOUNT_SID',
    z.string().regex(/^AC[0-9a-f]{32}$/, 'is not AC and 32 hexadecimal digits'),
    {
      description: 'Account at Twilio that numbers are searched and bought with, at its cost.',
      example: 'AC0123456789abcdef0123456789abcdef',
    },
  ),
  twilioAuthToken: optional('PARLEY_TWILIO_AUTH_TOKEN', z.string().min(1, 'is empty'), {
    description: 'Its token.',
    example: '0123456789abcdef0123456789abcdef',
    secret: true,
  }),
  telnyxApiKey: optional('PARLEY_TELNYX_API_KEY', z.string().min(1, 'is empty'), {
    description: 'Key of the account at Telnyx that numbers are searched and bought with, at its cost.',
    example: 'KEY0123456789',
    secret: true,
  }),
} as const satisfies Record<string, Setting>;

export type Config = {
  readonly [Key in keyof typeof settings]: z.output<(typeof settings)[Key]['schema']>;
};

/** All faults of the configuration together, each with what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

/** Names that begin with PARLEY_ and are read by the test suite only. */
const testSettingNames = /^PARLEY_TEST_(?!NETWORK$)/;

/**
 * Reads the whole configuration. An empty text counts as not set.
 * @throws {ConfigError} naming every fault, unknown `PARLEY_` names included: a mistyped setting must not be dropped silently.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults = unknownSettings(env);
  const entries = Object.entries(settings).map(([key, one]: [string, Setting]) => {
    const text = env[one.name] || one.fallback;
    const result = one.schema.safeParse(text);
    if (!result.success) faults.push(formatFault(one, text ?? '', result.error));
    return [key, result.data];
  });
  const config = Object.fromEntries(entries) as Config;
  faults.push(...credentialFaults(config, env));
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

/** A source that is to be asked needs an account. */
function credentialFaults(
  { numberSources }: Partial<Config>,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  const needed = {
    inventory: [],
    twilio: [settings.twilioAccountSid, settings.twilioAuthToken],
    telnyx: [settings.telnyxApiKey],
  };
  return (numberSources ?? []).flatMap((name) =>
    needed[name]
      .filter((one) => !env[one.name])
      .map(
        (one) =>
          `${one.name} is not set, but ${settings.numberSources.name} names ${name}. Set it like ${one.name}=${one.example}`,
      ),
  );
}

function formatFault(one: Setting, text: string, error: z.ZodError): string {
  const shown = one.secret ? one.name : `${one.name}=${text}`;
  return `${shown} ${error.issues[0]!.message}. Set it like ${one.name}=${one.example}`;
}

function unknownSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = new Set(Object.values(settings).map((one) => one.name));
  return Object.keys(env)
    .filter((name) => name.startsWith('PARLEY_') && !known.has(name) && !testSettingNames.test(name))
    .sort()
    .map((name) => `${name} is not a setting. Take it out, or see docs/configuration.md for the right name`);
}
