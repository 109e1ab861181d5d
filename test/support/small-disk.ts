import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import path from 'node:path';

/** Makes the folder a disk of its own, in memory. False where that is not possible: it takes root on Linux. */
export function mountDisk(folder: string, bytes: number): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Although files on it may still be open. */
export function unmountDisk(folder: string): void {
  execFileSync('umount', ['-l', folder]);
}

/** Until no byte is free; the answer frees them again. */
export function fillDisk(folder: string): () => void {
  const filler = path.join(folder, 'filler');
  const file = openSync(filler, 'w');
  const piece = Buffer.alloc(1 << 20);
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(folder);
      if (bavail === 0) break;
      writeSync(file, piece, 0, Math.min(piece.length, bavail * bsize));
    }
  } catch {
    // Others were faster: it is full.
  }
  closeSync(file);
  return () => rmSync(filler);
}
