import type { FieldFault } from '../../core/problems.ts';
import { builtInDispositions } from '../../domain/disposition.ts';
import { findDispositionCodeByCode } from '../../store/disposition-codes.ts';
import type { Queryable } from '../../store/queryable.ts';
import { problemFault } from '../reject-faults.ts';
import { sentFields, sentText } from '../http/sent-value.ts';

/** Returns a fault for a terminal disposition with a retry delay. */
export function delayFaults({
  isTerminal,
  retryDelaySeconds,
}: Readonly<Record<string, unknown>>): FieldFault[] {
  if (isTerminal !== true || typeof retryDelaySeconds !== 'number') return [];
  const message = 'A terminal disposition has no follow-up. Send null, or isTerminal false.';
  return [{ path: 'retryDelaySeconds', code: 'invalid_value', message }];
}

/** Returns the faults of a new code: an existing name, or a retry delay of a terminal code. `sent` may have any shape. */
export async function codeFaults(db: Queryable, workspaceId: string, sent: unknown): Promise<FieldFault[]> {
  const fields = sentFields(sent);
  const code = sentText(fields['code']);
  const isTaken = code !== undefined && (await isDefined(db, workspaceId, code));
  return [...(isTaken ? [problemFault('code', 'disposition_code_taken')] : []), ...delayFaults(fields)];
}

async function isDefined(db: Queryable, workspaceId: string, code: string): Promise<boolean> {
  if (Object.hasOwn(builtInDispositions, code)) return true;
  return (await findDispositionCodeByCode(db, { workspaceId, code })) !== undefined;
}
