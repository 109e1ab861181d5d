import { z } from 'zod';

/**
 * Converts the text values of a query or form to the types of a JSON body. A value becomes the first of these that fits its field: the
 * text, the parsed JSON (`5`, `true`, `{"maxAttempts":2}`), a list with the text. A repeated field is a list. A value that never fits stays
 * text, unless it is JSON other than a string; the schema then rejects it.
 */
export function parseFormValues(
  schema: z.ZodObject,
  sent: Readonly<Record<string, string | readonly string[]>>,
): Record<string, unknown> {
  const entries = Object.entries(sent).map(([name, value]) => [name, formValue(schema.shape[name], value)]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function formValue(field: z.core.$ZodType | undefined, sent: string | readonly string[]): unknown {
  if (field === undefined || typeof sent !== 'string') return sent;
  const parsed = parseJson(sent);
  const candidates = [sent, parsed, [sent]].filter((candidate) => candidate !== undefined);
  const valid = candidates.find((candidate) => z.safeParse(field, candidate).success);
  if (valid !== undefined) return valid;
  return parsed === undefined || typeof parsed === 'string' ? sent : parsed;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
