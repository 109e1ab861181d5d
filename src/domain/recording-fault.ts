/**
 * The causes of a missing or incomplete recording. `disk_full`: the disk had too little space. `disk_slow`: parts are silent, or the
 * end was not written in time. `disk_error`: the file could not be written. `media_failed`: the media of the call failed. `unfinished`:
 * the call record was written before the file was complete. `node_lost`: the recording process ended before the call. `not_announced`:
 * the call ended before the notice of `stay_on_line` was played.
 */
export const recordingFaults = [
  'disk_full',
  'disk_slow',
  'disk_error',
  'media_failed',
  'unfinished',
  'node_lost',
  'not_announced',
] as const;

export type RecordingFault = (typeof recordingFaults)[number];
