import { z } from 'zod';
import type { FieldFault } from '../core/problems.ts';
import { validationMessage, nounOf, requiredMessage } from './validation-messages.ts';

type Issue = z.core.$ZodIssue;

/** What a schema made of a value: the value with its defaults, or every fault of it. */
export type ValidationResult<Value = unknown> =
  | { readonly value: Value; readonly faults: readonly [] }
  | { readonly value: undefined; readonly faults: readonly FieldFault[] };

/** Faults that are reported of one value. */
export const faultsMax = 100;

/** Each fault in our words: one for each unknown field, `required` where nothing was sent; `faultsMax` at most. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  sent: unknown,
): ValidationResult<z.output<Schema>> {
  const result = schema.safeParse(sent, { error: validationMessage });
  if (result.success) return { value: result.data, faults: [] };
  const faults = result.error.issues.slice(0, faultsMax).flatMap((issue) => issueFaults(issue, []));
  return { value: undefined, faults: faults.slice(0, faultsMax) };
}

function issueFaults(issue: Issue, before: readonly PropertyKey[]): FieldFault[] {
  const path = [...before, ...issue.path];
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownFields(issue, path);
    case 'invalid_union':
      return issue.errors.length === 0 ? [plainFault(issue, path)] : unionFaults(issue, path);
    case 'invalid_key':
      return [{ ...plainFault(issue, path), message: issue.issues[0]?.message ?? issue.message }];
    default:
      return [plainFault(issue, path)];
  }
}

/** Its message has a line for each. */
function unknownFields(
  { keys, message }: Extract<Issue, { code: 'unrecognized_keys' }>,
  path: readonly PropertyKey[],
): FieldFault[] {
  const lines = message.split('\n');
  return keys.slice(0, faultsMax).map((key, index) => ({
    path: spell([...path, key]),
    code: 'unknown_field',
    message: lines[index]!,
  }));
}

function plainFault({ code, message }: Issue, path: readonly PropertyKey[]): FieldFault {
  if (message === requiredMessage) return { path: spell(path), code: 'required', message };
  const kind = code === 'custom' || code === 'invalid_union' ? 'invalid_value' : code;
  return { path: spell(path), code: kind, message };
}

/**
 * Of a union that branch speaks which came nearest: it takes this type of value, and has the fewest faults. Where none takes
 * the type, all that are taken are named.
 */
function unionFaults(issue: Extract<Issue, { code: 'invalid_union' }>, path: PropertyKey[]): FieldFault[] {
  const closer = issue.errors.filter((issues) => wrongType(issues) === undefined);
  const branches = closer.map((issues) => issues.flatMap((inner) => issueFaults(inner, path)));
  const nearest = branches.sort((left, right) => left.length - right.length)[0];
  if (nearest !== undefined) return nearest;
  const first = issue.errors[0]![0]!;
  if (first.message === requiredMessage) return [plainFault(first, path)];
  const types = issue.errors.flatMap((issues) => wrongType(issues) ?? []);
  const message = `Send ${[...new Set(types.map(nounOf))].join(', or ')}.`;
  return [{ path: spell(path), code: 'invalid_type', message }];
}

/** The type that a branch takes, where nothing but that is wrong. */
function wrongType(issues: readonly Issue[]): string | undefined {
  const [only, ...more] = issues;
  return only?.code === 'invalid_type' && only.path.length === 0 && more.length === 0
    ? only.expected
    : undefined;
}

/** `nodes[2].config.text` */
function spell(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}
