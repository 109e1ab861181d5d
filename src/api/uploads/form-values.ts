import { z } from 'zod';

/**
 * The values of a query or a form, where everything is text, as the schema of a JSON body wants them: a field that takes a text
 * keeps it, any other is read as JSON (`5`, `true`, `{"maxAttempts":2}`); a list may also be sent as one plain value, or as the
 * same field several times. What fits nowhere stays as it is, for the schema to refuse.
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
