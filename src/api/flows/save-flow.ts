import { isDeepStrictEqual } from 'node:util';
import { FlowInput } from '../../domain/flow/flow.ts';
import { type FlowRow, updateFlow } from '../../store/flows.ts';
import type { Queryable } from '../../store/queryable.ts';
import { flowFaults, flowProblem } from './flow-faults.ts';
import { publishFlowEvent } from './publish-flow-event.ts';

/** A definition, of any shape, that replaces that of `current`. */
export interface FlowSave {
  readonly current: FlowRow;
  readonly whole: unknown;
  /** The changed part of `whole`. */
  readonly sent: unknown;
  /** The key or user. */
  readonly changedBy: string;
  readonly at: Date;
}

/**
 * Validates and stores a new version of a flow, and publishes its event. Returns the current row if nothing changes, and undefined if another
 * request changed the flow since `current`.
 * @throws {Problem} with all faults
 */
export async function saveFlow(
  tx: Queryable,
  { current, whole, sent, changedBy, at }: FlowSave,
): Promise<FlowRow | undefined> {
  const { workspaceId, id: flowId, version } = current;
  const faults = await flowFaults(tx, workspaceId, whole, { sent, current: { ...current, flowId } });
  const problem = flowProblem(faults);
  if (problem !== undefined) throw problem;
  const definition = FlowInput.parse(whole);
  if (isDeepStrictEqual(definition, current.definition)) return current;
  const changed = await updateFlow(tx, { workspaceId, flowId, version, definition, changedBy, at });
  if (changed !== undefined) await publishFlowEvent(tx, 'flow.updated', changed, at);
  return changed;
}
