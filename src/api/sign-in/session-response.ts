import { z } from 'zod';
import { exampleId, idOf } from '../../domain/fields.ts';
import { roleNames, roles } from '../../domain/roles.ts';
import type { ApiSettings } from '../context.ts';
import type { UserRow } from '../../store/users.ts';

export const SessionResponse = z
  .object({
    id: idOf('session'),
    user: z
      .object({
        id: idOf('user'),
        email: z.string().meta({ description: 'An email address.', examples: ['ada@example.com'] }),
        name: z.string().meta({ description: 'The name of the user.', examples: ['Ada Lovelace'] }),
        role: z.enum(roleNames).meta({
          description: 'The role of the user: `owner`, `admin`, `operator` or `viewer`.',
        }),
      })
      .meta({ description: 'The signed-in user.' }),
    scopes: z.array(z.string()).meta({
      description:
        'Scopes of the user, as for API keys. `operator` has an effect in the home workspace only.',
    }),
    workspaceId: z.string().meta({
      description: 'Home workspace of the user.',
      examples: [exampleId('workspace')],
    }),
    workspaceIds: z.array(z.string()).meta({ description: 'Workspaces that `x-workspace-id` may select.' }),
    maxFileBytes: z.int().meta({
      description: 'The size limit of CSV files on this server, as in `PARLEY_CSV_MAX_BYTES`.',
      examples: [268_435_456],
    }),
  })
  .meta({ id: 'Session' });

export function toSessionResponse(
  sessionId: string,
  user: UserRow,
  { csvLimits }: Pick<ApiSettings, 'csvLimits'>,
): z.input<typeof SessionResponse> {
  const { id, email, name, role, isOperator, workspaceId, workspaceIds } = user;
  return {
    id: sessionId,
    user: { id, email, name, role },
    scopes: isOperator ? [...roles[role], 'operator'] : [...roles[role]],
    workspaceId,
    workspaceIds: [workspaceId, ...workspaceIds],
    maxFileBytes: csvLimits.maxBytes,
  };
}
