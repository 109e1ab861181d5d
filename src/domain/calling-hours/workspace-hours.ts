import type { CallingWindow } from './calling-window.ts';

/** The calling hours that apply to a workspace. */
export interface WorkspaceHours {
  /** `off`: legal calling hours do not apply, by choice of the owner; legal limits on calls to one person do. */
  readonly callingHours: 'law' | 'off';
  /** The calling window of the workspace, in addition to the legal hours; null if it has none. */
  readonly callingWindow: CallingWindow | null;
}
