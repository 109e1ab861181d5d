import type { SipRequest } from '../sip/message.ts';
import { fromOf } from '../sip/header-fields.ts';
import { parseNameAddr } from '../sip/name-addr.ts';
import { SipParseError } from '../sip/parse-error.ts';
import { isTelUri, firstNumberCandidate, numberCandidates } from '../sip/tel-uri.ts';
import type { Uri } from '../sip/uri.ts';
import { e164Candidates, toDisplayNumber } from './number-routing.ts';

/**
 * Returns the caller of an INVITE, in E.164 if possible: the identity that the trunk asserts (RFC 3325), otherwise
 * From. P-Asserted-Identity can contain a SIP URI and a tel: URI (§9.1); the telephone number takes precedence.
 */
export function callerOf(invite: SipRequest, country?: string): string {
  const asserted = assertedIdentities(invite);
  const inOrder = [...asserted.filter(isTelUri), ...asserted];
  const number = inOrder.flatMap(numberCandidates).find((text) => e164Candidates(text, country).length > 0);
  const [name] = [...asserted, fromOf(invite).uri].flatMap((uri) => firstNumberCandidate(uri) ?? []);
  return toDisplayNumber(number ?? name ?? '', country);
}

/** Returns the URIs of P-Asserted-Identity, without malformed values. */
function assertedIdentities(invite: SipRequest): Uri[] {
  return unlessMalformed(() => invite.headers.list('P-Asserted-Identity'), []).flatMap((text) =>
    unlessMalformed(() => [parseNameAddr(text).uri], []),
  );
}

function unlessMalformed<Value>(read: () => Value, fallback: Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof SipParseError) return fallback;
    throw error;
  }
}
