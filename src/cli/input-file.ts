import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { UsageError } from './output.ts';

/** Returns the error for an input file that cannot be read. */
export function fileFault(file: string, error: unknown): UsageError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new UsageError(`There is no file ${file}.`, { cause: error });
  if (code === 'EISDIR') return new UsageError(`${file} is a folder.`, { cause: error });
  if (code === 'EACCES') return new UsageError(`Permission to read ${file} is denied.`, { cause: error });
  return new UsageError(`${file} cannot be read: ${message}`, { cause: error });
}

/**
 * Reads a JSON file; `-` is standard input.
 * @throws {UsageError} if it cannot be read or is not JSON
 */
export async function readJsonFile(file: string): Promise<unknown> {
  const isStandardInput = file === '-';
  const name = isStandardInput ? 'Standard input' : file;
  const content = isStandardInput
    ? await text(process.stdin)
    : await readFile(file, 'utf8').catch((error: unknown) => {
        throw fileFault(file, error);
      });
  if (content.trim() === '') throw new UsageError(`${name} is empty. Write one JSON object.`);
  try {
    return JSON.parse(content.replace(/^\uFEFF/, '')) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${name} is not JSON: ${reason}`, { cause: error });
  }
}
