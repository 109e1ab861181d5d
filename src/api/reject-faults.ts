import { Problem, problems, type FieldFault, type ProblemCode } from '../core/problems.ts';

const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code);

/** Returns a field fault with the code and text of a problem, such as `agent_not_found`. */
export function problemFault(
  path: string,
  code: ProblemCode,
  message: string = problems[code].text,
): FieldFault {
  return { path, code, message };
}

/** Returns one problem for all faults. Its code is that of the first fault if every fault has a problem code, otherwise `fallbackCode`. */
export function problemFromFaults(
  faults: readonly FieldFault[],
  fallbackCode: ProblemCode = 'invalid_request',
): Problem {
  const codes = faults.map(({ code }) => code);
  const [first] = codes;
  if (first === undefined || !isProblemCode(first) || !codes.every(isProblemCode))
    return new Problem(fallbackCode, { fields: faults });
  return new Problem(first, { details: faults[0]!.message, fields: faults });
}

/** @throws {Problem} if there is a fault */
export function rejectFaults(faults: readonly FieldFault[]): void {
  if (faults.length > 0) throw problemFromFaults(faults);
}
