import { parseDecimal } from './grammar.ts';
import { parseParameters } from './parameters.ts';
import { SipParseError } from './parse-error.ts';

/** The Session-Expires header field (RFC 4028 §4). */
export interface SessionExpires {
  /** The session interval in delta-seconds. */
  readonly intervalSeconds: number;
  readonly refresher: 'uac' | 'uas' | undefined;
}

export function parseSessionExpires(text: string): SessionExpires {
  const semicolon = text.indexOf(';');
  const interval = (semicolon < 0 ? text : text.slice(0, semicolon)).trim();
  const parameters = parseParameters(semicolon < 0 ? '' : text.slice(semicolon));
  const refresher = parameters.get('refresher')?.toLowerCase();
  if (refresher !== undefined && refresher !== 'uac' && refresher !== 'uas')
    throw new SipParseError('the refresher is neither uac nor uas');
  return { intervalSeconds: parseDecimal(interval, 'Session-Expires', 2 ** 32 - 1), refresher };
}

export function formatSessionExpires(value: SessionExpires): string {
  return value.refresher === undefined
    ? `${value.intervalSeconds}`
    : `${value.intervalSeconds};refresher=${value.refresher}`;
}
