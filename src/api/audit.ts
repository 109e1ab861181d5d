import type { FastifyRequest } from 'fastify';
import { insertAuditEntry } from '../store/audit/insert-audit-entry.ts';
import type { ApiContext } from './context.ts';
import type { Caller, Endpoint } from './endpoint.ts';

export interface AuditedRequest {
  readonly one: Endpoint;
  readonly context: ApiContext;
  readonly caller: Caller;
  readonly request: FastifyRequest;
}

/**
 * Who did what: one entry for each request that changed something, written before it is answered. What was done stands
 * even if the entry cannot be written: a refusal now would invite doing it again.
 */
export async function writeAudit(
  { one, context, caller, request }: AuditedRequest,
  answer: unknown,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { workspaceId, actor } = caller;
  const { database, clock, logger } = context;
  if (actor.type === 'nobody') return;
  await insertAuditEntry(database.inWorkspace(workspaceId), {
    workspaceId,
    actorType: actor.type,
    actorId: actor.id,
    action: one.operationId,
    subjectId: subjectOf(request.params as Record<string, string>, answer),
    details,
    ip: request.ip,
    requestId: request.id,
    at: new Date(clock.now()),
  }).catch((error: unknown) => {
    logger.error({ err: error, requestId: request.id }, 'An entry of the audit log could not be written.');
  });
}

/** What the path names, or else what was made. */
function subjectOf(path: Readonly<Record<string, string>>, answer: unknown): string | null {
  const made = answer as Readonly<Record<string, string | undefined>>;
  const id = made['id'] ?? made['_id'] ?? made['callId'] ?? made['batchId'] ?? made['message_id'];
  return Object.values(path)[0] ?? id ?? null;
}
