import { noModel } from '../../domain/agent.ts';
import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'find_agents_without_model',
  text: `select id, name from agents where workspace_id = $1 and flow_id = $2 and config->>'model' = $3
      and not coalesce(config->'modelSettings'->'fallbackModels', '[]') @? '$[*] ? (@ != "${noModel}")'
    order by id limit 5`,
};

/** Finds the first five agents of a flow that name no language model. */
export function findAgentsWithoutModel(
  db: Queryable,
  { workspaceId, flowId }: { readonly workspaceId: string; readonly flowId: string },
): Promise<{ readonly id: string; readonly name: string }[]> {
  return db.rows(statement, [workspaceId, flowId, noModel]);
}
