import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectClient, type Connection } from '../../src/store/connection.ts';
import { connectionUrl } from './connection-url.ts';

/** Debian installs it outside the PATH of most users. */
const environment = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };

export const hasPgbouncer =
  process.platform === 'linux' &&
  spawnSync('pgbouncer', ['--version'], { stdio: 'ignore', env: environment }).status === 0;

export interface Pooler {
  /** The database through the pooler. */
  readonly connection: Connection;
  /** Changes the pool mode in operation. It applies some milliseconds later. */
  setMode(poolMode: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts PgBouncer on a Unix socket, in front of a database whose server has a Unix socket. Runs as the user of the server, and connects
 * as a new role that owns the database.
 */
export async function startPgbouncer(database: Connection, poolMode: string, settings = ''): Promise<Pooler> {
  const url = new URL(connectionUrl(database));
  const server = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  const { uid, gid } = await stat(server);
  const role = `pooled_${randomUUID().slice(0, 8)}`;
  const client = await connectClient(database, 'parley tests');
  await client.query(`create role ${role} login password 'pooled'`);
  await client.query(
    `alter database ${url.pathname.slice(1)} owner to ${role}; alter schema public owner to ${role}`,
  );
  const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-pgbouncer-'));
  // PgBouncer rejects to run as root.
  await chmod(folder, 0o777);
  const file = path.join(folder, 'pgbouncer.ini');
  const configure = (mode: string) =>
    writeFile(
      file,
      `[databases]
* = host=${server} port=${url.port} user=${role} password=pooled
[pgbouncer]
listen_addr =
unix_socket_dir = ${folder}
listen_port = 6432
auth_type = any
pool_mode = ${mode}
max_client_conn = 100
logfile =
${settings}
`,
    );
  await configure(poolMode);
  await chmod(file, 0o644);
  const owner = process.getuid?.() === 0 ? { uid, gid } : {};
  const child = spawn('pgbouncer', ['--quiet', file], { stdio: 'ignore', env: environment, ...owner });
  const connection = { url: `postgresql://any@${encodeURIComponent(folder)}:6432${url.pathname}` };
  await untilConnected(connection);
  return {
    connection,
    setMode: async (mode) => {
      await configure(mode);
      child.kill('SIGHUP');
    },
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
      await client.query(
        `reassign owned by ${role} to current_user; drop owned by ${role}; drop role ${role}`,
      );
      await client.end();
    },
  };
}

async function untilConnected(connection: Connection): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const client = await connectClient(connection, 'parley tests');
      return await client.end();
    } catch (error) {
      if (attempt === 100) throw error;
      await sleep(50);
    }
  }
}
