import { open, type FileHandle } from 'node:fs/promises';
import { parseWav, wavHeader, wavHeaderBytes, WavError } from './wav-header.ts';

const bytesPerSample = 2;

/**
 * Gives a WAV file whose writer died a header that tells how much there is, and cuts off a frame that is not whole. Doing it twice
 * changes nothing. The length of the sound, in ms; 0 where there is a header and nothing else.
 * @throws {WavError} where the file does not begin with 44 bytes of a header of 16-bit PCM
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
  if (bytesRead < wavHeaderBytes) throw new WavError('The WAV file is cut short in its header.');
  return parseWav(header);
}
