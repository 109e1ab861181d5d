import { z } from 'zod';
import { roleNames, roles } from '../../domain/roles.ts';
import type { UserRow } from '../../store/users.ts';

export const SessionResponse = z
  .object({
    id: z.string(),
    user: z.object({
      id: z.string(),
      email: z.string(),
      name: z.string(),
      role: z.enum(roleNames),
    }),
    scopes: z.array(z.string()).meta({
      description:
        'Scopes of the user, as for API keys. `operator` has an effect in the home workspace only.',
    }),
    workspaceId: z.string().meta({ description: 'Home workspace of the user.' }),
    workspaceIds: z.array(z.string()).meta({ description: 'Workspaces that `x-workspace-id` may select.' }),
  })
  .meta({ id: 'Session' });

export function toSessionResponse(sessionId: string, user: UserRow): z.input<typeof SessionResponse> {
  const { id, email, name, role, isOperator, workspaceId, workspaceIds } = user;
  return {
    id: sessionId,
    user: { id, email, name, role },
    scopes: isOperator ? [...roles[role], 'operator'] : [...roles[role]],
    workspaceId,
    workspaceIds: [workspaceId, ...workspaceIds],
  };
}
