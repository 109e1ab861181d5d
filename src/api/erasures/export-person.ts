import { Readable } from 'node:stream';
import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { ErasureInput, readPerson } from '../../domain/erasure.ts';
import type { Scope } from '../../domain/scopes.ts';
import { exportPerson as writeExport } from '../../privacy/export-person.ts';
import { endpoint } from '../endpoint.ts';
import type { BinaryResponse } from '../http/binary-response.ts';
import { requireReachable } from '../test-key.ts';

/** The scopes of what the file contains, and of the recordings to which it links. */
export const contentScopes: readonly Scope[] = [
  'calls:read',
  'conversations:read',
  'dispositions:read',
  'batches:read',
  'workspace:read',
  'recordings:read',
];

const rows = (description: string) =>
  z.array(z.record(z.string(), z.unknown())).meta({ description, examples: [[]] });

const PersonExport = z
  .object({
    exportedAt: z.iso.datetime().meta({ description: 'The time of the request.' }),
    kind: z.enum(['phoneNumber', 'email']).meta({ description: 'The kind of the identifier.' }),
    address: z
      .string()
      .meta({ description: 'The phone number or email address.', examples: ['+12025550100'] }),
    calls: rows(
      'Calls with `transcriptEntries`, `callEvents`, `events`, `dispositions`, `tasks`, and the paths of `recording` and `sipMessages`.',
    ),
    conversations: rows('Conversations with `messages`, `events` and `tasks`.'),
    dispositions: rows('Dispositions of no listed call.'),
    tasks: rows('Tasks of no listed call or conversation.'),
    batchRows: rows('Rows of batches of calls.'),
    messageBatchRows: rows('Rows of batches of messages.'),
    suppressions: rows('Suppressions.'),
    testMessages: rows('Messages of the test network.'),
    auditEntries: rows('Entries of the audit log with the identifier, this export included.'),
    otherRows: rows('Rows of others that contain the identifier: `table`, `ids` and `columns`.'),
  })
  .meta({ id: 'PersonExport', title: 'Person export', description: 'What is stored about a person.' });

export const exportPerson = endpoint({
  method: 'POST',
  path: '/v1/api/person-exports',
  operationId: 'exportPerson',
  tag: 'Erasures',
  summary: 'Export a person',
  description: `Returns a JSON file with all that is stored about a person in the workspace: what an erasure of the person would erase. Calls have their transcripts, timelines, variables and analyses, and the paths of their recordings in this API. Rows of others that mention the person are listed by their ids. The operation also requires the scopes ${contentScopes.join(', ')}.`,
  scope: 'erasures:read',
  body: ErasureInput.meta({ id: 'ErasureInput', examples: [{ phoneNumber: '+12025550100' }] }),
  reply: {
    contentType: 'application/json',
    description: 'The file. It is complete if it is valid JSON.',
    content: PersonExport,
  },
  errorCodes: ['invalid_recipient', 'test_key'],

  async handle({ caller, body, addAuditDetails }, { database, clock, settings }): Promise<BinaryResponse> {
    const { workspaceId } = caller;
    const missing = contentScopes.filter((scope) => !caller.scopes.includes(scope));
    if (missing.length > 0)
      reject('insufficient_scope', { details: `The operation also requires ${missing.join(', ')}.` });
    const person = readPerson(body) ?? reject('invalid_recipient');
    requireReachable(caller, person.address);
    addAuditDetails({ address: person.address });
    const scope = database.inWorkspace(workspaceId);
    const at = new Date(clock.now());
    const content = writeExport({ scope, workspaceId, person, dataDir: settings.dataDir, at });
    return {
      status: 200,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="person.json"',
      },
      stream: Readable.from(content, { objectMode: false }),
    };
  },
});
