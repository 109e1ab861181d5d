import type { z } from 'zod';
import type { FieldFault } from '../core/problems.ts';

type Issue = z.core.$ZodIssue;

/** Every fault that a schema found, in our words: one for each unknown field, `required` where nothing was sent. */
export function fieldFaults(error: z.ZodError): FieldFault[] {
  return error.issues.flatMap((issue) => issueFaults(issue, []));
}

function issueFaults(issue: Issue, before: readonly PropertyKey[]): FieldFault[] {
  const path = [...before, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: spell([...path, key]),
      code: 'unknown_field',
      message: 'There is no such field here.',
    }));
  }
  if (issue.code === 'invalid_union') return unionFaults(issue, path);
  return [{ path: spell(path), ...codeAndMessage(issue) }];
}

/** Of a union the branch that came nearest speaks: the one with the fewest faults. */
function unionFaults(issue: Extract<Issue, { code: 'invalid_union' }>, path: PropertyKey[]): FieldFault[] {
  const branches = issue.errors.map((issues) => issues.flatMap((inner) => issueFaults(inner, path)));
  const nearest = branches.sort((left, right) => left.length - right.length)[0];
  return nearest ?? [{ path: spell(path), code: 'invalid_value', message: issue.message }];
}

function codeAndMessage(issue: Issue): Pick<FieldFault, 'code' | 'message'> {
  if (issue.code === 'invalid_type' && issue.message.endsWith(' received undefined')) {
    return { code: 'required', message: 'This field is required.' };
  }
  const params = issue.code === 'custom' ? (issue.params as { code?: string } | undefined) : undefined;
  return { code: params?.code ?? issue.code, message: issue.message };
}

/** `nodes[2].config.text` */
function spell(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}
