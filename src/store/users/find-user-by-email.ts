import type { Queryable, Statement } from '../queryable.ts';
import { userColumns, type UserRow } from './user-row.ts';

const statement: Statement = {
  name: 'find_user_by_email',
  text: `select ${userColumns} from users where email = lower($1)`,
};

/** Finds a user in any workspace. `db` is the system's scope. */
export function findUserByEmail(
  db: Queryable,
  { email }: { readonly email: string },
): Promise<UserRow | undefined> {
  return db.row<UserRow>(statement, [email]);
}
