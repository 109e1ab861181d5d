const textLengthMax = 200;
/** Of a body, before it is searched: an answer of an error needs no more. */
const bodyLengthMax = 20_000;
/** A shorter one would hide common words. */
const secretLengthLeast = 4;
const hidden = '[hidden]';

/** Headers and fields that name a credential, and the credential behind them. */
const namedCredential =
  /\b(authorization|api[-_ ]?key|token|secret|password)(["']?\s*[:=]\s*["']?)(?:bearer\s+)?[^\s"',;]+/gi;
const bearer = /\bbearer\s+[^\s"',;]+/gi;
/** `sk-…`, also with asterisks in place of its middle. */
const prefixedKey = /\b(?:sk|pk|rk|gsk|xai|key|api)[-_][\w*.-]{4,}/gi;
/** A word of 20 characters and more with digits in it: a key, never a sentence. */
const opaqueWord = /(?=[\w*+/=-]*\d)[\w*+/=-]{20,}/g;

/**
 * The error text in the body of a vendor's answer, on one line, at most 200 characters, with `secrets` and everything that looks like a
 * credential hidden. Undefined where the body has none.
 */
export function vendorTextOf(body: string | undefined, secrets: readonly string[]): string | undefined {
  const text = errorTextIn((body ?? '').slice(0, bodyLengthMax));
  const shown = withoutCredentials(
    hide(text, secrets)
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  );
  if (shown === '') return undefined;
  return shown.length > textLengthMax ? `${shown.slice(0, textLengthMax - 1)}…` : shown;
}

/** `error.message`, `error` or `message` of JSON; plain text as it is; nothing of HTML. */
function errorTextIn(body: string): string {
  try {
    const parsed = JSON.parse(body) as { error?: unknown; message?: unknown; detail?: unknown } | null;
    const error = parsed?.error;
    const message = isObject(error) ? error['message'] : error;
    const text = [message, parsed?.message, parsed?.detail].find((one) => typeof one === 'string');
    return typeof text === 'string' ? text : '';
  } catch {
    return /^\s*[<{[]/.test(body) ? '' : body;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function hide(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((one) => one.length >= secretLengthLeast)
    .reduce((rest, one) => rest.replaceAll(one, hidden), text);
}

function withoutCredentials(text: string): string {
  return text
    .replaceAll(namedCredential, `$1$2${hidden}`)
    .replaceAll(bearer, `Bearer ${hidden}`)
    .replaceAll(prefixedKey, hidden)
    .replaceAll(opaqueWord, hidden);
}

/** The URL without user, password, query and fragment. */
export function shownUrl(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname.replace(/\/$/, '')}`;
}
