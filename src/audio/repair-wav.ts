import { open, type FileHandle } from 'node:fs/promises';
import { parseWav, wavHeader, wavHeaderBytes, WavError } from './wav-header.ts';

const bytesPerSample = 2;

/**
 * Repairs a WAV file whose writer crashed: writes the actual size into the header and removes an incomplete last frame.
 * Repeating the repair changes nothing. Returns the duration of the audio in ms; 0 if the file holds only a header.
 * @throws {WavError} if the file does not begin with a 44-byte header of 16-bit PCM
 * @throws {Error} of the file system
 */
export async function repairWav(file: string): Promise<number> {
  const handle = await open(file, 'r+');
  try {
    return await repair(handle);
  } finally {
    await handle.close();
  }
}

async function repair(handle: FileHandle): Promise<number> {
  const { sampleRate, channels } = await readFormat(handle);
  const bytesPerFrame = channels * bytesPerSample;
  const { size } = await handle.stat();
  const frames = Math.floor((size - wavHeaderBytes) / bytesPerFrame);
  const dataBytes = frames * bytesPerFrame;
  await handle.write(wavHeader({ sampleRate, channels, dataBytes }), 0, wavHeaderBytes, 0);
  await handle.truncate(wavHeaderBytes + dataBytes);
  await handle.datasync();
  return (frames * 1000) / sampleRate;
}

async function readFormat(handle: FileHandle): Promise<{ sampleRate: number; channels: number }> {
  const header = new Uint8Array(wavHeaderBytes);
  const { bytesRead } = await handle.read(header, 0, wavHeaderBytes, 0);
  if (bytesRead < wavHeaderBytes) throw new WavError('The WAV header is truncated.');
  return parseWav(header);
}
