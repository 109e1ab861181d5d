export interface TraceWorkerStart {
  /** Absolute; only its owner may read it. */
  readonly folder: string;
  /** This process, and no other that ever was. */
  readonly nodeId: string;
}

/** To the worker. `trace` is JSON; undefined forgets the key. */
export type TraceCommand =
  | { readonly type: 'write'; readonly key: string; readonly trace: string | undefined }
  | { readonly type: 'reserve' | 'others' | 'close'; readonly id: number }
  | { readonly type: 'take-over'; readonly id: number; readonly nodeId: string };

/** From the worker. `written` answers each `write`; `failing` is the first failure of the disk in a row. */
export type TraceReport =
  | { readonly type: 'written' }
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failing'; readonly message: string };
