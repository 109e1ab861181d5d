import { contentTypeOf } from './header-fields.ts';
import type { SipRequest } from './message.ts';

/** A DTMF digit received in an INFO request. */
export interface InfoDigit {
  /** One of 0-9 * # A-D. */
  readonly digit: string;
  readonly durationMs: number;
}

const digitOfNumber: Record<string, string> = {
  '10': '*',
  '11': '#',
  '12': 'A',
  '13': 'B',
  '14': 'C',
  '15': 'D',
};

/**
 * Parses the two customary INFO bodies for DTMF, which no RFC defines: application/dtmf-relay ("Signal=5",
 * "Duration=160" in milliseconds) and application/dtmf (only the digit). `undefined` for anything else.
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
  const digit = digitOfNumber[signal] ?? signal.toUpperCase();
  return /^[0-9*#A-D]$/.test(digit) ? { digit, durationMs } : undefined;
}
