import { z } from 'zod';
import { createdAt, idOf, namedEnum, updatedAt } from '../../domain/fields.ts';
import { reject } from '../../core/problems.ts';
import type { Random } from '../../core/random.ts';
import { roleNames, roles, type Role } from '../../domain/roles.ts';
import type { Scope } from '../../domain/scopes.ts';
import type { Invitation, UserRow } from '../../store/users.ts';
import type { Caller, PathParameter } from '../endpoint.ts';
import { hashSecret } from '../sign-in/session-rules.ts';

const time = z.iso.datetime().nullable().meta({ description: 'The time of the last sign-in. Null: never.' });

export const userStatus = namedEnum(['invited', 'active', 'disabled'], {
  id: 'UserStatus',
  title: 'User status',
  description: 'Whether the user can sign in.',
  values: {
    invited: 'The user has not accepted the invitation yet.',
    active: 'The user can sign in.',
    disabled: 'The user cannot sign in.',
  },
  example: 'active',
});

export const isOperator = z.boolean().meta({
  description:
    'Whether the user also has the scope `operator`, which has an effect in the workspace of the operator.',
});

export const UserResponse = z
  .object({
    id: idOf('user'),
    email: z.string().meta({ description: 'An email address.', examples: ['ada@example.com'] }),
    name: z.string().meta({ description: 'The name of the user.', examples: ['Ada Lovelace'] }),
    role: z.enum(roleNames).meta({
      description: 'The role of the user: `owner`, `admin`, `operator` or `viewer`.',
    }),
    isOperator,
    status: userStatus,
    createdAt,
    updatedAt,
    signedInAt: time,
    invitedUntil: time.meta({ description: 'The time at which the open invitation expires.' }),
  })
  .meta({ id: 'User' });

export const InvitedUserResponse = UserResponse.extend({
  invitation: z.string().meta({
    description: 'For `POST /v1/api/invitations/accept`. Returned only once; valid once, for seven days.',
    examples: ['inv_…'],
  }),
}).meta({ id: 'InvitedUser' });

export const userParameter = {
  userId: { kind: 'user', notFoundCode: 'user_not_found', description: 'The id of the user.' },
} as const satisfies Record<string, PathParameter>;

export const role = z.enum(roleNames).meta({
  description:
    '`owner`: full access. `admin`: full access except to the workspace settings and users. `operator`: runs calls, batches and conversations with existing agents and flows. `viewer`: read access.',
});

export const userName = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .meta({
    description: 'The name of the user.',
    examples: ['Ada Lovelace'],
  });

export function toUserResponse(row: UserRow): z.input<typeof UserResponse> {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    isOperator: row.isOperator,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    signedInAt: row.signedInAt?.toISOString() ?? null,
    invitedUntil: row.invitedUntil?.toISOString() ?? null,
  };
}

const invitationMs = 7 * 86_400_000;

/** Returns a new invitation of 192 random bits, and the hash and expiry to store. */
export function createInvitation(
  random: Random,
  nowMs: number,
): { readonly text: string; readonly stored: Invitation } {
  const text = `inv_${Buffer.from(random.bytes(24)).toString('base64url')}`;
  return { text, stored: { hash: hashSecret(text), until: new Date(nowMs + invitationMs) } };
}

/** What a user may do, as it is or as a request changes it. */
interface UserRights {
  readonly role?: Role | undefined;
  readonly isOperator?: boolean | undefined;
}

/**
 * Requires that the caller has all scopes of these users, before and after a change, so that callers can neither grant more than they have
 * nor change a user who has more. The session of a user reaches real numbers, so a test key cannot change users.
 * @throws {Problem} `test_key`, `insufficient_scope`
 */
export function requireAssignable({ scopes, isTestKey }: Caller, ...users: readonly UserRights[]): void {
  if (isTestKey) reject('test_key', { details: 'A test key cannot change users. Use a live key.' });
  const missing = users.flatMap(scopesOf).filter((scope) => !scopes.includes(scope));
  if (missing.length === 0) return;
  const details = `This user has scopes that you do not have: ${[...new Set(missing)].join(', ')}.`;
  reject('insufficient_scope', { details });
}

const scopesOf = ({ role: name, isOperator: isMarked }: UserRights): readonly Scope[] => [
  ...(name === undefined ? [] : roles[name]),
  ...(isMarked === true ? (['operator'] as const) : []),
];
