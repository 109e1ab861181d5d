import type { Plan } from '../../domain/plan.ts';
import type { WorkspaceHours } from '../../domain/calling-hours/workspace-hours.ts';

export interface WorkspaceRow extends WorkspaceHours {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  /** IANA. */
  readonly timezone: string;
  /** Makes other workspaces and gives them their plans. */
  readonly isOperator: boolean;
  readonly settings: Record<string, unknown>;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const workspaceColumns = `id, name, plan, timezone, calling_hours as "callingHours",
  own_window as "callingWindow", is_operator as "isOperator", settings,
  created_at as "createdAt", updated_at as "updatedAt"`;
