import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandError, type Output } from './output.ts';

/**
 * Writes the body of a response to a file, completely or not at all.
 * @throws {CommandError} if the folder of the file does not exist or cannot be written
 */
export async function writeResponse(response: Response, file: string): Promise<void> {
  const part = `${file}.part`;
  try {
    await pipeline(Readable.fromWeb(response.body!), createWriteStream(part));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === undefined || (syscall !== 'open' && syscall !== 'rename')) throw error;
    const reason = code === 'ENOENT' ? 'its folder does not exist' : code;
    throw new CommandError(`${file} cannot be written: ${reason}.`, { cause: error });
  }
}

/** Writes the body of a response to a file and reports its path, or writes it to standard output if `file` is undefined or `-`. */
export async function saveResponse(
  response: Response,
  file: string | undefined,
  output: Output,
  stdout: NodeJS.WritableStream,
): Promise<void> {
  if (file === undefined || file === '-')
    return pipeline(Readable.fromWeb(response.body!), stdout, { end: false });
  await writeResponse(response, file);
  output.line(file);
  output.result({ file });
}
