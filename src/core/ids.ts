import { systemClock, type Clock } from './clock.ts';
import { systemRandom, type Random } from './random.ts';

/** Every kind of identifier and its prefix. */
export const idPrefixes = {
  agent: 'agent_',
  flow: 'flow_',
  call: 'call_',
  batch: 'batch_',
  job: 'job_',
  conversation: 'conv_',
  message: 'msg_',
  disposition: 'disp_',
  dispositionCode: 'code_',
  number: 'num_',
  key: 'key_',
  workspace: 'ws_',
  event: 'evt_',
  webhook: 'whk_',
  room: 'room_',
  user: 'usr_',
  request: 'req_',
  trunk: 'trunk_',
  session: 'sess_',
  suppression: 'supp_',
} as const;

export type IdKind = keyof typeof idPrefixes;

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const bodyPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

export interface IdSource {
  newId(kind: IdKind): string;
}

/**
 * Identifiers: a prefix and the 26 Crockford base32 characters of a UUIDv7 (RFC 9562 §5.7), so that they sort by
 * the time they were made. Within one millisecond `rand_a` counts up (§6.2, method 1).
 */
export function idSource(clock: Pick<Clock, 'now'>, random: Random): IdSource {
  let lastMs = 0;
  let counter = 0;
  return {
    newId(kind) {
      const nowMs = Math.max(clock.now(), lastMs);
      if (nowMs > lastMs) counter = random.below(2048);
      else counter += 1;
      lastMs = counter > 4095 ? nowMs + 1 : nowMs;
      counter &= 4095;
      return idPrefixes[kind] + encode(uuidV7(lastMs, counter, random.bytes(8)));
    },
  };
}

function uuidV7(unixMs: number, counter: number, tail: Uint8Array): bigint {
  const randB = tail.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n) & ((1n << 62n) - 1n);
  return (BigInt(unixMs) << 80n) | (7n << 76n) | (BigInt(counter) << 64n) | (2n << 62n) | randB;
}

function encode(value: bigint): string {
  let text = '';
  for (let shift = 125n; shift >= 0n; shift -= 5n) text += crockford[Number((value >> shift) & 31n)];
  return text;
}

/** Whether `text` has the form of an identifier of this kind. */
export function isId(kind: IdKind, text: string): boolean {
  const prefix = idPrefixes[kind];
  return text.startsWith(prefix) && bodyPattern.test(text.slice(prefix.length));
}

/** The millisecond at which an identifier was made. */
export function idTimeMs(id: string): number {
  const body = id.slice(id.indexOf('_') + 1);
  let value = 0n;
  for (const character of body) value = (value << 5n) | BigInt(crockford.indexOf(character));
  return Number(value >> 80n);
}

const system = idSource(systemClock, systemRandom);

/** An identifier from the machine's own clock and random source. */
export const newId = (kind: IdKind): string => system.newId(kind);
