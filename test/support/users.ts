import { newId } from '../../src/core/ids.ts';
import { systemRandom } from '../../src/core/random.ts';
import type { Role } from '../../src/domain/roles.ts';
import { hashPassword } from '../../src/store/password.ts';
import { insertUser, type UserRow } from '../../src/store/users.ts';
import type { TestResponse, TestApi } from './api.ts';
import { noon } from './fixtures.ts';

export const password = 'correct horse battery';

let passwordHash: Promise<string> | undefined;

/** Adds a user with the password `password`. The default workspace is that of the fixture. */
export async function addUser(
  api: TestApi,
  role: Role,
  changes: { readonly workspaceId?: string; readonly email?: string; readonly isOperator?: boolean } = {},
): Promise<UserRow> {
  passwordHash ??= hashPassword(password, systemRandom);
  const { workspaceId = api.workspaceId, email, isOperator } = changes;
  const id = newId('user');
  const row = await insertUser(api.database.inWorkspace(workspaceId), {
    id,
    workspaceId,
    email: email ?? `${id}@example.org`,
    name: 'Ada',
    role,
    isOperator,
    passwordHash: await passwordHash,
    at: noon,
  });
  return row!;
}

/** The headers that a browser sends with each request of a same-origin page. */
export type BrowserHeaders = Readonly<Record<'cookie' | 'sec-fetch-site', string>>;

export const signIn = (
  api: TestApi,
  email: string,
  passwordText = password,
  headers = {},
): Promise<TestResponse> =>
  api.send('POST', '/v1/api/sessions', { key: null, body: { email, password: passwordText }, headers });

/** Returns the cookie of a response as the browser sends it. */
export function cookieOf({ headers }: Pick<TestResponse, 'headers'>): string {
  const setCookie = headers['set-cookie'] as unknown as string | readonly string[];
  return (Array.isArray(setCookie) ? String(setCookie.at(-1)) : String(setCookie)).split(';', 1)[0]!;
}

/** Adds a user with this role and signs in. */
export async function addSignedInUser(
  api: TestApi,
  role: Role,
  changes: { readonly isOperator?: boolean } = {},
): Promise<{ user: UserRow; headers: BrowserHeaders }> {
  const user = await addUser(api, role, changes);
  const cookie = cookieOf(await signIn(api, user.email));
  return { user, headers: { cookie, 'sec-fetch-site': 'same-origin' } };
}
