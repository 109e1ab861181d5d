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

/** The result of a request, and the details that the endpoint adds. */
export interface AuditedResult {
  readonly answer: unknown;
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * Appends an audit entry for a request that changed something, in the transaction of the change, so that neither is stored without
 * the other.
 */
export async function appendAudit(
  tx: Queryable,
  audited: AuditedRequest,
  result: AuditedResult,
): Promise<void> {
  if (audited.caller.actor.type === 'anonymous') return;
  await insertAuditEntry(tx, entryOf(audited, result));
}

/**
 * Appends the entry after the change, for changes in several transactions. If the entry cannot be written, the request still
 * succeeds: an error would make clients repeat the change.
 */
export async function writeAudit(audited: AuditedRequest, result: AuditedResult): Promise<void> {
  const { context, request } = audited;
  const { database, logger } = context;
  await appendAudit(database.inWorkspace(workspaceOf(audited)), audited, result).catch((error: unknown) => {
    logger.error({ err: error, requestId: request.id }, 'An audit log entry could not be written.');
  });
}

/** Changes of users to their own sessions belong to the home workspace, whatever workspace is selected. */
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

/** Returns the id in the path, or the id of the created resource. */
function subjectOf(path: Readonly<Record<string, string>>, answer: unknown): string | null {
  const created = answer as Readonly<Record<string, string | undefined>>;
  const id =
    created['id'] ?? created['_id'] ?? created['callId'] ?? created['batchId'] ?? created['message_id'];
  return Object.values(path)[0] ?? id ?? null;
}
