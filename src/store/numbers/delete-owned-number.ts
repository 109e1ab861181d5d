import type { Queryable, Statement } from '../queryable.ts';

/** Agents that called from it have no number afterwards. */
const statement: Statement = {
  name: 'delete_owned_number',
  text: `with gone as (delete from phone_numbers where workspace_id = $1 and id = $2 returning e164),
    freed as (
      update agents set phone_number = null, config = jsonb_set(config, '{phoneNumber}', 'null'), version = version + 1
      where workspace_id = $1 and phone_number in (select e164 from gone) returning *),
    kept as (
      insert into agent_versions (workspace_id, agent_id, version, config, created_at)
      select workspace_id, id, version, config, now() from freed)
    select e164 from gone`,
};

/** Whether there was such a number. */
export async function deleteOwnedNumber(
  db: Queryable,
  { workspaceId, numberId }: { readonly workspaceId: string; readonly numberId: string },
): Promise<boolean> {
  return (await db.row(statement, [workspaceId, numberId])) !== undefined;
}
