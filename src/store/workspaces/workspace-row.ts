import type { CallingWindow } from '../../domain/batches/batch.ts';
import type { Plan } from '../../domain/plan.ts';

export interface WorkspaceRow {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  /** IANA. */
  readonly timezone: string;
  readonly callingHours: 'law' | 'off';
  /** Its own hours, within those of the law; null: none. */
  readonly callingWindow: CallingWindow | null;
  /** Makes other workspaces and gives them their plans. */
  readonly isOperator: boolean;
  readonly settings: Record<string, unknown>;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const workspaceColumns = `id, name, plan, timezone, calling_hours as "callingHours",
  own_window as "callingWindow", is_operator as "isOperator", settings,
  created_at as "createdAt", updated_at as "updatedAt"`;
