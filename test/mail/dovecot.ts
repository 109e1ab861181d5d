import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { killIfRunning } from '../support/crash/server-under-test.ts';

/** Whether Dovecot (Debian package dovecot-imapd) is installed and can be started, which requires root. */
export const hasDovecot = process.getuid?.() === 0 && spawnSync('dovecot', ['--version']).error === undefined;

/** The Debian users `nobody` and `nogroup`, who own the mailboxes. */
const mailOwner = { uid: 65_534, gid: 65_534 };

/** Dovecot on the loopback interface, which can be stopped and started again. Each user has an empty mailbox. */
export class Dovecot {
  /** The password of every user. */
  static readonly password = 'mailbox-password';
  readonly port: number;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.port = port;
  }

  static async start(port: number): Promise<Dovecot> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-dovecot-'));
    // Dovecot changes to other users.
    await chmod(folder, 0o755);
    await mkdir(path.join(folder, 'mail'));
    await chown(path.join(folder, 'mail'), mailOwner.uid, mailOwner.gid);
    await writeFile(path.join(folder, 'dovecot.conf'), configOf(folder, port));
    const dovecot = new Dovecot(folder, port);
    await dovecot.resume();
    return dovecot;
  }

  /** Starts Dovecot if it is stopped. Resolves when it accepts connections. */
  async resume(): Promise<void> {
    if (this.#child !== undefined) return;
    const child = spawn('dovecot', ['-F', '-c', path.join(this.#folder, 'dovecot.conf')], {
      stdio: 'ignore',
      // Its processes are a group of their own.
      detached: true,
    });
    this.#child = child;
    while (!(await accepts(this.port))) {
      if (child.exitCode !== null) throw new Error('dovecot ended.');
      await sleep(20);
    }
  }

  /** Resolves when all connections have ended. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await exit;
    // The process of a connection sometimes outlives the main process, and goes on serving its client.
    killIfRunning(-child.pid!);
  }

  async close(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
  });

const configOf = (folder: string, port: number): string => `
base_dir = ${folder}/dovecot
state_dir = ${folder}/dovecot-state
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
log_path = ${folder}/dovecot.log
mail_location = maildir:${folder}/mail/%u
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
passdb {
  driver = static
  args = password=${Dovecot.password}
}
userdb {
  driver = static
  args = uid=${mailOwner.uid} gid=${mailOwner.gid} home=${folder}/mail/%u
}
`;
