import fc from 'fast-check';
import { deniedRanges, numericAddress, publicRanges } from './denied-ranges.ts';

/** A name lookup: its addresses, or an error. */
export type Answer = readonly string[] | 'ENOTFOUND';

export interface GeneratedRequest {
  readonly url: string;
  /** One per lookup; the last one repeats. */
  readonly answers: readonly Answer[];
  /** PARLEY_WEBHOOK_ALLOW_CIDRS. */
  readonly openings: readonly string[];
  /** The response of the receiver. */
  readonly status: number;
  readonly location: string;
  /** Requests on the same client. */
  readonly count: number;
  readonly reuseConnection: boolean;
}

/** A domain of which the receiver has a certificate. */
export const receiverDomain = 'receiver.test';

function ipv4Text(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join('.');
}

function ipv6Text(value: bigint): string {
  return Array.from({ length: 8 }, (_, index) =>
    ((value >> BigInt(112 - 16 * index)) & 0xffffn).toString(16),
  ).join(':');
}

function addressIn(range: string): fc.Arbitrary<string> {
  const [network = '', prefix = ''] = range.split('/');
  const { bits, value } = numericAddress(network);
  const max = (1n << BigInt(bits - Number(prefix))) - 1n;
  const offset = fc.oneof(fc.constantFrom(0n, 1n, max), fc.bigInt({ min: 0n, max }));
  return offset.map((host) => (bits === 32 ? ipv4Text(value + host) : ipv6Text(value + (host & max))));
}

const addressOfOne = (ranges: readonly string[]) => fc.constantFrom(...ranges).chain(addressIn);
const ofIpv4 = (ranges: readonly string[]) => ranges.filter((range) => !range.includes(':'));
const metadata = fc.constantFrom('169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '127.0.0.1', '::1');

const ipv4Address = fc.oneof(
  { weight: 4, arbitrary: addressOfOne(ofIpv4(deniedRanges)) },
  { weight: 2, arbitrary: addressOfOne(ofIpv4(publicRanges)) },
  { weight: 1, arbitrary: fc.ipV4() },
);

const anyAddress = fc.oneof(
  { weight: 3, arbitrary: addressOfOne(deniedRanges) },
  { weight: 3, arbitrary: addressOfOne(publicRanges) },
  { weight: 1, arbitrary: metadata },
  { weight: 1, arbitrary: ipv4Address.map((address) => `::ffff:${address}`) },
  { weight: 1, arbitrary: fc.oneof(fc.ipV4(), fc.ipV6()) },
);

const octal = (value: bigint) => `0${value.toString(8)}`;
const hex = (value: bigint) => `0x${value.toString(16)}`;
const spellings = [
  String,
  octal,
  hex,
  (value: bigint) => `0X${value.toString(16).toUpperCase()}`,
  (value: bigint) => `000${octal(value)}`,
];
const groups = (value: bigint) => `${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;

/** The forms in which an IPv4 address can appear as a host. Some are not valid in a URL. */
const ipv4Forms: readonly ((address: string, value: bigint, spell: (value: bigint) => string) => string)[] = [
  (address) => address,
  (address) => `${address}.`,
  (_address, value, spell) => spell(value),
  (_address, value, spell) => `${spell(value >> 24n)}.${spell(value & 0xff_ffffn)}`,
  (_address, value, spell) => `${value >> 24n}.${spell((value >> 16n) & 255n)}.${spell(value & 0xffffn)}`,
  (address, _value, spell) =>
    address
      .split('.')
      .map((octet) => spell(BigInt(octet)))
      .join('.'),
  (address) => [...address].map((character) => `%${character.charCodeAt(0).toString(16)}`).join(''),
  (address) => address.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (address) => address.replaceAll('.', '\u3002'),
  (_address, value) => String(value + (1n << 32n)),
  (address) => `[::ffff:${address}]`,
  (_address, value) => `[::FFFF:${groups(value)}]`,
  (address) => `[0:0:0:0:0:ffff:${address}%25eth0]`,
  (address) => `[::${address}]`,
  (address) => `[::ffff:0:${address}]`,
  (address) => `[64:ff9b::${address}]`,
  (address) => `[64:ff9b:1::${address}]`,
  (_address, value) => `[2002:${groups(value)}::1]`,
  (_address, value) => `[2001:0:${groups(value)}::1]`,
  (address) => `[fe80::5efe:${address}]`,
  (address) => `${address}.nip.io`,
];

const ipv4Host = fc
  .tuple(ipv4Address, fc.constantFrom(...ipv4Forms), fc.constantFrom(...spellings))
  .map(([address, form, spell]) => form(address, numericAddress(address).value, spell));

const ipv6Host = fc
  .tuple(addressOfOne(deniedRanges.concat(publicRanges).filter((range) => range.includes(':'))), fc.nat(3))
  .map(([address, form]) => {
    if (form === 0) return `[${address.toUpperCase()}]`;
    if (form === 1) return `[${address}%25lo]`;
    return form === 2 ? `[${address}%1]` : `[${address}]`;
  });

const label = fc.constantFrom(
  'a',
  'HOOKS',
  'bücher',
  'xn--bcher-kva',
  'faß',
  '127',
  '0x7f',
  'a%2eb',
  'ａ',
  '①',
);
const nameHost = fc
  .tuple(
    label,
    fc.constantFrom(receiverDomain, receiverDomain.toUpperCase(), 'example', 'internal'),
    fc.constantFrom('', '.', '\u3002'),
  )
  .map(([first, domain, end]) => `${first}.${domain}${end}`);
const knownHost = fc.constantFrom(
  'localhost',
  'LOCALHOST.',
  'metadata.google.internal',
  'a',
  '',
  '[',
  '..',
  '0',
  '0x',
);

const host = fc.oneof(
  { weight: 4, arbitrary: ipv4Host },
  { weight: 2, arbitrary: ipv6Host },
  { weight: 6, arbitrary: nameHost },
  { weight: 1, arbitrary: knownHost },
);

const rarely = (...values: string[]) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constantFrom(...values) });

const url = fc
  .tuple(
    fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom('https://', 'https://', 'http://', 'HTTPS://') },
      { weight: 1, arbitrary: fc.constantFrom('https:', 'https:\\\\', 'http:/', ' https://', 'ht\ntps://') },
    ),
    rarely('user:pw@', '8.8.8.8@', ':@', '8.8.8.8\\@', '8.8.8.8%2f@', '8.8.8.8#@', '8.8.8.8\t'),
    host,
    fc.oneof(
      fc.constant(''),
      fc.nat(65_535).map((port) => `:${port}`),
      fc.constantFrom(':', ':080', ':65536'),
    ),
    fc.constantFrom('', '/', '/hook', '/@127.0.0.1/', '\\@127.0.0.1/', '?@127.0.0.1', '#@127.0.0.1'),
  )
  .map((parts) => parts.join(''));

const answer: fc.Arbitrary<Answer> = fc.oneof(
  { weight: 9, arbitrary: fc.array(anyAddress, { maxLength: 4 }) },
  { weight: 1, arbitrary: addressIn('fe80::/10').map((address) => [`${address}%br-lan`]) },
  { weight: 1, arbitrary: fc.constant('ENOTFOUND' as const) },
);

/** Openings: none, ranges that the requests hit often, and single addresses. */
const openings = fc.oneof(
  fc.constant([]),
  fc.array(fc.oneof(fc.constantFrom(...deniedRanges, ...publicRanges, '::ffff:10.0.0.0/104'), metadata), {
    minLength: 1,
    maxLength: 3,
  }),
);

export const generatedRequest: fc.Arbitrary<GeneratedRequest> = fc.record({
  url,
  answers: fc.array(answer, { minLength: 1, maxLength: 3 }),
  openings,
  status: fc.constantFrom(200, 301, 302, 303, 307, 308),
  location: fc.oneof(
    url,
    metadata.map((address) => `http://${address.includes(':') ? `[${address}]` : address}/latest/`),
  ),
  count: fc.integer({ min: 1, max: 2 }),
  reuseConnection: fc.boolean(),
});
