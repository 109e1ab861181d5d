import type { FastifyRequest } from 'fastify';
import { insertAuditEntry, type NewAuditEntry } from '../store/audit-log.ts';
import type { Queryable } from '../store/queryable.ts';
import type { ApiContext } from './context.ts';
import type { Caller, Endpoint } from './endpoint.ts';

export interface AuditedRequest {
  readonly endpoint: Endpoint;
  readonly context: ApiContext;
  readonly caller: Caller;
  readonly request: FastifyRequest;
}

/** The response body of a request, and the audit details that the endpoint adds. */
export interface AuditedResult {
  readonly response: unknown;
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * Appends an audit entry for a change in the transaction of the change, so that both are stored or neither.
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
 * Appends the entry after the request was handled, for a request whose handler did not append it in a transaction. If the entry cannot be
 * written, the request still succeeds: an error would make clients repeat the changes.
 */
export async function appendAuditAfterRequest(audited: AuditedRequest, result: AuditedResult): Promise<void> {
  const { context, request } = audited;
  const { database, logger } = context;
  await appendAudit(database.inWorkspace(workspaceOf(audited)), audited, result).catch((error: unknown) => {
    logger.error({ err: error, requestId: request.id }, 'An audit log entry could not be written.');
  });
}

/** Changes of users to their own sessions belong to the home workspace, even if another workspace is selected. */
const workspaceOf = ({ endpoint, caller }: AuditedRequest): string =>
  endpoint.scope === 'signed-in' ? caller.homeWorkspaceId : caller.workspaceId;

function entryOf(audited: AuditedRequest, { response, details }: AuditedResult): NewAuditEntry {
  const { endpoint, context, caller, request } = audited;
  const { actor } = caller;
  return {
    workspaceId: workspaceOf(audited),
    actorType: actor.type === 'user' ? 'user' : 'key',
    actorId: actor.id,
    action: endpoint.operationId,
    subjectId: subjectOf(request.params as Record<string, string>, response),
    details,
    ip: request.ip,
    requestId: request.id,
    at: new Date(context.clock.now()),
  };
}

/** Returns the first id in the path, or else the id of the created resource; null if the response has none. */
function subjectOf(path: Readonly<Record<string, string>>, response: unknown): string | null {
  const created = response as Readonly<Record<string, string | undefined>>;
  const id =
    created['id'] ?? created['_id'] ?? created['callId'] ?? created['batchId'] ?? created['message_id'];
  return Object.values(path)[0] ?? id ?? null;
}
