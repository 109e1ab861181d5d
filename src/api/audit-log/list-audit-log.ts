import { z } from 'zod';
import { idOf } from '../../domain/fields.ts';
import { listAuditLog as findEntries, type AuditRow } from '../../store/audit-log.ts';
import { endpoint } from '../endpoint.ts';
import { listResponse, listQuery, listResponseSchema, listWindow, queryText } from '../paging.ts';

const actorType = z.enum(['key', 'user', 'system']).meta({
  description: '`key`, `user`, or `system` for Parley itself.',
});

const AuditEntryResponse = z
  .object({
    id: idOf('event').meta({ description: 'The id of the entry.' }),
    createdAt: z.iso.datetime().meta({ description: 'The time of the change.' }),
    actorType,
    actorId: z.string().nullable().meta({ description: 'The key or user that acted.' }),
    actorName: z
      .string()
      .nullable()
      .meta({
        description:
          'The present name of the key or user. Null for Parley itself, and for a user of another workspace.',
        examples: ['Reminder script'],
      }),
    action: z.string().meta({
      description: 'The `operationId` of the operation, or `signIn`, `signInRefused` or `webhook.disabled`.',
      examples: ['updateAgent'],
    }),
    subjectId: z.string().nullable().meta({
      description:
        'The id of the changed resource. If the path has several ids, the first of them. Null if there is none.',
    }),
    subjectName: z
      .string()
      .nullable()
      .meta({
        description:
          'The present name of an agent, flow, batch, key, user, disposition code or workspace, the number of a phone number, or the URL of a webhook. Null for other subjects, and after a deletion.',
        examples: ['Appointment reminder'],
      }),
    details: z.record(z.string(), z.unknown()).meta({
      description: 'Details such as `before` and `after` of changed fields.',
    }),
    ip: z.string().nullable().meta({
      description: 'The IP address of the client. Null for changes of Parley itself.',
    }),
    requestId: z.string().nullable().meta({
      description: 'The `x-request-id` of the response. Null for changes of Parley itself.',
    }),
  })
  .meta({ id: 'AuditEntry' });

const toAuditEntryResponse = (row: AuditRow): z.input<typeof AuditEntryResponse> => ({
  id: row.id,
  createdAt: row.createdAt.toISOString(),
  actorType: row.actorType,
  actorId: row.actorId,
  actorName: row.actorName,
  action: row.action,
  subjectId: row.subjectId,
  subjectName: row.subjectName,
  details: row.details,
  ip: row.ip,
  requestId: row.requestId,
});

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/v1/api/audit-log',
  operationId: 'listAuditLog',
  tag: 'Audit log',
  summary: 'List the audit log',
  description:
    'Returns audit entries with actor, action, subject, IP address and time, newest first. Entries are append-only: the database rejects changes.',
  scope: 'workspace:read',
  query: listQuery({
    action: queryText.optional().meta({ description: 'Entries with this action.' }),
    actorType: actorType.optional(),
    actorId: queryText.optional().meta({ description: 'The id of the key or user.' }),
    subjectId: queryText.optional().meta({ description: 'Entries with this subject.' }),
  }),
  reply: listResponseSchema('entries', AuditEntryResponse),

  async handle({ caller: { workspaceId }, query }, { database }) {
    const { action, actorType: type, actorId, subjectId } = query;
    const filters = { workspaceId, action, actorType: type, actorId, subjectId, ...listWindow(query) };
    const found = await findEntries(database.inWorkspace(workspaceId), filters);
    return listResponse('entries', query, found, toAuditEntryResponse);
  },
});
