import { isToken, parseDecimal } from './grammar.ts';
import { SipParseError } from './parse-error.ts';

/** The RAck header field, which identifies the provisional response that a PRACK acknowledges (RFC 3262 §7.2). */
export interface RAck {
  readonly rseq: number;
  readonly cseqNumber: number;
  readonly method: string;
}

export function parseRAck(text: string): RAck {
  const [rseq, number, method, ...rest] = text.trim().split(/\s+/);
  if (rseq === undefined || number === undefined || method === undefined || rest.length > 0)
    throw new SipParseError('RAck is not two numbers and a method');
  if (!isToken(method)) throw new SipParseError('RAck has no valid method');
  return {
    rseq: parseDecimal(rseq, 'RAck', 2 ** 32 - 1),
    cseqNumber: parseDecimal(number, 'RAck', 2 ** 31 - 1),
    method,
  };
}

export const formatRAck = (rack: RAck): string => `${rack.rseq} ${rack.cseqNumber} ${rack.method}`;
