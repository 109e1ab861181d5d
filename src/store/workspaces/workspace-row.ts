import type { RatePlan } from '../../domain/rate-plan.ts';
import type { WorkspaceHours } from '../../domain/calling-hours/workspace-hours.ts';

export interface WorkspaceRow extends WorkspaceHours {
  readonly id: string;
  readonly name: string;
  readonly plan: RatePlan;
  /** IANA. */
  readonly timezone: string;
  /** Whether single calls outside the calling hours are placed with a warning, or refused. */
  readonly singleCallsOutsideHours: 'warn' | 'refuse';
  /** Whether this is the operator's workspace, in which the scope `operator` has an effect. */
  readonly isOperator: boolean;
  /** Prefixes of E.164 numbers that the workspace may add itself. */
  readonly ownNumberPrefixes: readonly string[];
  /** Whether the operator lets the workspace send messages from the shared senders of the installation. */
  readonly sharedSender: boolean;
  readonly settings: Record<string, unknown>;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const workspaceColumns = `id, name, plan, timezone, calling_hours as "callingHours",
  own_window as "callingWindow", single_calls_outside_hours as "singleCallsOutsideHours", is_operator as "isOperator",
  own_number_prefixes as "ownNumberPrefixes", shared_sender as "sharedSender", settings,
  created_at as "createdAt", updated_at as "updatedAt"`;
