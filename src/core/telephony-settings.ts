import { isIP } from 'node:net';
import { z } from 'zod';
import { addressList, optional, setting, wholeNumber } from './setting.ts';

const rate = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'is not a number')
    .transform(Number)
    .pipe(z.number().min(minimum, `is below ${minimum}`).max(maximum, `is above ${maximum}`));

const address = z.string().refine((text) => isIP(text) !== 0, 'is not an IP address');

const onOff = z.enum(['on', 'off'], 'is neither on nor off').transform((text) => text === 'on');

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

/** Settings of SIP, RTP, the test network and the trunk. */
export const telephonySettings = {
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
  sipTraceDays: setting('PARLEY_SIP_TRACE_DAYS', wholeNumber(0, 3650), {
    fallback: '14',
    description:
      'Number of days for which the [SIP messages](trunks.md#sip-messages-of-a-call) of calls are kept. `0` keeps none.',
    example: '14',
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
} as const;
