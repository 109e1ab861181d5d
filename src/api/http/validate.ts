import { z } from 'zod';
import type { FieldFault } from '../../core/problems.ts';
import { validationMessage, nounOf, requiredMessage } from './validation-messages.ts';

type Issue = z.core.$ZodIssue;

/** The result of a validation: the value with its defaults, or its faults. */
export type ValidationResult<Value = unknown> =
  | { readonly value: Value; readonly faults: readonly [] }
  | { readonly value: undefined; readonly faults: readonly FieldFault[] };

/** Maximum number of reported faults of one value. */
export const maxFaults = 100;

/** Validates a value. Returns at most `maxFaults` faults: one per unknown field, and `required` for each missing field. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  sent: unknown,
): ValidationResult<z.output<Schema>> {
  const result = schema.safeParse(sent, { error: validationMessage });
  if (result.success) return { value: result.data, faults: [] };
  const faults = result.error.issues.slice(0, maxFaults).flatMap((issue) => issueFaults(issue, []));
  return { value: undefined, faults: faults.slice(0, maxFaults) };
}

function issueFaults(issue: Issue, parentPath: readonly PropertyKey[]): FieldFault[] {
  const path = [...parentPath, ...issue.path];
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownFields(issue, path);
    case 'invalid_union':
      // An unknown discriminator matches no branch, so the issue has no errors of branches.
      return issue.errors.length === 0 ? [plainFault(issue, path)] : unionFaults(issue, path);
    case 'invalid_key':
      return [{ ...plainFault(issue, path), message: issue.issues[0]?.message ?? issue.message }];
    default:
      return [plainFault(issue, path)];
  }
}

/** Returns one fault per unknown field. The message of the issue has one line per field. */
function unknownFields(
  { keys, message }: Extract<Issue, { code: 'unrecognized_keys' }>,
  path: readonly PropertyKey[],
): FieldFault[] {
  const lines = message.split('\n');
  return keys.slice(0, maxFaults).map((key, index) => ({
    path: formatPath([...path, key]),
    code: 'unknown_field',
    message: lines[index]!,
  }));
}

/** Returns the fault of an issue with one path. `validationMessage` gives every missing field the message `requiredMessage`. */
function plainFault({ code, message }: Issue, path: readonly PropertyKey[]): FieldFault {
  if (message === requiredMessage) return { path: formatPath(path), code: 'required', message };
  const kind = code === 'custom' || code === 'invalid_union' ? 'invalid_value' : code;
  return { path: formatPath(path), code: kind, message };
}

/**
 * Returns the faults of the closest branch of a union: the one with the fewest faults. Branches for another type of value are skipped. If all
 * branches are for other types, returns one fault that lists these types.
 */
function unionFaults(issue: Extract<Issue, { code: 'invalid_union' }>, path: PropertyKey[]): FieldFault[] {
  const branches = issue.errors.filter((issues) => otherType(issues) === undefined);
  const faultsByBranch = branches.map((issues) => issues.flatMap((inner) => issueFaults(inner, path)));
  const closest = faultsByBranch.sort((left, right) => left.length - right.length)[0];
  if (closest !== undefined) return closest;
  const first = issue.errors[0]![0]!;
  if (first.message === requiredMessage) return [plainFault(first, path)];
  const types = issue.errors.flatMap((issues) => otherType(issues) ?? []);
  const message = `Send ${[...new Set(types.map(nounOf))].join(', or ')}.`;
  return [{ path: formatPath(path), code: 'invalid_type', message }];
}

/** Returns the type of value that a branch is for, if the sent value has another type; otherwise undefined. */
function otherType(issues: readonly Issue[]): string | undefined {
  const [only, ...more] = issues;
  return only?.code === 'invalid_type' && only.path.length === 0 && more.length === 0
    ? only.expected
    : undefined;
}

/** Formats a path, such as `nodes[2].config.text`. */
function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}
