import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import { dispositionOfEnd } from '../domain/disposition.ts';
import type { CallRow } from '../store/calls/call-row.ts';
import { finishCall } from '../store/calls/finish-call.ts';
import { listLostCalls } from '../store/calls/list-lost-calls.ts';
import type { Database } from '../store/database.ts';

const batchSize = 100;

interface Host {
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * Ends the calls whose node died: their sound is gone, and whether a phone that was being dialed rang is unknown, so nobody is
 * dialed again. How many there were. Safe to run on several nodes at once.
 */
export async function closeLostCalls(host: Host & { readonly logger: Logger }): Promise<number> {
  const { db, logger } = host;
  let closed = 0;
  for (;;) {
    const lost = await listLostCalls(db.asSystem(), { limit: batchSize });
    for (const call of lost) await finishLostCall(host, call, 'The machine that carried the call went down.');
    closed += lost.length;
    if (lost.length < batchSize) break;
  }
  if (closed > 0) logger.warn({ calls: closed }, 'Calls of a node that went down were ended.');
  return closed;
}

/** `detail` is a sentence for people. */
export async function finishLostCall({ db, clock }: Host, call: CallRow, detail: string): Promise<void> {
  const code = dispositionOfEnd('node_lost', call.answeredAt === null ? 'none' : 'heard');
  await finishCall(db.inWorkspace(call.workspaceId), {
    workspaceId: call.workspaceId,
    callId: call.id,
    endReason: 'node_lost',
    endDetail: detail,
    at: new Date(clock.now()),
    disposition: { code, status: 'completed' },
  });
}
