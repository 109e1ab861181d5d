const textLengthMax = 200;
/** The most characters of a body that are searched. */
const bodyLengthMax = 20_000;
/** Shorter secrets are not hidden, since they may match common words. */
const secretLengthLeast = 4;
const hidden = '[hidden]';

/** Headers and fields of credentials, with their values. */
const namedCredential =
  /\b(authorization|api[-_ ]?key|token|secret|password)(["']?\s*[:=]\s*["']?)(?:bearer\s+)?[^\s"',;]+/gi;
const bearer = /\bbearer\s+[^\s"',;]+/gi;
/** `sk-…`, also with asterisks in the middle. */
const prefixedKey = /\b(?:sk|pk|rk|gsk|xai|key|api)[-_][\w*.-]{4,}/gi;
/** A word of at least 20 characters with digits, which is a key rather than text. */
const opaqueWord = /(?=[\w*+/=-]*\d)[\w*+/=-]{20,}/g;

/**
 * Returns the error text of a vendor's response body on one line, at most 200 characters. `secrets` and everything that looks like a credential are
 * hidden. Undefined if the body has no text.
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

/** Returns `error.message`, `error` or `message` of JSON, or plain text; empty for HTML. */
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

/** Returns the URL without user, password, query and fragment. */
export function shownUrl(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname.replace(/\/$/, '')}`;
}
