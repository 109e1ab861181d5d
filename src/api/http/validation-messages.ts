import type { z } from 'zod';
import { nearestName } from '../../core/nearest-name.ts';

type Issue = z.core.$ZodRawIssue;

/** The message for a missing field. */
export const requiredMessage = 'This field is required.';

const nouns: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

/** Returns the noun of a JSON type for messages, such as "a string" for `string`. */
export const nounOf = (type: string): string => nouns[type] ?? 'another type of value';

function nounOfValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (Number.isNaN(value)) return 'another type of value';
  return typeof value === 'boolean' ? String(value) : nounOf(typeof value);
}

const formatMessages: Readonly<Record<string, string>> = {
  email: 'Write an email address such as ada@example.com.',
  url: 'Write an http or https URL such as https://example.com/path.',
  datetime: 'Write an instant in ISO 8601 with Z or an offset, such as 2030-01-05T09:00:00Z.',
};

/** Returns `"a", "b" or "c"`; at most the first twenty values are listed. */
export function listAlternatives(values: readonly unknown[]): string {
  const shown = values.slice(0, 20).map((value) => JSON.stringify(value));
  const remaining = values.length - shown.length;
  if (remaining > 0) return `${shown.join(', ')} or one of ${remaining} more`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}

/** Returns the message for an invalid value. Used if the schema defines none. */
export const validationMessage: z.core.$ZodErrorMap = (issue) =>
  issue.input === undefined ? requiredMessage : messageOf(issue);

function messageOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `Send ${nounOf(issue.expected)}${issue.expected === 'int' ? '' : `, not ${nounOfValue(issue.input)}`}.`;
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return formatMessages[issue.format] ?? 'This string does not have the required format.';
    case 'invalid_value':
      return `Send ${listAlternatives(issue.values)}.`;
    case 'invalid_union':
      return unionMessage(issue);
    case 'unrecognized_keys':
      return unknownFieldMessage(issue);
    default:
      return 'This value cannot be used here.';
  }
}

type Bound<Code extends Issue['code']> = Extract<Issue, { code: Code }>;

const plural = (count: number, singular: string, pluralForm: string): string =>
  `${count} ${count === 1 ? singular : pluralForm}`;

function tooSmall({ origin, minimum }: Bound<'too_small'>): string {
  const limit = Number(minimum);
  if (origin === 'string') {
    return limit === 1 ? 'This must not be empty.' : `Send at least ${limit} characters.`;
  }
  if (origin === 'array') return `Send at least ${plural(limit, 'entry', 'entries')}.`;
  return `Send ${limit} or more.`;
}

function tooBig({ origin, maximum, input }: Bound<'too_big'>): string {
  const limit = Number(maximum);
  const length = (input as { readonly length?: number }).length;
  if (origin === 'string')
    return `Send at most ${plural(limit, 'character', 'characters')}; this has ${length}.`;
  if (origin === 'array') return `Send at most ${plural(limit, 'entry', 'entries')}; this has ${length}.`;
  return `Send ${limit} or less.`;
}

/** Maximum number of unknown fields of one object for which a similar name is suggested. */
const maxSuggestions = 20;
/** Maximum number of reported unknown fields of one object. */
const maxUnknown = 100;

/** Returns one line per unknown field, at most `maxUnknown`. */
function unknownFieldMessage({ keys, inst }: Bound<'unrecognized_keys'>): string {
  const names = Object.keys((inst as z.ZodObject | undefined)?.shape ?? {});
  const lines = keys.slice(0, maxUnknown).map((key, index) => {
    const suggestion = index < maxSuggestions ? nearestName(key, names) : undefined;
    return `${suggestion === undefined ? '' : `Did you mean "${suggestion}"? `}There is no such field here.`;
  });
  return lines.join('\n');
}

/** Returns the message for a discriminated union. */
function unionMessage({ discriminator, options, input }: Bound<'invalid_union'>): string {
  if (discriminator === undefined || !Array.isArray(options)) return 'This value cannot be used here.';
  if ((input as Readonly<Record<string, unknown>>)[discriminator] === undefined) return requiredMessage;
  return `Send ${listAlternatives(options.filter((option) => option !== undefined))}.`;
}
