import type { FieldFault } from '../../core/problems.ts';
import { columnsMissing, columnWarnings, type ReadFile } from '../../domain/batches/column-warnings.ts';
import { flowColumns, type FlowColumns } from '../../domain/batches/flow-variables.ts';
import { findAgent } from '../../store/agents/find-agent.ts';
import { findOwnNumbers } from '../../store/batches/find-own-numbers.ts';
import { findFlow } from '../../store/flows/find-flow.ts';
import type { Queryable } from '../../store/queryable.ts';
import { examineCall, type CallSurroundings } from '../calls/prepare-call.ts';
import { ownFault } from '../refuse-faults.ts';
import { sentFields, sentList } from '../sent-value.ts';

/**
 * What a batch of any shape says of its agent, its numbers and its time that only a look at the workspace shows. The rules for the
 * agent and the time are those of a single call.
 */
export async function batchFaults(where: CallSurroundings, sent: unknown): Promise<FieldFault[]> {
  const { agentId, scheduledAt, fromNumbers } = sentFields(sent);
  const { faults } = await examineCall(where, { agentId, scheduledAt });
  const own = new Set(await findOwnNumbers(where.db, where));
  const foreign = sentList(fromNumbers).flatMap((number, index) =>
    typeof number !== 'string' || own.has(number)
      ? []
      : [ownFault(`fromNumbers[${index}]`, 'number_not_owned')],
  );
  return [...faults, ...foreign];
}

const repeatMs = 24 * 3_600_000;

/** From this instant on a batch that was started keeps another with the same numbers from it. */
export const repeatsSince = (at: Date): Date => new Date(at.getTime() - repeatMs);

/** What the agent's calls make of columns; null where it has no call flow. Undefined where there is no such agent. */
export async function columnsOfAgent(
  db: Queryable,
  which: { readonly workspaceId: string; readonly agentId: string },
): Promise<FlowColumns | null | undefined> {
  const agent = await findAgent(db, which);
  if (agent === undefined) return undefined;
  const { flowId } = agent.config;
  const { workspaceId } = which;
  const flow = flowId === null ? undefined : await findFlow(db, { workspaceId, flowId });
  return flow?.definition.type === 'call' ? flowColumns(flow.definition, agent.config) : null;
}

/** What a file leaves open or brings along for nothing, as the flow sees it; without a flow there is nothing to tell. */
export const flowNotesOf = (report: ReadFile, flow: FlowColumns | null | undefined) => ({
  variablesMissing: flow ? columnsMissing(report, flow) : [],
  warnings: flow ? columnWarnings(report, flow) : [],
});
