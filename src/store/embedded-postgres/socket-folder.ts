import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chownTo } from './launcher.ts';

/** Port in the name of the socket. The server listens on no TCP port. */
export const socketPort = 5432;

/** Maximum path length, without the final zero of sun_path: 108 bytes on Linux, 104 on macOS and BSD. */
const maxSocketPathBytes = process.platform === 'linux' ? 107 : 103;

/**
 * Creates the folder of the server's socket, without access for other users: `run` in `root` or, if that path is too long,
 * a folder in the temporary folder whose name is derived from `root` and `owner`.
 */
export async function prepareSocketFolder(root: string, owner: number | undefined): Promise<string> {
  const folder = socketFolderFor(root, owner);
  const isInside = folder.startsWith(root);
  await mkdir(folder, { mode: 0o700, recursive: isInside }).catch(ignoreExisting);
  await rejectForeignFolder(folder, isInside ? undefined : [process.getuid?.(), owner]);
  await chownTo(folder, owner);
  await chmod(folder, 0o700);
  return folder;
}

function socketFolderFor(root: string, owner: number | undefined): string {
  const preferred = path.join(root, 'run');
  const socket = path.join(preferred, `.s.PGSQL.${socketPort}`);
  if (Buffer.byteLength(socket) <= maxSocketPathBytes) return preferred;
  const name = createHash('sha256')
    .update(owner === undefined ? root : `${root}\0${owner}`)
    .digest('hex')
    .slice(0, 16);
  return path.join(os.tmpdir(), `parley-${name}`);
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/** Throws if the path is not a folder of this user: in a world-writable folder, another user may have created it or a link. */
async function rejectForeignFolder(
  folder: string,
  owners: readonly (number | undefined)[] | undefined,
): Promise<void> {
  const stats = await lstat(folder);
  if (!stats.isDirectory() || owners?.includes(stats.uid) === false)
    throw new Error(
      `${folder} is not a folder of this user. Remove it, or choose a shorter PARLEY_DATA_DIR.`,
    );
}
