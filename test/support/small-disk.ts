import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import path from 'node:path';

/** Mounts a disk in memory at the folder. Returns false if that is not possible; it requires root on Linux. */
export function mountDisk(folder: string, bytes: number): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Unmounts the disk, even if files on it are open. */
export function unmountDisk(folder: string): void {
  execFileSync('umount', ['-l', folder]);
}

/** Fills the disk. Returns a function that frees the space. */
export function fillDisk(folder: string): () => void {
  const filler = path.join(folder, 'filler');
  const file = openSync(filler, 'w');
  const block = Buffer.alloc(1 << 20);
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(folder);
      if (bavail === 0) break;
      writeSync(file, block, 0, Math.min(block.length, bavail * bsize));
    }
  } catch {
    // Another writer filled it.
  }
  closeSync(file);
  return () => rmSync(filler);
}
