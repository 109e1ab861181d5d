import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { mergePeaks, peakIntervalMs, peaksOf, peaksPath } from '../../contracts/recording-peaks.ts';
import type { FileReader } from '../../core/encrypted-file.ts';
import { newId } from '../../core/ids.ts';
import { reject } from '../../core/problems.ts';
import { endpoint } from '../endpoint.ts';
import { queryInteger } from '../paging.ts';
import { callParameter } from './call-response.ts';
import { openRecording } from './get-recording.ts';

const maxValuesDefault = 2_000;

const peaks = z.array(z.int().min(0).max(255));

const RecordingPeaksResponse = z
  .object({
    intervalMs: z.number().meta({ description: 'The time of each value in milliseconds.', examples: [20] }),
    customer: peaks.meta({
      description: 'The highest level of the customer in each interval: 0 for silence, 255 for full scale.',
      examples: [[0, 12, 140]],
    }),
    agent: peaks.meta({
      description: 'The highest level of the agent in each interval.',
      examples: [[90, 35, 0]],
    }),
  })
  .meta({ id: 'RecordingPeaks' });

export const getRecordingPeaks = endpoint({
  method: 'GET',
  path: '/api/v1/calls/{callId}/recording/peaks',
  operationId: 'getRecordingPeaks',
  tag: 'Calls',
  summary: 'Get the waveform of a recording',
  description:
    'Returns the level of each side over time, from which a waveform is drawn without the audio. Available after the call has ended.',
  scope: 'recordings:read',
  sendsConcurrencyHeaders: true,
  parameters: callParameter,
  query: z.strictObject({
    maxValues: queryInteger(1, 20_000)
      .optional()
      .meta({
        description: `The most values per side: the interval grows with the length of the recording. Default: ${maxValuesDefault}.`,
      }),
  }),
  reply: RecordingPeaksResponse,
  errorCodes: ['recording_not_found', 'secret_key_unavailable'],

  async handle({ caller: { workspaceId }, path: { callId }, query }, context) {
    const { file, filePath } = await openRecording({ workspaceId, callId }, context);
    try {
      const values = await readPeaks(file, peaksPath(filePath));
      return mergePeaks(values, query.maxValues ?? maxValuesDefault);
    } finally {
      await file.close();
    }
  },
});

/** Offsets in the header of a recording: that of `src/audio/wav-header.ts`. */
const header = { bytes: 44, channels: 22, sampleRate: 24 } as const;
const bytesPerSampleOfBothSides = 4;
const framesPerRead = 200;

/** Returns the peaks of a recording. If the file with peaks is missing or incomplete, they are computed from the audio and stored. */
async function readPeaks(file: FileReader, peaksFile: string): Promise<Uint8Array> {
  const frameSamples = await readFrameSamples(file);
  const frameBytes = frameSamples * bytesPerSampleOfBothSides;
  const frames = Math.floor((file.size - header.bytes) / frameBytes);
  const stored = await readFile(peaksFile).catch(() => undefined);
  if (stored?.length === frames * 2) return stored;
  const computed = await computePeaks(file, frames, frameSamples);
  await storePeaks(peaksFile, computed);
  return computed;
}

async function readFrameSamples(file: FileReader): Promise<number> {
  const buffer = Buffer.alloc(header.bytes);
  const bytesRead = await file.read(buffer, 0);
  if (bytesRead < header.bytes || buffer.toString('latin1', 0, 4) !== 'RIFF') reject('recording_not_found');
  const frameSamples = (buffer.readUInt32LE(header.sampleRate) * peakIntervalMs) / 1000;
  if (buffer.readUInt16LE(header.channels) !== 2 || frameSamples < 1 || !Number.isInteger(frameSamples))
    reject('recording_not_found');
  return frameSamples;
}

/** Reads the audio in parts, so that other requests run in between. */
async function computePeaks(file: FileReader, frames: number, frameSamples: number): Promise<Uint8Array> {
  const computed = new Uint8Array(frames * 2);
  const samples = new Int16Array(framesPerRead * frameSamples * 2);
  const bytes = new Uint8Array(samples.buffer);
  const frameBytes = frameSamples * bytesPerSampleOfBothSides;
  for (let frame = 0; frame < frames; frame += framesPerRead) {
    const position = header.bytes + frame * frameBytes;
    const bytesRead = await file.read(bytes, position);
    const read = peaksOf(samples.subarray(0, bytesRead / 2), frameSamples);
    computed.set(read.subarray(0, (frames - frame) * 2), frame * 2);
    if (bytesRead < bytes.length) break;
  }
  return computed;
}

/** Stores the peaks for the next request. Without free disk space, that request computes them again. */
async function storePeaks(peaksFile: string, values: Uint8Array): Promise<void> {
  const temporary = `${peaksFile}.${newId('request')}`;
  try {
    await writeFile(temporary, values, { mode: 0o600 });
    await rename(temporary, peaksFile);
  } catch {
    return;
  }
}
