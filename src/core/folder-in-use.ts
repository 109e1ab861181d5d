/** Thrown if another process uses the data folder. The message names the process and states what to do. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';

  constructor(holder: string, folder: string) {
    super(
      `Another Parley, ${holder}, is using ${folder}. Stop it first, or set PARLEY_DATA_DIR to another folder.`,
    );
  }
}
