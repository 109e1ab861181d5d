import type { RecordingResult } from './call-recorder.ts';
import type { MediaSettings } from './media-port.ts';
import type { StreamStart } from './outbound-audio.ts';
import type { WorkerLoad } from './worker-counters.ts';

/** Given to a worker when it starts. */
export interface WorkerStart {
  readonly doorbell: Int32Array;
}

/** From the main thread. Whatever happens often goes through `CallMemory` instead. `slot` names the call. */
export type WorkerCommand =
  | {
      readonly type: 'open';
      readonly slot: number;
      readonly memory: SharedArrayBuffer;
      readonly localAddress: string;
      readonly localPort: number;
      readonly stream: StreamStart;
      readonly canonicalName: string;
    }
  | { readonly type: 'configure'; readonly slot: number; readonly settings: MediaSettings }
  | {
      readonly type: 'send-digits';
      readonly slot: number;
      readonly digits: string;
      readonly waitMs: number;
    }
  | { readonly type: 'record'; readonly slot: number; readonly path: string }
  | { readonly type: 'close'; readonly slot: number }
  | { readonly type: 'shut-down' };

/** To the main thread. */
export type WorkerReport =
  | { readonly type: 'ready' }
  | { readonly type: 'opened'; readonly slot: number }
  /** `code` is the system's, `EADDRINUSE` for one. */
  | { readonly type: 'open-failed'; readonly slot: number; readonly code: string; readonly message: string }
  | {
      readonly type: 'recording-ended';
      readonly slot: number;
      readonly path: string;
      readonly result: RecordingResult;
    }
  /** A defect of ours ended this call's media; the others go on. */
  | { readonly type: 'call-failed'; readonly slot: number; readonly error: Error }
  /** A defect that no call in particular met. */
  | { readonly type: 'internal-error'; readonly error: Error }
  /** The last of a slot, which may be used again. */
  | { readonly type: 'closed'; readonly slot: number }
  | { readonly type: 'load'; readonly load: WorkerLoad };
