import { formatCSeq } from '../cseq.ts';
import { cseqOf } from '../header-fields.ts';
import { createRequest, type HeaderEntry, type SipRequest, type SipResponse } from '../message.ts';

/**
 * Creates the ACK to a final response of 300 and above, which is part of the INVITE transaction (RFC 3261 §17.1.1.3).
 */
export function createNon2xxAck(invite: SipRequest, response: SipResponse): SipRequest {
  return deriveRequest(invite, 'ACK', response.headers.get('To') ?? '', []);
}

/**
 * Creates a CANCEL (RFC 3261 §9.1) with the fields of the INVITE, so that the CANCEL follows the same path and matches
 * the INVITE.
 */
export function createCancel(invite: SipRequest, fields: Iterable<HeaderEntry>): SipRequest {
  return deriveRequest(invite, 'CANCEL', invite.headers.get('To') ?? '', fields);
}

function deriveRequest(
  invite: SipRequest,
  method: 'ACK' | 'CANCEL',
  to: string,
  fields: Iterable<HeaderEntry>,
): SipRequest {
  const { headers } = invite;
  const routes = headers.all('Route').map((route) => ['Route', route] as const);
  return createRequest(method, invite.uri, [
    ['Via', headers.get('Via') ?? ''],
    ['Max-Forwards', '70'],
    ...routes,
    ['From', headers.get('From') ?? ''],
    ['To', to],
    ['Call-ID', headers.get('Call-ID') ?? ''],
    ['CSeq', formatCSeq({ number: cseqOf(invite).number, method })],
    ...fields,
  ]);
}
