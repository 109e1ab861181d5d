const maxTextLength = 200;
/** The most characters of a body that are searched. */
const maxBodyLength = 20_000;
/** Shorter secrets are not redacted, since they may match common words. */
const minSecretLength = 4;
const redacted = '[hidden]';

/** Headers and fields of credentials, with their values. */
const namedCredential =
  /\b(authorization|api[-_ ]?key|token|secret|password)(["']?\s*[:=]\s*["']?)(?:bearer\s+)?[^\s"',;]+/gi;
const bearer = /\bbearer\s+[^\s"',;]+/gi;
/** `sk-…`, also with asterisks in the middle. */
const prefixedKey = /\b(?:sk|pk|rk|gsk|xai|key|api)[-_][\w*.-]{4,}/gi;
/** A word of at least 20 characters with digits, which is probably a key. */
const opaqueWord = /(?=[\w*+/=-]*\d)[\w*+/=-]{20,}/g;

/**
 * Returns the error text of a vendor's response body on one line, at most 200 characters, with `secrets` and all probable credentials redacted.
 * Undefined if the body has no text.
 */
export function vendorTextOf(body: string | undefined, secrets: readonly string[]): string | undefined {
  const text = errorTextIn((body ?? '').slice(0, maxBodyLength));
  const shown = withoutCredentials(
    redact(text, secrets)
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  );
  if (shown === '') return undefined;
  return shown.length > maxTextLength ? `${shown.slice(0, maxTextLength - 1)}…` : shown;
}

/** Returns `error.message`, `error` or `message` of JSON, or plain text; empty for HTML. */
function errorTextIn(body: string): string {
  try {
    const parsed = JSON.parse(body) as { error?: unknown; message?: unknown; detail?: unknown } | null;
    const error = parsed?.error;
    const message = isObject(error) ? error['message'] : error;
    const text = [message, parsed?.message, parsed?.detail].find(
      (candidate) => typeof candidate === 'string',
    );
    return typeof text === 'string' ? text : '';
  } catch {
    return /^\s*[<{[]/.test(body) ? '' : body;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function redact(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((candidate) => candidate.length >= minSecretLength)
    .reduce((rest, candidate) => rest.replaceAll(candidate, redacted), text);
}

function withoutCredentials(text: string): string {
  return text
    .replaceAll(namedCredential, `$1$2${redacted}`)
    .replaceAll(bearer, `Bearer ${redacted}`)
    .replaceAll(prefixedKey, redacted)
    .replaceAll(opaqueWord, redacted);
}

/** Returns the URL without user, password, query and fragment. */
export function redactedUrl(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname.replace(/\/$/, '')}`;
}
