import { mkdir, readFile, rm } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';

/** Where others find out whether a process lives: a Unix socket that it listens on as long as it does. */
export interface LifeSign {
  /** Of the kernel, since the machine was started: on another the socket is a file like any other. */
  readonly bootId: string;
  /** The path of the socket; absolute. */
  readonly socket: string;
}

export interface GivenLifeSign {
  /** Undefined where the system gives none: all but Linux, a folder that takes no socket, or one whose path is too long for it. */
  readonly sign: LifeSign | undefined;
  readonly close: () => Promise<void>;
}

/** sun_path of unix(7), without the null at its end. */
const socketPathBytesMax = 107;
const bootIdFile = '/proc/sys/kernel/random/boot_id';

/** Listens below `folder`, which is made; the kernel ends that with the process, however it dies. Never rejects. */
export async function giveLifeSign(folder: string, nodeId: string): Promise<GivenLifeSign> {
  const socket = socketOf(folder, nodeId);
  const server = net.createServer((connection) => connection.destroy()).unref();
  // What befalls a connection that is made and closed at once concerns nobody.
  server.on('error', () => undefined);
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  try {
    const bootId = await readFile(bootIdFile, 'utf8');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await listen(server, socket);
    return { sign: { bootId: bootId.trim(), socket }, close };
  } catch {
    return { sign: undefined, close };
  }
}

const socketOf = (folder: string, nodeId: string): string => path.join(folder, `${nodeId}.sock`);

function listen(server: net.Server, socket: string): Promise<void> {
  if (Buffer.byteLength(socket) > socketPathBytesMax)
    return Promise.reject(new Error('the path is too long'));
  return new Promise((resolve, reject) => server.once('error', reject).listen(socket, resolve));
}

/**
 * Whether the process that gave this sign is proven to be gone: its socket is there, and nobody listens. Of one on another machine, or on
 * a folder that is not ours to see, nothing is known, nor of what is no sign.
 */
export async function isProcessGone(sign: unknown): Promise<boolean> {
  if (!isLifeSign(sign)) return false;
  const bootId = await readFile(bootIdFile, 'utf8').catch(() => '');
  return bootId.trim() === sign.bootId && (await isRefused(sign.socket));
}

/** Removes what is left of the signs of processes that are gone. */
export async function clearLifeSigns(folder: string, nodeIds: readonly string[]): Promise<void> {
  for (const nodeId of nodeIds) await rm(socketOf(folder, nodeId), { force: true }).catch(() => undefined);
}

/** ECONNREFUSED alone is proof: a queue that is full answers EAGAIN, a socket that was removed ENOENT, one of another user EACCES. */
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

function isLifeSign(value: unknown): value is LifeSign {
  if (typeof value !== 'object' || value === null) return false;
  const { bootId, socket } = value as Partial<Record<keyof LifeSign, unknown>>;
  return typeof bootId === 'string' && bootId !== '' && typeof socket === 'string' && path.isAbsolute(socket);
}
