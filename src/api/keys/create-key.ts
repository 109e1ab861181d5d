import { z } from 'zod';
import { integer, text } from '../../domain/fields.ts';
import type { FieldFault } from '../../core/problems.ts';
import { createApiKey, fingerprintApiKey } from '../../domain/api-key.ts';
import { isScope, presetNames, type Preset, type Scope } from '../../domain/scopes.ts';
import { insertApiKey } from '../../store/api-keys.ts';
import { isAddressRange } from '../../core/address-ranges.ts';
import { endpoint } from '../endpoint.ts';
import { problemFromFaults, rejectFaults } from '../reject-faults.ts';
import { grantedScopes, requireGrantable } from './grants.ts';
import { NewKeyResponse, toKeyResponse, workspaceIdsText } from './key-response.ts';

const scope = text(64).refine(isScope, 'Unknown scope.') as unknown as z.ZodType<Scope, string>;

const NewKey = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(80)
      .meta({
        description: 'The name of the key.',
        examples: ['Booking system'],
      }),
    mode: z.enum(['live', 'test']).default('live').meta({
      description:
        '`live`, or `test` for a key that begins with `sk_test_` and reaches the test network only. A test key creates only test keys.',
    }),
    preset: z
      .enum(presetNames as [Preset, ...Preset[]])
      .optional()
      .meta({
        description: 'A named set of scopes. Send either `preset` or `scopes`.',
      }),
    scopes: z.array(scope).min(1).max(100).optional().meta({
      description: 'The permissions of the key. Send either `preset` or `scopes`.',
    }),
    workspaceIds: z.array(text(40)).max(100).default([]).meta({ description: workspaceIdsText }),
    expiresAt: z.iso.datetime({ offset: true }).nullable().default(null).meta({
      description: 'The key is rejected after this time. Null: it does not expire.',
    }),
    allowedIps: z
      .array(text(64).refine(isAddressRange, 'Write an IP address or a CIDR range such as 203.0.113.0/24.'))
      .max(100)
      .default([])
      .meta({
        description: 'IP addresses and CIDR ranges from which the key can be used. Empty: any address.',
      }),
    limits: z
      .strictObject({
        requestsPerMinute: integer(1, 1_000_000).nullable().default(null).meta({
          description: 'Maximum number of requests per minute. Null: only the plan limits it.',
        }),
        concurrentCalls: integer(1, 10_000).nullable().default(null).meta({
          description: 'Maximum number of concurrent calls. Null: only the plan limits it.',
        }),
      })
      .prefault({})
      .meta({ description: 'Limits of the key, in addition to those of the plan.' }),
  })
  .refine((key) => (key.preset === undefined) !== (key.scopes === undefined), {
    path: ['scopes'],
    error: 'Send either preset or scopes.',
    // Runs even if other fields have faults.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .meta({
    id: 'KeyInput',
    examples: [
      {
        name: 'Booking system',
        scopes: ['calls:place', 'calls:read'],
        limits: { requestsPerMinute: 60 },
      },
    ],
  });

export const createKey = endpoint({
  method: 'POST',
  path: '/v1/api/keys',
  operationId: 'createKey',
  tag: 'Keys',
  summary: 'Create an API key',
  description:
    'Creates a key. A key can create only keys that do not exceed its own scopes, workspaces, allowed IP addresses, expiry and limits. With `workspaceIds` the key can enter these workspaces only; without, the workspace of the request only.',
  scope: 'keys:write',
  body: NewKey,
  reply: NewKeyResponse,
  hasSecretReply: true,
  errorCodes: ['test_key'],

  async problemOfInvalidBody({ input, faults }, { clock }) {
    return problemFromFaults([...faults, ...expiryFaults(input, clock.now())]);
  },

  async handle({ caller, body, requestRecord }, { database, ids, clock, random }) {
    const { workspaceId } = caller;
    const scopes = grantedScopes(body);
    rejectFaults([...expiryFaults(body, clock.now()), ...operatorFaults(body, workspaceId)]);
    const { workspaceIds, allowedIps, limits } = body;
    const expiresAt = body.expiresAt === null ? null : new Date(body.expiresAt);
    requireGrantable(caller, { mode: body.mode, scopes, workspaceIds, allowedIps, expiresAt, ...limits });
    const key = createApiKey(random, body.mode);
    const { hash, prefix, lastFour } = fingerprintApiKey(key);
    const newKey = {
      id: ids.newId('key'),
      workspaceId,
      name: body.name,
      keyHash: hash,
      prefix,
      lastFour,
      preset: body.preset ?? null,
      scopes,
      workspaceIds: [...new Set(workspaceIds)],
      allowedIps,
      ...limits,
      createdBy: caller.actor.id,
      expiresAt,
      at: new Date(clock.now()),
    };
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      return requestRecord.storeResponse(tx, {
        ...toKeyResponse(await insertApiKey(tx, newKey)),
        apiKey: key,
      });
    });
  },
});

/** Returns a fault if the key has the scope `operator`, but cannot enter the operator's workspace. */
function operatorFaults(
  { scopes = [], workspaceIds }: Pick<z.output<typeof NewKey>, 'scopes' | 'workspaceIds'>,
  workspaceId: string,
): FieldFault[] {
  if (!scopes.includes('operator') || workspaceIds.length === 0 || workspaceIds.includes(workspaceId))
    return [];
  const message = `The scope operator has an effect only in the operator's workspace. Add ${workspaceId}.`;
  return [{ path: 'workspaceIds', code: 'invalid_value', message }];
}

/** Returns a fault if the expiry is in the past. */
function expiryFaults(sent: unknown, nowMs: number): FieldFault[] {
  const { expiresAt } = (sent ?? {}) as { readonly expiresAt?: unknown };
  const isPast = typeof expiresAt === 'string' && Date.parse(expiresAt) <= nowMs;
  return isPast ? [{ path: 'expiresAt', code: 'invalid_value', message: 'This time is in the past.' }] : [];
}
