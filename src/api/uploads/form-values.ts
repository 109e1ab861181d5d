import { z } from 'zod';

/**
 * Converts the text values of a query or form to the types of a JSON body. The value of a text field stays text; other values are parsed
 * as JSON (`5`, `true`, `{"maxAttempts":2}`). A list can also be sent as one plain value or as a repeated field. A value
 * that fits the field in none of these forms is passed on for the schema to reject: as parsed JSON, or as text if it is not JSON or is a
 * JSON string.
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
