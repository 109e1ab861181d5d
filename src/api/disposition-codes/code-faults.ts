import type { FieldFault } from '../../core/problems.ts';
import { builtInDispositions } from '../../domain/disposition.ts';
import { findDispositionCodeByCode } from '../../store/disposition-codes/find-disposition-code.ts';
import type { Queryable } from '../../store/queryable.ts';
import { problemFault } from '../refuse-faults.ts';
import { sentFields, sentText } from '../sent-value.ts';

/** What is said twice: nothing follows, and when it does. */
export function delayFaults({
  isTerminal,
  retryDelaySeconds,
}: Readonly<Record<string, unknown>>): FieldFault[] {
  if (isTerminal !== true || typeof retryDelaySeconds !== 'number') return [];
  const message = 'Nothing follows a terminal disposition: send null, or isTerminal false.';
  return [{ path: 'retryDelaySeconds', code: 'invalid_value', message }];
}

/** What speaks against a new code. `sent` may have any shape. */
export async function codeFaults(db: Queryable, workspaceId: string, sent: unknown): Promise<FieldFault[]> {
  const fields = sentFields(sent);
  const code = sentText(fields['code']);
  const isTaken = code !== undefined && (await isKnown(db, workspaceId, code));
  return [...(isTaken ? [problemFault('code', 'disposition_code_taken')] : []), ...delayFaults(fields)];
}

async function isKnown(db: Queryable, workspaceId: string, code: string): Promise<boolean> {
  if (Object.hasOwn(builtInDispositions, code)) return true;
  return (await findDispositionCodeByCode(db, { workspaceId, code })) !== undefined;
}
