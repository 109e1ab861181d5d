import type { MailAuthentication, MailAuthenticationResult } from '../../contracts/message-carrier.ts';
import { domainOf, type HeaderFields } from './header-fields.ts';

/** Characters of the field that are read. */
const maxFieldLength = 10_000;
const methods: readonly string[] = ['spf', 'dkim', 'dmarc'];
const resultNames: ReadonlyMap<string, MailAuthenticationResult> = new Map([
  ['pass', 'pass'],
  ['fail', 'fail'],
  ['softfail', 'fail'],
  ['policy', 'fail'],
  ['permerror', 'error'],
  ['temperror', 'error'],
]);

/** Returns the result with a name of RFC 8601 §2.7, in lower case. */
export const toAuthenticationResult = (name: string | undefined): MailAuthenticationResult =>
  resultNames.get(name ?? '') ?? 'none';

/** One valid signature suffices (RFC 6376 §6.1). */
export const combineSignatures = (
  signatures: readonly MailAuthenticationResult[],
): MailAuthenticationResult =>
  (['pass', 'fail', 'error'] as const).find((result) => signatures.includes(result)) ?? 'none';

/**
 * Returns what the mail server of the mailbox found out about the sender, from the topmost `Authentication-Results` field (RFC 8601) of this server; undefined
 * if there is none. The server removes fields of this name that a sender wrote (RFC 8601 §5).
 * @param authservId the name of the server in the field; undefined if no server is trusted
 * @param author the address of `From`, in lower case
 */
export function readAuthenticationResults(
  fields: HeaderFields,
  { authservId, author }: { readonly authservId: string | undefined; readonly author: string },
): MailAuthentication | undefined {
  if (authservId === undefined) return undefined;
  for (const field of fields.all('authentication-results')) {
    const [identity = '', ...parts] = splitField(field.slice(0, maxFieldLength));
    // A version may follow the name (RFC 8601 §2.2).
    if (identity.trim().split(/\s/)[0]?.toLowerCase() !== authservId.toLowerCase()) continue;
    const found = parts.flatMap((part) => readResult(part) ?? []);
    const of = (method: string) => found.filter((result) => result.method === method);
    return {
      spf: of('spf')[0]?.result ?? 'none',
      dkim: combineSignatures(of('dkim').map(({ result }) => result)),
      dmarc: dmarcOf(of('dmarc')[0], author),
    };
  }
  return undefined;
}

interface MethodResult {
  readonly method: string;
  readonly result: MailAuthenticationResult;
  /** The domain that DMARC checked; undefined if the field does not have it. */
  readonly authorDomain: string | undefined;
}

/** Splits a field at its semicolons, without comments and quotation marks. */
const splitField = (field: string): string[] =>
  withoutComments(field)
    .match(/(?:"(?:[^"\\]|\\.)*"|[^;"])+/g)
    ?.map((part) => part.replaceAll('"', '')) ?? [];

/** Removes comments in parentheses, which can be nested (RFC 5322 §3.2.2). */
function withoutComments(text: string): string {
  let depth = 0;
  let kept = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]!;
    if (character === '\\') index += 1;
    else if (character === '(') depth += 1;
    else if (character === ')' && depth > 0) depth -= 1;
    else if (depth === 0) kept += character;
  }
  return kept;
}

function readResult(part: string): MethodResult | undefined {
  const [, method = '', result = ''] = /^\s*([a-z]+)(?:\/\d+)?\s*=\s*([a-z]+)/i.exec(part) ?? [];
  if (!methods.includes(method.toLowerCase())) return undefined;
  const [, domain] = /\sheader\.from\s*=\s*(\S+)/i.exec(part) ?? [];
  return {
    method: method.toLowerCase(),
    result: toAuthenticationResult(result.toLowerCase()),
    authorDomain: domain === undefined ? undefined : domainOf(domain.toLowerCase()),
  };
}

/** A pass for another domain than the author's is a failure. */
function dmarcOf(found: MethodResult | undefined, author: string): MailAuthenticationResult {
  if (found?.result !== 'pass') return found?.result ?? 'none';
  return found.authorDomain === domainOf(author) ? 'pass' : 'fail';
}
