import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether Kannel (Debian package kannel) is installed. */
export const hasKannel = ['bearerbox', 'smsbox'].every(
  (program) => spawnSync(program, ['--version']).error === undefined,
);

export interface KannelOptions {
  /** Three TCP ports on 127.0.0.1, from this one on. */
  readonly firstPort: number;
  /** Port of the SMSC on 127.0.0.1. */
  readonly smscPort: number;
  readonly systemId: string;
}

export interface PhoneMessage {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

const pollEveryMs = 50;

/** The SMS gateway Kannel 1.4 as the phones of a test: sends and receives through an SMSC by SMPP. */
export class Kannel {
  /** What the phones have received, in the order of arrival. The parts of a long message are joined. */
  readonly received: PhoneMessage[] = [];
  readonly #folder: string;
  readonly #sendPort: number;
  readonly #server: Server;
  readonly #children: ChildProcess[] = [];

  private constructor(folder: string, sendPort: number) {
    this.#folder = folder;
    this.#sendPort = sendPort;
    this.#server = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
      const field = (name: string) => searchParams.get(name) ?? '';
      this.received.push({ from: field('from'), to: field('to'), text: field('text') });
      response.end();
    });
  }

  /** Starts both processes of Kannel. */
  static async start(options: KannelOptions): Promise<Kannel> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-kannel-'));
    const kannel = new Kannel(folder, options.firstPort + 2);
    kannel.#server.listen(0, '127.0.0.1');
    await once(kannel.#server, 'listening');
    const { port } = kannel.#server.address() as AddressInfo;
    await writeFile(path.join(folder, 'kannel.conf'), configOf(options, folder, port));
    await kannel.#run('bearerbox', 'MAIN: Start-up done');
    await kannel.#run('smsbox', 'Connected to bearerbox');
    return kannel;
  }

  /** Sends a message of a phone. */
  async send({ from, to, text }: PhoneMessage): Promise<void> {
    const url = new URL(`http://127.0.0.1:${this.#sendPort}/cgi-bin/sendsms`);
    const isGsm = /^[\x20-\x5a_a-z]*$/.test(text);
    url.search = new URLSearchParams({
      username: 'phone',
      password: 'phone',
      from,
      to,
      text,
      charset: 'UTF-8',
      coding: isGsm ? '0' : '2',
    }).toString();
    const response = await fetch(url);
    if (response.status !== 202) throw new Error(`Kannel responded: ${await response.text()}`);
  }

  /** Resolves with the text when a phone has received its message number `count`. The timeout of the test ends the wait. */
  async receives(phone: string, count: number): Promise<string> {
    for (;;) {
      const texts = this.textsOf(phone);
      if (texts.length >= count) return texts[count - 1]!;
      await sleep(pollEveryMs);
    }
  }

  textsOf(phone: string): string[] {
    return this.received.filter(({ to }) => to === phone).map(({ text }) => text);
  }

  async close(): Promise<void> {
    for (const child of this.#children.toReversed()) {
      if (child.exitCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    this.#server.close();
    this.#server.closeAllConnections();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Resolves when the log has the text. */
  async #run(program: 'bearerbox' | 'smsbox', readyText: string): Promise<void> {
    const child = spawn(program, [path.join(this.#folder, 'kannel.conf')], {
      cwd: this.#folder,
      stdio: 'ignore',
    });
    this.#children.push(child);
    const log = path.join(this.#folder, `${program}.log`);
    for (;;) {
      const text = await readFile(log, 'utf8').catch(() => '');
      if (text.includes(readyText)) return;
      if (child.exitCode !== null) throw new Error(`${program} ended: ${text.slice(-2_000)}`);
      await sleep(pollEveryMs);
    }
  }
}

const configOf = (options: KannelOptions, folder: string, callbackPort: number): string => `
group = core
admin-port = ${options.firstPort}
admin-password = phone
smsbox-port = ${options.firstPort + 1}
box-allow-ip = "127.0.0.1"
log-file = "${folder}/bearerbox.log"
log-level = 0

group = smsc
smsc = smpp
smsc-id = switch
host = 127.0.0.1
port = ${options.smscPort}
transceiver-mode = true
smsc-username = "${options.systemId}"
smsc-password = "phone"
system-type = ""
reconnect-delay = 1
source-addr-autodetect = true

group = smsbox
bearerbox-host = 127.0.0.1
bearerbox-port = ${options.firstPort + 1}
sendsms-port = ${options.firstPort + 2}
sendsms-interface = 127.0.0.1
mo-recode = true
log-file = "${folder}/smsbox.log"
log-level = 0

group = sendsms-user
username = phone
password = phone
concatenation = true
max-messages = 20

group = sms-service
keyword = default
catch-all = true
max-messages = 0
get-url = "http://127.0.0.1:${callbackPort}/?from=%p&to=%P&text=%b"
`;
