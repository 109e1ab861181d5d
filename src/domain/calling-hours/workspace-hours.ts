import type { CallingWindow } from './calling-window.ts';

/** To which hours a workspace is held, and holds itself. */
export interface WorkspaceHours {
  /** `off`: the hours of the law do not bind it, by choice of its owner; limits of calls to one person do. */
  readonly callingHours: 'law' | 'off';
  /** Its own, within those of the law; null: none. */
  readonly callingWindow: CallingWindow | null;
}
