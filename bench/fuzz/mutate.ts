import type { Random } from '../../src/core/random.ts';

/** Values that break parsers: empty, very long, out of range, incomplete. */
const invalidValues = [
  '',
  ' ',
  '\t',
  '"',
  '"open',
  '<',
  '>',
  '<>',
  '<sip:',
  '<sip:a@b',
  ';',
  ';;',
  ';tag',
  ';tag=',
  ';tag="x',
  ',',
  ',,',
  '=',
  ':',
  '@',
  '%',
  '%00',
  '%zz',
  '0',
  '-1',
  '1e9',
  '65536',
  '4294967295',
  '4294967296',
  '99999999999999999999',
  '0x10',
  'NaN',
  '*',
  '\\',
  '"\\"',
  '\0',
  '\r',
  '\n ',
  '\u00ff\u00fe',
  'sip:',
  'sips:@',
  'sip:@:',
  'tel:',
  'tel:+',
  'noscheme',
  'sip:a@[::1',
  'sip:a@[::1]:99999',
  'sip:a@256.256.256.256',
  'SIP/2.0/UDP',
  'SIP/2.0/UDP ;',
  'SIP/9.9/XXX host;branch=',
  'application/sdp;boundary=',
  'multipart/mixed;boundary="',
  'Digest',
  'Digest realm="',
  'Digest realm="a",nonce="b",qop="auth',
  '__proto__',
  'constructor',
  'toString',
  '${x}',
  '2147483648',
  'INVITE',
  '0 INVITE',
  '4294967296 INVITE',
  '1',
  'a'.repeat(300),
  ';x=y'.repeat(400),
  '<sip:a@b>,'.repeat(200),
];

const fieldNames = [
  'Via',
  'v',
  'From',
  'f',
  'To',
  't',
  'Call-ID',
  'i',
  'CSeq',
  'Contact',
  'm',
  'Content-Length',
  'l',
  'Content-Type',
  'c',
  'Max-Forwards',
  'Route',
  'Record-Route',
  'Require',
  'Supported',
  'k',
  'Session-Expires',
  'x',
  'Min-SE',
  'RSeq',
  'RAck',
  'Refer-To',
  'r',
  'Replaces',
  'Authorization',
  'Proxy-Authorization',
  'WWW-Authenticate',
  'Proxy-Authenticate',
  'Retry-After',
  'Reason',
  'P-Asserted-Identity',
  'Privacy',
  'Content-Encoding',
  'Content-Disposition',
  'Event',
  'Subscription-State',
  'Allow',
  'Expires',
  'Date',
  'Timestamp',
  'Warning',
  '__proto__',
  'X-\u00e9',
  '',
];

const lineFeeds = ['\r\n', '\n', '\r', '\r\n\r\n', '\n\n', ''];

type Mutation = (bytes: Buffer, random: Random) => Buffer;

const pick = <Value>(values: readonly Value[], random: Random): Value => values[random.below(values.length)]!;
const randomOffset = (bytes: Buffer, random: Random): number => random.below(bytes.length + 1);
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Applies `change` to a random line of the message. */
function mutateLine(change: (line: string, random: Random) => readonly string[]): Mutation {
  return (bytes, random) => {
    const lines = bytes.toString('latin1').split('\r\n');
    const index = random.below(lines.length);
    lines.splice(index, 1, ...change(lines[index]!, random));
    return latin1(lines.join('\r\n'));
  };
}

const flipBytes: Mutation = (bytes, random) => {
  const changed = Buffer.from(bytes);
  if (changed.length === 0) return changed;
  for (let count = 1 + random.below(8); count > 0; count -= 1)
    changed[random.below(changed.length)]! ^= 1 << random.below(8);
  return changed;
};

const truncate: Mutation = (bytes, random) => bytes.subarray(0, randomOffset(bytes, random));

const insertBytes: Mutation = (bytes, random) => {
  const at = randomOffset(bytes, random);
  return Buffer.concat([bytes.subarray(0, at), random.bytes(1 + random.below(40)), bytes.subarray(at)]);
};

const repeatChunk: Mutation = (bytes, random) => {
  const [one, other] = [randomOffset(bytes, random), randomOffset(bytes, random)];
  const [from, to] = [Math.min(one, other), Math.min(Math.max(one, other), Math.min(one, other) + 400)];
  return Buffer.concat([
    bytes.subarray(0, to),
    ...Array<Buffer>(1 + random.below(3)).fill(bytes.subarray(from, to)),
    bytes.subarray(to),
  ]);
};

const removeChunk: Mutation = (bytes, random) => {
  const from = randomOffset(bytes, random);
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + random.below(60))]);
};

/** Replaces a run of digits: a length, port, sequence number or status. */
const replaceNumber: Mutation = (bytes, random) => {
  const text = bytes.toString('latin1');
  const runs = [...text.matchAll(/\d+/g)];
  if (runs.length === 0) return bytes;
  const run = pick(runs, random);
  return latin1(
    text.slice(0, run.index) + pick(invalidValues, random) + text.slice(run.index + run[0].length),
  );
};

const insertInvalidValue: Mutation = (bytes, random) => {
  const at = randomOffset(bytes, random);
  return Buffer.concat([bytes.subarray(0, at), latin1(pick(invalidValues, random)), bytes.subarray(at)]);
};

const replaceContentLength: Mutation = (bytes, random) =>
  latin1(
    bytes
      .toString('latin1')
      .replace(/^(content-length|l)\s*:.*$/im, `Content-Length: ${pick(invalidValues, random)}`),
  );

const textMutations: readonly Mutation[] = [
  flipBytes,
  truncate,
  insertBytes,
  repeatChunk,
  removeChunk,
  replaceNumber,
  replaceNumber,
  insertInvalidValue,
  insertInvalidValue,
  replaceContentLength,
  mutateLine(() => []),
  mutateLine((line) => [line, line]),
  mutateLine((line, random) => [line, `${pick(fieldNames, random)}: ${pick(invalidValues, random)}`]),
  mutateLine((line, random) => [
    `${line.slice(0, line.search(/[:=]|$/) + 1)} ${pick(invalidValues, random)}`,
  ]),
  mutateLine((line, random) => [line + pick(lineFeeds, random) + pick(invalidValues, random)]),
  mutateLine((line, random) => [line.replace(/"|<|>|;|:/, pick(invalidValues, random))]),
  mutateLine((line, random) => [line + 'A'.repeat(random.below(9_000))]),
];

const packetMutations: readonly Mutation[] = [
  flipBytes,
  flipBytes,
  truncate,
  insertBytes,
  repeatChunk,
  removeChunk,
  // Mutates version, padding, extension, counts, type and length.
  (bytes, random) => {
    const changed = Buffer.from(bytes);
    for (let count = 1 + random.below(3); count > 0 && changed.length > 0; count -= 1)
      changed[random.below(Math.min(4, changed.length))] = random.below(256);
    return changed;
  },
  (bytes, random) => Buffer.concat([bytes, random.bytes(random.below(1_600))]),
  (_bytes, random) => Buffer.from(random.bytes(random.below(64))),
];

function mutate(bytes: Buffer, mutations: readonly Mutation[], random: Random): Buffer {
  let changed = bytes;
  for (let count = 1 + random.below(3); count > 0; count -= 1)
    changed = pick(mutations, random)(changed, random);
  return changed;
}

/** Applies one to three mutations to a SIP message or session description; 1 in 20 stays unchanged. */
export function mutateText(text: Buffer, random: Random): Buffer {
  return random.below(20) === 0 ? text : mutate(text, textMutations, random).subarray(0, 60_000);
}

/** Applies one to three mutations to an RTP or RTCP packet. */
export function mutatePacket(packet: Buffer, random: Random): Buffer {
  return mutate(packet, packetMutations, random).subarray(0, 8_000);
}
