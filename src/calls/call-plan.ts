import type { AgentConfig } from '../domain/agent.ts';
import type { Customer } from '../domain/call.ts';
import type { FlowGraph } from '../domain/flow/flow.ts';
import type { FlowContext, VariableValue } from '../domain/flow/protocol.ts';
import type { Purpose } from '../domain/calling-hours/purpose.ts';
import type { WorkspaceHours } from '../domain/calling-hours/workspace-hours.ts';

/** Everything about a call that is settled before it begins. */
export interface CallPlan extends WorkspaceHours {
  readonly callId: string;
  readonly workspaceId: string;
  readonly direction: 'outbound' | 'inbound';
  readonly agentId: string;
  /** With the call's own overrides in it. */
  readonly agent: AgentConfig;
  readonly flow: FlowGraph;
  readonly customer: Customer;
  readonly customerNumber: string;
  /** Omitted: `unspecified`. */
  readonly purpose?: Purpose | undefined;
  /** When the customer was dialed in the last 30 days (Unix ms), this call included, where a rule counts that; omitted: not known. */
  readonly earlierCallsMs?: readonly number[] | undefined;
  readonly dynamic: Readonly<Record<string, VariableValue>>;
  /** IANA: in which the customer means "tomorrow at ten". Their own, else that of the agent or the workspace, until `CalleeTimes` finds better. */
  readonly timezone: string;
  /** Nobody told the zone. Left out: it is known. */
  readonly isZoneGuessed?: boolean;
  /** The next instant from this one on at which the customer may be called (Unix ms). Left out: at any time. */
  readonly nextAllowed?: (atMs: number) => number | undefined;
  readonly record: boolean;
  /** From the answer on. */
  readonly maxDurationMs: number;
}

/** A flow with no nodes: one conversation with the agent's personality. */
export const bareConversation: FlowGraph = { startNodeId: null, variables: {}, nodes: [], edges: [] };

/** What the flow may know besides its own variables, at one moment. */
export function flowContext(plan: CallPlan, nowMs: number): FlowContext {
  const { name, email, externalId, timezone } = plan.customer;
  return {
    nowMs,
    timezone: plan.timezone,
    ...(plan.isZoneGuessed !== undefined && { isZoneGuessed: plan.isZoneGuessed }),
    ...(plan.nextAllowed !== undefined && { nextAllowed: plan.nextAllowed }),
    dynamic: plan.dynamic,
    customer: {
      phone: plan.customerNumber,
      ...(name !== undefined && { name }),
      ...(email !== undefined && { email }),
      ...(externalId !== undefined && { externalId }),
      ...(timezone !== undefined && { timezone }),
    },
    agent: { name: plan.agent.name, id: plan.agentId },
  };
}
