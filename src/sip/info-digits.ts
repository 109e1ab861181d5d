import { contentTypeOf } from './header-fields.ts';
import type { SipRequest } from './message.ts';

/** A key that came by INFO. */
export interface InfoDigit {
  /** One of 0-9 * # A-D. */
  readonly digit: string;
  readonly durationMs: number;
}

const keyOfNumber: Record<string, string> = {
  '10': '*',
  '11': '#',
  '12': 'A',
  '13': 'B',
  '14': 'C',
  '15': 'D',
};

/**
 * Reads the two customary bodies of DTMF by INFO, which no RFC names: application/dtmf-relay ("Signal=5", "Duration=160" in
 * milliseconds) and application/dtmf (the key alone). Undefined for anything else.
 */
export function parseInfoDigit(request: SipRequest): InfoDigit | undefined {
  const type = contentTypeOf(request);
  const text = request.body.subarray(0, 256).toString('latin1');
  if (type === 'application/dtmf-relay') {
    const signal = /^\s*signal\s*=\s*(\S{1,2})\s*$/im.exec(text)?.[1];
    const duration = /^\s*duration\s*=\s*(\d{1,5})\s*$/im.exec(text)?.[1];
    return digitOf(signal, Number(duration ?? 100));
  }
  return type === 'application/dtmf' ? digitOf(text.trim(), 100) : undefined;
}

function digitOf(signal: string | undefined, durationMs: number): InfoDigit | undefined {
  if (signal === undefined) return undefined;
  const digit = keyOfNumber[signal] ?? signal.toUpperCase();
  return /^[0-9*#A-D]$/.test(digit) ? { digit, durationMs } : undefined;
}
