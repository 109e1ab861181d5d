import { Problem, problems, type FieldFault, type ProblemCode } from '../core/problems.ts';

const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code);

/** Returns a fault with the code of a problem, such as an unknown agent. */
export function problemFault(
  path: string,
  code: ProblemCode,
  message: string = problems[code].text,
): FieldFault {
  return { path, code, message };
}

/** Returns one problem for all faults: the problem of the first if every fault has a problem code, else `otherwise`. */
export function problemFromFaults(
  faults: readonly FieldFault[],
  otherwise: ProblemCode = 'invalid_request',
): Problem {
  const codes = faults.map(({ code }) => code);
  const [first] = codes;
  if (first === undefined || !isProblemCode(first) || !codes.every(isProblemCode))
    return new Problem(otherwise, { fields: faults });
  return new Problem(first, { details: faults[0]!.message, fields: faults });
}

/** @throws {Problem} if there is a fault */
export function refuseFaults(faults: readonly FieldFault[]): void {
  if (faults.length > 0) throw problemFromFaults(faults);
}
