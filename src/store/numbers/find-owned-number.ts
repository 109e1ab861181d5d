import type { Queryable, Statement } from '../queryable.ts';
import { ownedNumberColumns, type OwnedNumberRow } from './owned-number-row.ts';

const byId: Statement = {
  name: 'find_owned_number',
  text: `select ${ownedNumberColumns} from phone_numbers where workspace_id = $1 and id = $2`,
  isLookup: true,
};

const ofWorkspace: Statement = {
  name: 'find_owned_number_of_workspace',
  text: `select ${ownedNumberColumns} from phone_numbers where workspace_id = $1 and e164 = $2`,
  isLookup: true,
};

const byE164: Statement = {
  name: 'find_owned_number_by_e164',
  text: `select ${ownedNumberColumns} from phone_numbers where e164 = $1`,
  isLookup: true,
};

export function findOwnedNumber(
  db: Queryable,
  { workspaceId, numberId }: { readonly workspaceId: string; readonly numberId: string },
): Promise<OwnedNumberRow | undefined> {
  return db.row<OwnedNumberRow>(byId, [workspaceId, numberId]);
}

/** Returns a number of the workspace, or undefined if the workspace does not own it. */
export function findOwnedNumberOfWorkspace(
  db: Queryable,
  { workspaceId, e164 }: { readonly workspaceId: string; readonly e164: string },
): Promise<OwnedNumberRow | undefined> {
  return db.row<OwnedNumberRow>(ofWorkspace, [workspaceId, e164]);
}

/** Returns a number of any workspace. `db` is the system's scope. */
export function findOwnedNumberByE164(
  db: Queryable,
  { e164 }: { readonly e164: string },
): Promise<OwnedNumberRow | undefined> {
  return db.row<OwnedNumberRow>(byE164, [e164]);
}
