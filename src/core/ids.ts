import { systemClock, type Clock } from './clock.ts';
import { systemRandom, type Random } from './random.ts';

/** Prefixes of identifiers by kind. */
export const idPrefixes = {
  agent: 'agent_',
  flow: 'flow_',
  call: 'call_',
  batch: 'batch_',
  messageBatch: 'mbatch_',
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
  delivery: 'dlv_',
  room: 'room_',
  user: 'usr_',
  request: 'req_',
  trunk: 'trunk_',
  session: 'sess_',
  suppression: 'supp_',
  task: 'task_',
  erasure: 'erase_',
} as const;

export type IdKind = keyof typeof idPrefixes;

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const bodyPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

export interface IdSource {
  newId(kind: IdKind): string;
}

/**
 * Creates identifiers of a prefix and the 26 Crockford base32 characters of a UUIDv7 (RFC 9562 §5.7). They sort by creation time.
 * `rand_a` is a counter within one millisecond (§6.2, method 1).
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

/** Returns whether `text` has the form of an identifier of this kind. */
export function isId(kind: IdKind, text: string): boolean {
  const prefix = idPrefixes[kind];
  return text.startsWith(prefix) && bodyPattern.test(text.slice(prefix.length));
}

/** Returns the creation time of an identifier in milliseconds since the Unix epoch. */
export function idTimeMs(id: string): number {
  const body = id.slice(id.indexOf('_') + 1);
  let value = 0n;
  for (const character of body) value = (value << 5n) | BigInt(crockford.indexOf(character));
  return Number(value >> 80n);
}

const system = idSource(systemClock, systemRandom);

/** Creates an identifier with the system clock and the system random source. */
export const newId = (kind: IdKind): string => system.newId(kind);
