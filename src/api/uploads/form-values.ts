import { z } from 'zod';

/**
 * Converts the text values of a query or form for the schema of a JSON body. A text field keeps its value; any other value is parsed
 * as JSON (`5`, `true`, `{"maxAttempts":2}`). A list may also be sent as one plain value or as a repeated field. Values that fit no
 * type are unchanged, and the schema rejects them.
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
  const read = parseJson(sent);
  const candidates = [sent, read, [sent]].filter((candidate) => candidate !== undefined);
  const fitting = candidates.find((candidate) => z.safeParse(field, candidate).success);
  if (fitting !== undefined) return fitting;
  return read === undefined || typeof read === 'string' ? sent : read;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
