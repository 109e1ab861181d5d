import { cut, mailLimits } from './parsed-mail.ts';

/** The fields of a header section, in their order. */
export interface HeaderFields {
  /** Returns the value of the first field of this name (lower case), without line breaks; undefined if there is none. */
  first(name: string): string | undefined;
  /** Returns the values of all fields of this name. */
  all(name: string): string[];
}

interface Field {
  readonly key: string;
  readonly value: string;
}

export const headerFields = (fields: readonly Field[]): HeaderFields => ({
  first: (name) => fields.find(({ key }) => key === name)?.value,
  all: (name) => fields.filter(({ key }) => key === name).map(({ value }) => value),
});

/** Parses lines of `Name: value` with continuation lines (RFC 5322 §2.2), as in header sections and delivery reports. */
export function parseFields(text: string): Field[] {
  return text
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .flatMap((line) => {
      const colon = line.indexOf(':');
      return colon < 1
        ? []
        : [{ key: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1).trim() }];
    });
}

const bracketedId = /<[^<>\s\p{Cc}]{1,990}>/gu;

/** Returns the `Message-ID` exactly as the header has it; null if there is none, or if it has control characters. */
export function messageIdOf(fields: HeaderFields): string | null {
  const value = fields.first('message-id')?.trim();
  if (value === undefined) return null;
  const [bracketed] = value.match(bracketedId) ?? [];
  return bracketed ?? (/^[^\s<>\p{Cc}]{1,990}$/u.test(value) ? value : null);
}

/** Returns the ids of `In-Reply-To` and `References`, newest first. */
export function referencesOf(fields: HeaderFields): string[] {
  const answered = fields.first('in-reply-to')?.match(bracketedId) ?? [];
  const thread = fields.first('references')?.match(bracketedId) ?? [];
  return [...new Set([...answered, ...thread.toReversed()])].slice(0, mailLimits.references);
}

/** Returns an address in lower case; undefined if it is not `local@domain` without spaces and control characters. */
export function normaliseAddress(text: string | undefined): string | undefined {
  const address = text?.trim().toLowerCase() ?? '';
  return address.length <= 320 && /^[^\s\p{Cc}<>@]{1,64}@[^\s\p{Cc}<>@]{1,255}$/u.test(address)
    ? address
    : undefined;
}

/** Returns a text without line breaks and other control characters. */
export const oneLine = (text: string, length: number): string =>
  cut(text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim(), length);

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);
export const localPartOf = (address: string): string =>
  address.slice(0, Math.max(0, address.lastIndexOf('@')));
