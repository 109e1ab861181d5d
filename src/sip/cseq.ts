import { isToken, parseDecimal } from './grammar.ts';
import { SipParseError } from './parse-error.ts';

/** The CSeq header field (RFC 3261 §20.16). */
export interface CSeq {
  /** 0 to 2^31 - 1. */
  readonly number: number;
  readonly method: string;
}

export function parseCSeq(text: string): CSeq {
  const [number, method, ...rest] = text.trim().split(/\s+/);
  if (number === undefined || method === undefined || rest.length > 0 || !isToken(method))
    throw new SipParseError('CSeq is not a number and a method');
  return { number: parseDecimal(number, 'CSeq', 2 ** 31 - 1), method };
}

export const formatCSeq = (cseq: CSeq): string => `${cseq.number} ${cseq.method}`;
