import { checkQuotes } from './grammar.ts';
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

const requiredChecks: readonly ((message: SipMessage) => unknown)[] = [
  viasOf,
  fromOf,
  toOf,
  callIdOf,
  cseqOf,
];

type Checks = Readonly<Record<string, (message: SipMessage) => unknown>>;

/** A dialog routes its requests with these fields. */
const routingChecks: Checks = { Contact: contactsOf, Route: routesOf, 'Record-Route': recordRoutesOf };

const optionalChecks: Checks = {
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
  ...quoteChecks(
    'Alert-Info',
    'Authentication-Info',
    'Authorization',
    'Content-Disposition',
    'Content-Type',
    'Event',
    'P-Asserted-Identity',
    'P-Preferred-Identity',
    'Proxy-Authorization',
    'Reason',
    'Referred-By',
    'Subscription-State',
    'Warning',
  ),
};

/**
 * For each header field, returns the check that its quoted strings are closed (RFC 3261 §25.1). These fields are parsed
 * only when needed.
 */
function quoteChecks(...names: readonly string[]): Checks {
  return Object.fromEntries(
    names.map((name) => [name, ({ headers }: SipMessage) => headers.all(name).forEach(checkQuotes)]),
  );
}

/**
 * Returns why a parsed message is invalid: Via, From, To, Call-ID or CSeq is missing (RFC 3261 §8.1.1), or a known
 * header field or the Request-URI is malformed. `undefined` for a valid message, on which the functions of
 * `header-fields.ts` never throw. A malformed optional field does not make a response invalid, but is removed from it.
 */
export function findMessageFault(message: SipMessage): string | undefined {
  return faultOf(() => {
    if (viasOf(message).length === 0) throw new SipParseError('Via is missing');
    for (const check of requiredChecks) check(message);
    checkPresent(message, routingChecks);
    if (message.type === 'response') return removeMalformed(message, optionalChecks);
    checkPresent(message, optionalChecks);
    checkRequest(message);
  });
}

function checkPresent(message: SipMessage, checks: Checks): void {
  for (const name in checks) if (message.headers.has(name)) checks[name]!(message);
}

/** Removes malformed optional fields, because the rest of the response is still usable. */
function removeMalformed(response: SipMessage, checks: Checks): void {
  for (const name in checks) {
    const isMalformed = response.headers.has(name) && faultOf(() => checks[name]!(response)) !== undefined;
    if (isMalformed) response.headers.delete(name);
  }
}

function checkRequest(request: Extract<SipMessage, { type: 'request' }>): void {
  const uri = requestUriOf(request);
  if (isSipUri(uri) && uri.headers !== undefined)
    throw new SipParseError('the Request-URI has header fields');
  if (cseqOf(request).method !== request.method) throw new SipParseError('CSeq names another method');
}

function faultOf(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof SipParseError) return error.message;
    throw error;
  }
}
