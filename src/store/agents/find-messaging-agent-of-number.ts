import type { Queryable, Statement } from '../queryable.ts';
import { agentColumns, type AgentRow } from './agent-row.ts';

const statement: Statement = {
  name: 'find_messaging_agent_of_number',
  text: `select ${agentColumns} from agents
    where (workspace_id, phone_number) in (select workspace_id, e164 from phone_numbers where e164 = any($1))
      and type = 'messaging' and status = 'active' and flow_id is not null
    order by created_at desc, id desc limit 1`,
};

/**
 * Returns the newest active messaging agent with a flow that has one of the numbers, in the workspace that owns the number. `db` must be in the system
 * scope.
 */
export function findMessagingAgentOfNumber(
  db: Queryable,
  { numbers }: { readonly numbers: readonly string[] },
): Promise<AgentRow | undefined> {
  return db.row<AgentRow>(statement, [numbers]);
}
