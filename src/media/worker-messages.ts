import type { CallBuffers } from './call-memory.ts';
import type { RecordingResult } from './call-recorder.ts';
import type { MediaSettings } from './media-port.ts';
import type { StreamStart } from './outbound-audio.ts';
import type { WorkerLoad } from './worker-counters.ts';

/** The `workerData` of a media worker. */
export interface MediaWorkerData {
  readonly wakeSignal: Int32Array;
}

/** Commands from the main thread. Frequent data passes through `CallMemory` instead. `slot` identifies the call. */
export type WorkerCommand =
  | {
      readonly type: 'open';
      readonly slot: number;
      readonly memory: CallBuffers;
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
      readonly pauseMs: number;
    }
  | { readonly type: 'record'; readonly slot: number; readonly path: string }
  | { readonly type: 'close'; readonly slot: number }
  | { readonly type: 'shut-down' };

/** Reports to the main thread. */
export type WorkerReport =
  | { readonly type: 'ready' }
  | { readonly type: 'opened'; readonly slot: number }
  /** `code` is the system error code, for example `EADDRINUSE`. */
  | { readonly type: 'open-failed'; readonly slot: number; readonly code: string; readonly message: string }
  | {
      readonly type: 'recording-ended';
      readonly slot: number;
      readonly path: string;
      readonly result: RecordingResult;
    }
  /** A defect ended the media of this call; other calls continue. */
  | { readonly type: 'call-failed'; readonly slot: number; readonly error: Error }
  /** A defect outside any call. */
  | { readonly type: 'internal-error'; readonly error: Error }
  /** The last report of a slot, which is then free. */
  | { readonly type: 'closed'; readonly slot: number }
  | { readonly type: 'load'; readonly load: WorkerLoad };
