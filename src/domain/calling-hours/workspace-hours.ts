import type { CallingWindow } from '../batches/batch.ts';

/** To which hours a workspace is held, and holds itself. */
export interface WorkspaceHours {
  /** `off`: not to those of the law, by choice of its owner. */
  readonly callingHours: 'law' | 'off';
  /** Its own, within those of the law; null: none. */
  readonly callingWindow: CallingWindow | null;
}
