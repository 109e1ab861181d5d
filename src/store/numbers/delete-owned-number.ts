import { agentColumns, type AgentRow } from '../agents/agent-row.ts';
import type { Queryable, Statement } from '../queryable.ts';

/** Also removes the number from agents that have it. */
const statement: Statement = {
  name: 'delete_owned_number',
  text: `with deleted as (delete from phone_numbers where workspace_id = $1 and id = $2 returning e164),
    updated as (
      update agents set phone_number = null, config = jsonb_set(config, '{phoneNumber}', 'null'), version = version + 1,
        updated_at = $3
      where workspace_id = $1 and phone_number in (select e164 from deleted) returning *),
    versions as (
      insert into agent_versions (workspace_id, agent_id, version, config, created_at)
      select workspace_id, id, version, config, updated_at from updated)
    select ${agentColumns} from deleted left join updated on true`,
};

/** Deletes a number. Returns the agents that have a new version without it, or undefined if the number does not exist. */
export async function deleteOwnedNumber(
  db: Queryable,
  number: { readonly workspaceId: string; readonly numberId: string; readonly at: Date },
): Promise<readonly AgentRow[] | undefined> {
  const rows = await db.rows<AgentRow | { readonly id: null }>(statement, [
    number.workspaceId,
    number.numberId,
    number.at,
  ]);
  return rows.length === 0 ? undefined : rows.filter((row) => row.id !== null);
}
