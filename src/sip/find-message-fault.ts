import {
  callIdOf,
  challengesOf,
  contactsOf,
  cseqOf,
  expiresOf,
  fromOf,
  maxForwardsOf,
  minExpiresOf,
  minSeOf,
  rackOf,
  recordRoutesOf,
  referToOf,
  replacesOf,
  requestUriOf,
  routesOf,
  rseqOf,
  sessionExpiresOf,
  toOf,
  tokensOf,
  viasOf,
} from './header-fields.ts';
import type { SipMessage } from './message.ts';
import { SipParseError } from './parse-error.ts';
import { isSipUri } from './uri.ts';

const always: readonly ((message: SipMessage) => unknown)[] = [viasOf, fromOf, toOf, callIdOf, cseqOf];

const whenPresent: Readonly<Record<string, (message: SipMessage) => unknown>> = {
  Contact: contactsOf,
  Route: routesOf,
  'Record-Route': recordRoutesOf,
  'Max-Forwards': maxForwardsOf,
  Expires: expiresOf,
  'Min-Expires': minExpiresOf,
  'Min-SE': minSeOf,
  'Session-Expires': sessionExpiresOf,
  RSeq: rseqOf,
  RAck: rackOf,
  'Refer-To': referToOf,
  Replaces: replacesOf,
  'WWW-Authenticate': (message) => challengesOf(message, 'WWW-Authenticate'),
  'Proxy-Authenticate': (message) => challengesOf(message, 'Proxy-Authenticate'),
  Require: (message) => tokensOf(message, 'Require'),
  'Proxy-Require': (message) => tokensOf(message, 'Proxy-Require'),
  Supported: (message) => tokensOf(message, 'Supported'),
  Unsupported: (message) => tokensOf(message, 'Unsupported'),
  Allow: (message) => tokensOf(message, 'Allow'),
  'Allow-Events': (message) => tokensOf(message, 'Allow-Events'),
};

/**
 * What makes a message that parses unfit for use, as a sentence: a mandatory header field that is missing (RFC 3261 §8.1.1)
 * or a known one that is malformed. Undefined when all is well; the functions of `header-fields.ts` then never throw.
 */
export function findMessageFault(message: SipMessage): string | undefined {
  try {
    if (viasOf(message).length === 0) return 'Via is missing';
    for (const check of always) check(message);
    for (const name in whenPresent) if (message.headers.has(name)) whenPresent[name]!(message);
    return message.type === 'request' ? checkRequest(message) : undefined;
  } catch (error) {
    if (error instanceof SipParseError) return error.message;
    throw error;
  }
}

function checkRequest(request: Extract<SipMessage, { type: 'request' }>): string | undefined {
  const uri = requestUriOf(request);
  if (isSipUri(uri) && uri.headers !== undefined) return 'the Request-URI has header fields';
  return cseqOf(request).method === request.method ? undefined : 'CSeq names another method';
}
