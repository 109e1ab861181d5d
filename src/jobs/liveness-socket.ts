import { mkdir, readFile, rm } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';

/** A Unix socket on which a process listens while it is alive, so that other processes can prove its death. */
export interface LivenessSocket {
  /** Boot id of the kernel. It differs after a reboot and on another machine, where the socket proves nothing. */
  readonly bootId: string;
  /** Absolute path of the socket. */
  readonly socket: string;
}

export interface OpenedLivenessSocket {
  /** `undefined` on systems other than Linux, if the folder cannot hold sockets, and if the path is too long. */
  readonly liveness: LivenessSocket | undefined;
  readonly close: () => Promise<void>;
}

/** sun_path of unix(7), without the null at its end. */
const maxSocketPathBytes = 107;
const bootIdFile = '/proc/sys/kernel/random/boot_id';

/** Creates `folder` and listens on a socket in it. The kernel closes the socket when the process ends. Never rejects. */
export async function openLivenessSocket(folder: string, nodeId: string): Promise<OpenedLivenessSocket> {
  const socket = socketPath(folder, nodeId);
  const server = net.createServer((connection) => connection.destroy()).unref();
  // Errors of probe connections are irrelevant.
  server.on('error', () => undefined);
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  try {
    const bootId = await readFile(bootIdFile, 'utf8');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await listen(server, socket);
    return { liveness: { bootId: bootId.trim(), socket }, close };
  } catch {
    return { liveness: undefined, close };
  }
}

const socketPath = (folder: string, nodeId: string): string => path.join(folder, `${nodeId}.sock`);

function listen(server: net.Server, socket: string): Promise<void> {
  if (Buffer.byteLength(socket) > maxSocketPathBytes)
    return Promise.reject(new Error('the path is too long'));
  return new Promise((resolve, reject) => server.once('error', reject).listen(socket, resolve));
}

/**
 * Returns whether the process is proven dead: its socket exists and no process listens on it. Returns false for invalid values and
 * for sockets of another machine, another boot or an inaccessible folder.
 */
export async function isProcessDead(value: unknown): Promise<boolean> {
  if (!isLivenessSocket(value)) return false;
  const bootId = await readFile(bootIdFile, 'utf8').catch(() => '');
  return bootId.trim() === value.bootId && (await isRefused(value.socket));
}

/** Removes the sockets of dead processes. */
export async function removeLivenessSockets(folder: string, nodeIds: readonly string[]): Promise<void> {
  for (const nodeId of nodeIds) await rm(socketPath(folder, nodeId), { force: true }).catch(() => undefined);
}

/** Only ECONNREFUSED is proof: a full backlog gives EAGAIN, a removed socket ENOENT, a socket of another user EACCES. */
function isRefused(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = net.connect(socket);
    connection.once('connect', () => {
      connection.destroy();
      resolve(false);
    });
    connection.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  });
}

function isLivenessSocket(value: unknown): value is LivenessSocket {
  if (typeof value !== 'object' || value === null) return false;
  const { bootId, socket } = value as Partial<Record<keyof LivenessSocket, unknown>>;
  return typeof bootId === 'string' && bootId !== '' && typeof socket === 'string' && path.isAbsolute(socket);
}
