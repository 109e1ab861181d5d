import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { dialingSettings } from './dialing-settings.ts';
import { logLevels } from './logger.ts';
import { mailFaults, mailSettings } from './mail-settings.ts';
import {
  languageModelSettings,
  modelServerFaults,
  serverKeySetting,
  withServerKeys,
} from './model-settings.ts';
import { numberSettings } from './number-settings.ts';
import { parseSecretKey } from './secret-box.ts';
import { addressList, httpUrl, optional, setting, wholeNumber, type Setting } from './setting.ts';
import { speechVendorSettings } from './speech-settings.ts';
import { telephonySettings } from './telephony-settings.ts';
import { smsFaults, smsSettings } from './sms-settings.ts';

const host = z.string().regex(/^[A-Za-z0-9.:-]{1,253}$/, 'is not a host name or an IP address');

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
  healthPort: optional('PARLEY_HEALTH_PORT', wholeNumber(0, 65_535), {
    description:
      'TCP port of the [health checks and metrics](monitoring.md#health-and-metrics) of a node without the role `api`, at `PARLEY_HTTP_HOST`. `0` selects any free port. Default: such a node serves no HTTP.',
    example: '3001',
  }),
  databaseUrl: optional('PARLEY_DATABASE_URL', databaseUrl, {
    description: 'URL of your own PostgreSQL (15 or later), used instead of the embedded PostgreSQL.',
    example: 'postgresql://parley@db.example.net/parley',
    secret: true,
  }),
  ...telephonySettings,
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
  encryptRecordings: setting('PARLEY_ENCRYPT_RECORDINGS', z.enum(['no', 'yes'], 'is not yes or no'), {
    fallback: 'no',
    description:
      'Whether recordings are [encrypted](retention.md#encrypted-recordings) after the end of their calls, with a key per workspace that is derived from the secret key.',
    example: 'yes',
  }),
  ...dialingSettings,
  roles: setting('PARLEY_ROLES', roleList, {
    fallback: 'api,worker,media',
    description:
      'Roles of this process, separated by commas. `api` serves HTTP. `media` places and answers calls. `worker` starts the calls of batches and callbacks, sends messages and webhooks, and analyzes calls and conversations. A machine that runs alone needs all three.',
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
  ...numberSettings,
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
const testSettingNames = /^PARLEY_TEST_(?!NETWORK(_FILE)?$)/;

/** Matches the names of the keys of the servers in `PARLEY_OPENAI_COMPATIBLE`. */
const serverKeyNames = /^PARLEY_\w+_API_KEY$/;

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the environment with the content of each file `PARLEY_…_FILE` as the value of its setting, and the files that cannot be used. */
export function readSettingFiles(environment: Environment): { env: Environment; faults: string[] } {
  const env = { ...environment };
  const faults: string[] = [];
  for (const variable of Object.keys(environment).filter(isFileOfSetting)) {
    const file = environment[variable];
    const name = variable.replace(/_FILE$/, '');
    delete env[variable];
    if (file && env[name]) faults.push(`${name} and ${variable} are both set. Remove one of them`);
    else if (file) env[name] = readSettingFile(variable, file, faults);
  }
  return { env, faults };
}

const isFileOfSetting = (variable: string): boolean => {
  const name = /^(.+)_FILE$/.exec(variable)?.[1];
  return name !== undefined && (settingNames.has(name) || serverKeyNames.test(name));
};

/** Returns the content without its last line break; undefined, and a fault, if the file cannot be read. */
function readSettingFile(variable: string, file: string, faults: string[]): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    faults.push(`${variable}=${file} cannot be read (${code}). Set it to a file that this user can read`);
    return undefined;
  }
}

/**
 * Reads the whole configuration. An empty value counts as not set.
 * @throws {ConfigError} with every fault, including unknown `PARLEY_` names, which may be typing errors.
 */
export function readConfig(environment: Environment): Config {
  const { env, faults } = readSettingFiles(environment);
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
function credentialFaults({ numberSources = [], smsCarrier }: Partial<Config>, env: Environment): string[] {
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

function unknownSettings(env: Environment, { openaiCompatible = [] }: Partial<Config>): string[] {
  const known = new Set([...settingNames, ...openaiCompatible.map(({ name }) => serverKeySetting(name))]);
  return Object.keys(env)
    .filter((name) => name.startsWith('PARLEY_') && !known.has(name) && !testSettingNames.test(name))
    .sort()
    .map((name) => `${name} is not a setting. Remove it, or see docs/configuration.md for the correct name`);
}
