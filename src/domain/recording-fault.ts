import { namedEnum } from './fields.ts';

export const recordingFaults = [
  'disk_full',
  'disk_slow',
  'disk_error',
  'media_failed',
  'unfinished',
  'node_lost',
  'not_announced',
  'refused',
] as const;

export type RecordingFault = (typeof recordingFaults)[number];

export const recordingFault = namedEnum(recordingFaults, {
  id: 'RecordingFault',
  title: 'Recording fault',
  description: 'The reason for a missing or incomplete recording.',
  values: {
    disk_full: 'The disk had less than 32 MiB of free space.',
    disk_slow: 'The disk was too slow: parts are silent, or the end is missing.',
    disk_error: 'The file could not be written.',
    media_failed: 'The media thread of the call failed.',
    unfinished: 'The call ended before the file was complete.',
    node_lost: 'The server crashed during the call.',
    not_announced:
      'The call ended before the recording notice was played or the question for consent was answered, so nothing was recorded.',
    refused: 'The customer did not consent to the recording, so nothing was recorded.',
  },
  example: 'disk_full',
});
