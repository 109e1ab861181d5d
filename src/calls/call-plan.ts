import type { AgentInLanguage } from '../domain/agent.ts';
import type { Customer } from '../domain/call.ts';
import type { FlowGraph } from '../domain/flow/flow.ts';
import type { FlowContext, VariableValue } from '../domain/flow/protocol.ts';
import { hasLanguage } from '../domain/languages/language.ts';
import { languageOf } from '../domain/languages/languages.ts';
import { servicePhrases } from '../domain/service-phrases.ts';
import type { Purpose } from '../domain/calling-hours/purpose.ts';
import type { WorkspaceHours } from '../domain/calling-hours/workspace-hours.ts';

/** All parameters of a call that are known before it starts. */
export interface CallPlan extends WorkspaceHours {
  readonly callId: string;
  readonly roomName: string;
  readonly workspaceId: string;
  readonly direction: 'outbound' | 'inbound';
  readonly agentId: string;
  /** With the overrides of the call applied, and the texts of the language of the call. */
  readonly agent: AgentInLanguage;
  readonly flow: FlowGraph;
  readonly customer: Customer;
  readonly customerNumber: string;
  /** Defaults to `unspecified`. */
  readonly purpose?: Purpose | undefined;
  /**
   * Times of the outbound calls to the customer in the last 30 days (Unix ms), including this one if it is outbound; omitted if unknown. Some calling
   * rules limit the number of calls.
   */
  readonly recentCallsMs?: readonly number[] | undefined;
  readonly dynamic: Readonly<Record<string, VariableValue>>;
  /**
   * IANA time zone for times that the customer says, such as "tomorrow at ten". It is the time zone of the customer record, else of the agent, else
   * of the workspace. `CalleeTimeResolver` may replace it.
   */
  readonly timezone: string;
  /** Whether the time zone is inferred. Omitted if it is known. */
  readonly isZoneInferred?: boolean;
  /**
   * Returns the first instant from `atMs` on at which the customer may be called back (Unix ms); undefined if unknown. Omitted if there is no limit.
   */
  readonly nextAllowed?: (atMs: number) => number | undefined;
  readonly record: boolean;
  /** Counted from the moment at which the call is answered. */
  readonly maxDurationMs: number;
}

/** Returns the plan after another agent has taken over the call. `variables`: the values of the flows so far, which the next flow can use. */
export function planAfterHandoff(
  plan: CallPlan,
  { agentId, agent, flow }: Pick<CallPlan, 'agentId' | 'agent' | 'flow'>,
  variables: CallPlan['dynamic'],
): CallPlan {
  const known = Object.entries(variables).filter(([, value]) => value !== null);
  return { ...plan, agentId, agent, flow, dynamic: { ...plan.dynamic, ...Object.fromEntries(known) } };
}

/** The flow of agents without a flow: no nodes, one conversation with the agent's language model. */
export const conversationOnlyFlow: FlowGraph = { startNodeId: null, variables: {}, nodes: [], edges: [] };

/** Returns the read-only values of a flow: time, call variables, customer and agent. */
export function flowContext(plan: CallPlan, nowMs: number): FlowContext {
  const { name, email, externalId, timezone } = plan.customer;
  return {
    nowMs,
    language: languageOf(plan.agent.language),
    isLanguageUnknown: !hasLanguage(plan.agent.language),
    timezone: plan.timezone,
    ...(plan.isZoneInferred !== undefined && { isZoneInferred: plan.isZoneInferred }),
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
    phrases: servicePhrases(plan.agent),
  };
}
