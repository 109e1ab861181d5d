import { mkdir } from 'node:fs/promises';

/** Creates a private folder, unless it exists. Creates only this folder: a removed data folder is not created again. */
export async function createFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
