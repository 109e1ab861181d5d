/*
 * RFC 4733 §2.3: the payload of a telephone-event.
 *
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *  |     event     |E|R| volume    |   duration, timestamp units   |
 *  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 */
const eventOffset = 0;
const flagsOffset = 1;
const durationOffset = 2;
export const telephoneEventBytes = 4;

const endBit = 0x80;
const volumeMask = 0x3f;

/** RFC 4733 §3.2, table 3: events 0 to 15. */
const digits = '0123456789*#ABCD';

export interface TelephoneEvent {
  /** 0 to 255; 0 to 15 are DTMF digits. */
  readonly event: number;
  readonly end: boolean;
  /** Power below 0 dBm0, 0 to 63. */
  readonly volume: number;
  /** 0 to 65535. */
  readonly durationTicks: number;
}

/**
 * Parses a payload; `undefined` if it is truncated. Additional events in one packet, which §2.3 does not define, are
 * skipped.
 */
export function parseTelephoneEvent(payload: Uint8Array): TelephoneEvent | undefined {
  if (payload.length < telephoneEventBytes) return undefined;
  const flags = payload[flagsOffset]!;
  return {
    event: payload[eventOffset]!,
    end: (flags & endBit) !== 0,
    volume: flags & volumeMask,
    durationTicks: (payload[durationOffset]! << 8) | payload[durationOffset + 1]!,
  };
}

export function writeTelephoneEvent(bytes: Uint8Array, offset: number, event: TelephoneEvent): void {
  bytes[offset + eventOffset] = event.event;
  bytes[offset + flagsOffset] = (event.end ? endBit : 0) | (event.volume & volumeMask);
  bytes[offset + durationOffset] = event.durationTicks >>> 8;
  bytes[offset + durationOffset + 1] = event.durationTicks;
}

export function serializeTelephoneEvent(event: TelephoneEvent): Uint8Array {
  const bytes = new Uint8Array(telephoneEventBytes);
  writeTelephoneEvent(bytes, 0, event);
  return bytes;
}

/** Returns the digit of an event; `undefined` for other events (hook flash, tones). */
export function digitOfEvent(event: number): string | undefined {
  return digits[event];
}

/** Returns the event of a digit (0-9 * # A-D, either case); `undefined` for other characters. */
export function eventOfDigit(digit: string): number | undefined {
  const index = digits.indexOf(digit.toUpperCase());
  return digit.length === 1 && index >= 0 ? index : undefined;
}
