/** The `workerData` of the dialog log worker. */
export interface DialogLogWorkerData {
  /** Absolute path; only its owner can read it. */
  readonly folder: string;
  /** Unique to this process. */
  readonly nodeId: string;
}

/** Commands to the worker. `entry` is JSON; `undefined` removes the key. */
export type DialogLogCommand =
  | { readonly type: 'write'; readonly key: string; readonly entry: string | undefined }
  | { readonly type: 'preallocate' | 'other-nodes' | 'close'; readonly id: number }
  | { readonly type: 'take-over'; readonly id: number; readonly nodeId: string };

/**
 * Reports of the worker. `written` confirms each `write`; `write-failed` reports the first of consecutive disk
 * failures.
 */
export type DialogLogReport =
  | { readonly type: 'written' }
  | { readonly type: 'response'; readonly id: number; readonly value: unknown }
  | { readonly type: 'write-failed'; readonly message: string };
