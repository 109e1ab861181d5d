import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport, type SendMailOptions } from 'nodemailer';
import PostalMime, { type Email } from 'postal-mime';

/** Whether OpenSMTPD and Dovecot (Debian packages opensmtpd and dovecot-imapd) are installed and can be started, which requires root and private mounts. */
export const hasMailServers =
  process.getuid?.() === 0 &&
  ['smtpd', 'dovecot'].every((program) => spawnSync(program, ['-h']).error === undefined) &&
  spawnSync('unshare', ['--mount', 'true']).status === 0;

/** Mail to this domain is in the mailbox `service`, mail to the other in `customers`. */
export const serviceDomain = 'service.parley.example';
export const customerDomain = 'customers.parley.example';

const mailboxes = ['service', 'customers'] as const;

/** The Debian users `nobody` and `nogroup`, who own the mailboxes. */
const mailOwner = { uid: 65_534, gid: 65_534 };

const pollEveryMs = 50;

/** OpenSMTPD, which delivers to mailboxes, and Dovecot, which serves them by IMAP, on the loopback interface. */
export class MailServers {
  readonly smtpPort: number;
  readonly imapPort: number;
  readonly #folder: string;
  readonly #children: ChildProcess[] = [];

  private constructor(folder: string, firstPort: number) {
    this.#folder = folder;
    this.smtpPort = firstPort;
    this.imapPort = firstPort + 1;
  }

  /**
   * @param firstPort TCP port of SMTP, different in each test file; the next one is that of IMAP
   * @param relays ports of the mail servers on the loopback interface that receive the mail of further domains
   */
  static async start(firstPort: number, relays: Readonly<Record<string, number>> = {}): Promise<MailServers> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-mail-'));
    const servers = new MailServers(folder, firstPort);
    await chmod(folder, 0o755);
    for (const mailbox of mailboxes) {
      const home = path.join(folder, mailbox);
      await mkdir(home);
      await chown(home, mailOwner.uid, mailOwner.gid);
    }
    await servers.#startSmtp(relays);
    const config = await servers.#write('dovecot.conf', dovecotConfig(folder, servers.imapPort));
    await servers.#run(['dovecot', '-F', '-c', config], servers.imapPort);
    return servers;
  }

  /** Starts OpenSMTPD. Its fixed folders are private to it, so that several can run. */
  async #startSmtp(relays: Readonly<Record<string, number>>): Promise<void> {
    const config = await this.#write('smtpd.conf', smtpdConfig(this.#folder, this.smtpPort, relays));
    const script = [
      'mkdir -p /var/spool/smtpd',
      'mount -t tmpfs -o mode=711 tmpfs /var/spool/smtpd',
      'mount -t tmpfs tmpfs /run',
      `exec smtpd -d -f ${config}`,
    ].join(' && ');
    await this.#run(['unshare', '--mount', 'sh', '-c', script], this.smtpPort);
  }

  get smtpUrl(): string {
    return `smtp://127.0.0.1:${this.smtpPort}`;
  }

  /** The mailbox of the service. */
  get imapUrl(): string {
    return `imap://service:any@127.0.0.1:${this.imapPort}?tls=off`;
  }

  /** Returns the mail of a customer, in the order of delivery. */
  async mailOf(address: string): Promise<Email[]> {
    const folder = path.join(this.#folder, 'customers/new');
    const names = await readdir(folder).catch(() => []);
    const mails = await Promise.all(
      names.map(async (name) => {
        const file = path.join(folder, name);
        const [{ mtimeMs }, bytes] = await Promise.all([stat(file), readFile(file)]);
        return { mtimeMs, mail: await PostalMime.parse(bytes) };
      }),
    );
    return mails
      .toSorted((a, b) => a.mtimeMs - b.mtimeMs)
      .map(({ mail }) => mail)
      .filter(({ headers }) => headers.some(({ key, value }) => key === 'delivered-to' && value === address));
  }

  /** Resolves with the customer's mail number `count`. The timeout of the test ends the wait. */
  async receives(address: string, count: number): Promise<Email> {
    for (;;) {
      const mails = await this.mailOf(address);
      if (mails.length >= count) return mails[count - 1]!;
      await sleep(pollEveryMs);
    }
  }

  /** Sends mail through OpenSMTPD, as the mail program of a customer. */
  async send(mail: SendMailOptions): Promise<void> {
    const transport = createTransport({ host: '127.0.0.1', port: this.smtpPort, ignoreTLS: true });
    await transport.sendMail(mail);
    transport.close();
  }

  async close(): Promise<void> {
    for (const child of this.#children.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #write(name: string, config: string): Promise<string> {
    const file = path.join(this.#folder, name);
    await writeFile(file, config);
    return file;
  }

  /** Resolves when the port accepts connections. */
  async #run([program, ...args]: readonly [string, ...string[]], port: number): Promise<void> {
    if (await accepts(port)) throw new Error(`Another program uses port ${port}.`);
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#children.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => (output = (output + bytes.toString()).slice(-4_000)));
    while (!(await accepts(port))) {
      if (child.exitCode !== null) throw new Error(`${program} ended: ${output}`);
      await sleep(pollEveryMs);
    }
  }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });

const smtpdConfig = (folder: string, port: number, relays: Readonly<Record<string, number>>): string => `
table everyone { "@" = "nobody" }
listen on 127.0.0.1 port ${port}
action "service" maildir "${folder}/service" virtual <everyone>
action "customers" maildir "${folder}/customers" virtual <everyone>
match from any for domain "${serviceDomain}" action "service"
match from any for domain "${customerDomain}" action "customers"
${Object.entries(relays)
  .map(
    ([domain, relayPort]) =>
      `action "${domain}" relay host smtp://127.0.0.1:${relayPort}\nmatch from any for domain "${domain}" action "${domain}"`,
  )
  .join('\n')}
`;

const dovecotConfig = (folder: string, port: number): string => `
base_dir = ${folder}/dovecot
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
log_path = ${folder}/dovecot.log
mail_location = maildir:${folder}/%u
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
  args = nopassword=y
}
userdb {
  driver = static
  args = uid=${mailOwner.uid} gid=${mailOwner.gid} home=${folder}/%u
}
`;
