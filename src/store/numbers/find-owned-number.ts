import type { Queryable, Statement } from '../queryable.ts';
import { ownedNumberColumns, type OwnedNumberRow } from './owned-number-row.ts';

const byId: Statement = {
  name: 'find_owned_number',
  text: `select ${ownedNumberColumns} from phone_numbers where workspace_id = $1 and id = $2`,
};

const byE164: Statement = {
  name: 'find_owned_number_by_e164',
  text: `select ${ownedNumberColumns} from phone_numbers where e164 = $1`,
};

export function findOwnedNumber(
  db: Queryable,
  { workspaceId, numberId }: { readonly workspaceId: string; readonly numberId: string },
): Promise<OwnedNumberRow | undefined> {
  return db.row<OwnedNumberRow>(byId, [workspaceId, numberId]);
}

/** In the scope of `db`: the system's to learn whose number rings, a workspace's to learn whether it owns one. */
export function findOwnedNumberByE164(
  db: Queryable,
  { e164 }: { readonly e164: string },
): Promise<OwnedNumberRow | undefined> {
  return db.row<OwnedNumberRow>(byE164, [e164]);
}
