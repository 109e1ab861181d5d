import type { FastifyRequest } from 'fastify';
import { insertAuditEntry, type NewAuditEntry } from '../store/audit/insert-audit-entry.ts';
import type { Queryable } from '../store/queryable.ts';
import type { ApiContext } from './context.ts';
import type { Caller, Endpoint } from './endpoint.ts';

export interface AuditedRequest {
  readonly one: Endpoint;
  readonly context: ApiContext;
  readonly caller: Caller;
  readonly request: FastifyRequest;
}

/** What was answered, and what the endpoint noted beside it. */
export interface AuditedResult {
  readonly answer: unknown;
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * Who did what: one entry for each request that changed something, in the transaction of the change, so that neither stands without the
 * other.
 */
export async function appendAudit(
  tx: Queryable,
  audited: AuditedRequest,
  told: AuditedResult,
): Promise<void> {
  if (audited.caller.actor.type === 'anonymous') return;
  await insertAuditEntry(tx, entryOf(audited, told));
}

/**
 * The same after the change, for what is changed in several transactions. What was done stands even if the entry cannot be
 * written: a refusal now would invite doing it again.
 */
export async function writeAudit(audited: AuditedRequest, told: AuditedResult): Promise<void> {
  const { context, request } = audited;
  const { database, logger } = context;
  await appendAudit(database.inWorkspace(workspaceOf(audited)), audited, told).catch((error: unknown) => {
    logger.error({ err: error, requestId: request.id }, 'An entry of the audit log could not be written.');
  });
}

/** What people do to their own sessions is kept where these are, whatever workspace they have entered. */
const workspaceOf = ({ one, caller }: AuditedRequest): string =>
  one.scope === 'signed-in' ? caller.homeWorkspaceId : caller.workspaceId;

function entryOf(audited: AuditedRequest, { answer, details }: AuditedResult): NewAuditEntry {
  const { one, context, caller, request } = audited;
  const { actor } = caller;
  return {
    workspaceId: workspaceOf(audited),
    actorType: actor.type === 'user' ? 'user' : 'key',
    actorId: actor.id,
    action: one.operationId,
    subjectId: subjectOf(request.params as Record<string, string>, answer),
    details,
    ip: request.ip,
    requestId: request.id,
    at: new Date(context.clock.now()),
  };
}

/** What the path names, or else what was made. */
function subjectOf(path: Readonly<Record<string, string>>, answer: unknown): string | null {
  const made = answer as Readonly<Record<string, string | undefined>>;
  const id = made['id'] ?? made['_id'] ?? made['callId'] ?? made['batchId'] ?? made['message_id'];
  return Object.values(path)[0] ?? id ?? null;
}
