import type { Queryable, Statement } from '../queryable.ts';
import { userColumns, type UserRow } from './user-row.ts';

const statement: Statement = {
  name: 'find_user',
  text: `select ${userColumns} from users where workspace_id = $1 and id = $2`,
  isLookup: true,
};

export function findUser(
  db: Queryable,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<UserRow | undefined> {
  return db.row<UserRow>(statement, [workspaceId, userId]);
}
