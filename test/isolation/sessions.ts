import { createSessionSecret, sessionCookie } from '../../src/api/sign-in/session-cookie.ts';
import { hashSecret, maxSessionAgeMs } from '../../src/api/sign-in/session-rules.ts';
import { newId } from '../../src/core/ids.ts';
import { systemRandom } from '../../src/core/random.ts';
import type { Role } from '../../src/domain/roles.ts';
import type { Database } from '../../src/store/database.ts';
import { insertSession } from '../../src/store/sessions.ts';

interface SignedIn {
  readonly workspaceId: string;
  readonly role: Role;
  readonly at: Date;
}

/** Creates a user and a session, and returns the headers that the user's browser sends from a page of the same site. */
export async function signIn(
  database: Database,
  { workspaceId, role, at }: SignedIn,
): Promise<Readonly<Record<string, string>>> {
  const userId = newId('user');
  const scope = database.inWorkspace(workspaceId);
  await scope.execute(
    {
      text: `insert into users (id, workspace_id, email, role, password_hash, created_at, updated_at)
        values ($1, $2, $3, $4, 'none', $5, $5)`,
    },
    [userId, workspaceId, `${userId.toLowerCase()}@people.example`, role, at],
  );
  const secret = createSessionSecret(systemRandom);
  await insertSession(scope, {
    id: newId('session'),
    workspaceId,
    userId,
    seriesHash: hashSecret(secret.series),
    tokenHash: hashSecret(secret.token),
    passwordHash: 'none',
    expiresAt: new Date(at.getTime() + maxSessionAgeMs),
    ip: '127.0.0.1',
    userAgent: undefined,
    at,
  });
  const [cookie] = sessionCookie({}, secret, 60).split(';');
  return { cookie: cookie!, 'sec-fetch-site': 'same-origin' };
}
