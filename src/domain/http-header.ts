import { templateParts } from './flow/template.ts';

/** The value of a request header: texts, and references to secrets of the operator, which are resolved when the request is sent. */
export type HeaderValue = readonly (string | { readonly secret: string })[];

const secretPrefix = 'secrets.';

/** Returns whether a variable of a header refers to a secret: `secrets.NAME`. */
export const isSecretReference = (variable: string): boolean => variable.startsWith(secretPrefix);

/** Returns the value of a header template. `lookUp` returns the texts of its other variables, which cannot refer to secrets. */
export function headerValueOf(template: string, lookUp: (variable: string) => string): HeaderValue {
  return templateParts(template).flatMap((part): (string | { readonly secret: string })[] => {
    if ('variable' in part && isSecretReference(part.variable))
      return [{ secret: part.variable.slice(secretPrefix.length) }];
    const text = 'text' in part ? part.text : lookUp(part.variable);
    return text === '' ? [] : [text.replaceAll(/[^\t\x20-\x7E\x80-\xFF]/g, ' ')];
  });
}

/** Headers that the HTTP client sets. */
const reservedHeaders: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'idempotency-key',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Returns whether a request may have a header of this name: a token of RFC 9110 that the client does not set. */
export const isRequestHeader = (name: string): boolean =>
  /^[!#$%&'*+.^_`|~A-Za-z0-9-]+$/.test(name) && !reservedHeaders.has(name.toLowerCase());

export const headerAdvice = `Write letters, digits and -. These headers are not allowed: ${[...reservedHeaders].join(', ')}.`;
