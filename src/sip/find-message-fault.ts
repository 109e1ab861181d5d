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

const always: readonly ((message: SipMessage) => unknown)[] = [viasOf, fromOf, toOf, callIdOf, cseqOf];

type Checks = Readonly<Record<string, (message: SipMessage) => unknown>>;

/** Without these a dialog does not know where to send. */
const routing: Checks = { Contact: contactsOf, Route: routesOf, 'Record-Route': recordRoutesOf };

const optional: Checks = {
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
  ...quotesOf(
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

/** Header fields that are read where they are needed, and may hold quoted strings (RFC 3261 §25.1): each must be closed. */
function quotesOf(...names: readonly string[]): Checks {
  return Object.fromEntries(
    names.map((name) => [name, ({ headers }: SipMessage) => headers.all(name).forEach(checkQuotes)]),
  );
}

/**
 * What makes a message that parses unfit for use, as a sentence: a mandatory header field that is missing (RFC 3261 §8.1.1)
 * or a known one that is malformed. Undefined when all is well; the functions of `header-fields.ts` then never throw. A
 * response is not refused for a malformed field that it could do without: the field is taken out of it.
 */
export function findMessageFault(message: SipMessage): string | undefined {
  return faultOf(() => {
    if (viasOf(message).length === 0) throw new SipParseError('Via is missing');
    for (const check of always) check(message);
    checkPresent(message, routing);
    if (message.type === 'response') return removeFaulty(message, optional);
    checkPresent(message, optional);
    checkRequest(message);
  });
}

function checkPresent(message: SipMessage, checks: Checks): void {
  for (const name in checks) if (message.headers.has(name)) checks[name]!(message);
}

/** An answer to what we asked is worth more than its Warning or Expires. */
function removeFaulty(response: SipMessage, checks: Checks): void {
  for (const name in checks) {
    const isFaulty = response.headers.has(name) && faultOf(() => checks[name]!(response)) !== undefined;
    if (isFaulty) response.headers.delete(name);
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
