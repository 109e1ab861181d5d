/** A data folder that another process works on. The message says which process, and what to do. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';

  constructor(holder: string, folder: string) {
    super(
      `Another Parley, ${holder}, is using ${folder}. Stop it first, or set PARLEY_DATA_DIR to another folder.`,
    );
  }
}
