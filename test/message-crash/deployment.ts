import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { jobsChannel } from '../../src/jobs/enqueue-job.ts';
import type { NodeUnderTest } from '../support/crash/node-under-test.ts';
import {
  SupervisedProgram,
  type NodeName,
  type NodeSettings,
  type ProgramOptions,
} from '../support/crash/supervised-program.ts';
import type { BrokenBuild } from './broken-builds.ts';
import type { PeersCommand, PeersMessage, PeersSettings } from './peers.ts';

/** The sender of SMS. */
export const ownNumber = '+14155552670';
/** The sender of emails. */
export const ownMail = 'office@parley.invalid';

export interface DeploymentOptions extends ProgramOptions {
  /** Ports at which the processes of the program listen for mail. */
  readonly mailPorts: readonly [first: number, second: number];
  readonly broken?: BrokenBuild | undefined;
}

/** The program of one run with its peers: the carriers and the customers. */
export class Deployment extends SupervisedProgram<DeploymentOptions> {
  protected override readonly nodeFile = path.join(import.meta.dirname, 'child.ts');
  readonly #disruptionsMs: number[] = [];
  #peers: ChildProcess | undefined;
  #peersPorts = { smpp: 0, smtp: 0 };
  #pending: readonly string[] = [];
  #peerKills = 0;

  /** System times in ms of deaths and faults of the database, after which an outcome can be unknown. */
  get disruptionsMs(): readonly number[] {
    return this.#disruptionsMs;
  }

  /** The processes that are not ready, and what the program has not acknowledged to the peers. Empty if nothing is open. */
  override get openWork(): readonly string[] {
    return [
      ...super.openWork,
      ...(this.#arePeersRunning ? [] : ['the process of the peers has exited']),
      ...this.#pending.map((name) => `the ${name} is not acknowledged`),
    ];
  }

  recordDisruption(event: string): void {
    this.recordHistory(event);
    this.#disruptionsMs.push(Date.now());
  }

  /**
   * Starts the peers.
   * @param peerKills how many kills they may request
   * @param preparedData data folder of the prepared program; its `bootstrap.json` contains the API key
   */
  async open(seed: number, peerKills: number, preparedData?: string): Promise<void> {
    await this.createFolder(preparedData);
    this.#peerKills = peerKills;
    const { mailPorts } = this.options;
    const settings: PeersSettings = { seed, file: this.recordFile, ownNumber, ownMail, mailPorts };
    const peers = fork(path.join(import.meta.dirname, 'peers.ts'), [JSON.stringify(settings)]);
    this.#peers = peers;
    const [ports] = (await once(peers, 'message')) as [Extract<PeersMessage, { type: 'ports' }>];
    this.#peersPorts = ports;
    peers.on('message', (message: PeersMessage) => this.#receive(message));
  }

  commandPeers(command: PeersCommand): void {
    if (this.#peers?.connected === true) this.#peers.send(command, () => undefined);
  }

  /**
   * Lets time pass for messages that are tried again or wait for another one: they are due now, and then their jobs. A job that runs before
   * its message is due would find no waiting message.
   */
  async makeRetriesDue(): Promise<void> {
    await this.update(`update messages set due_at = now() where id in (
      select id from messages where status = 'scheduled' and attempts > 0 and due_at > now() for update skip locked)`);
    await this.update(`with moved as (
        update jobs set run_at = now() from messages
        where jobs.kind like 'send-%' and jobs.state = 'queued' and jobs.key = messages.id
          and jobs.run_at > now() + interval '300 ms' and messages.due_at <= now()
        returning jobs.id)
      select pg_notify('${jobsChannel}', '') from moved`);
  }

  /** Kills all processes and ends the peers. */
  override async close(): Promise<void> {
    await super.close();
    if (!this.#arePeersRunning) return;
    const exited = once(this.#peers!, 'exit');
    this.commandPeers({ type: 'finish' });
    await exited;
  }

  get #arePeersRunning(): boolean {
    return this.#peers?.exitCode === null && this.#peers.signalCode === null;
  }

  #receive(message: PeersMessage): void {
    if (message.type === 'pending') this.#pending = message.names;
    if (message.type !== 'kill' || this.#peerKills === 0) return;
    this.#peerKills -= 1;
    this.recordHistory(`killed ${message.reason}`);
    void this.kill('first');
    void this.kill('second');
  }

  /** Lets the leases of the dead process expire, also those of its idempotent requests. */
  protected override async onExit(name: NodeName, { nodeId }: NodeUnderTest): Promise<void> {
    this.recordDisruption(`${name} has exited`);
    if (this.isClosed || nodeId === undefined) return;
    const text = `update jobs set lease_until = now() - interval '1 s' where state = 'running' and owner = $1`;
    await this.update(text, [nodeId]);
  }

  protected override settingsOf(name: NodeName): NodeSettings {
    const { smpp, smtp } = this.#peersPorts;
    return {
      environment: {
        PARLEY_ROLES: 'api,worker',
        PARLEY_SMPP_URL: `smpp://parley:secret@127.0.0.1:${smpp}`,
        PARLEY_SMS_FROM: ownNumber,
        PARLEY_SMTP_URL: `smtp://127.0.0.1:${smtp}?tls=off`,
        PARLEY_MAIL_FROM: ownMail,
        // The successor listens at the same port, so it receives the mail that was sent to its predecessor.
        PARLEY_SMTP_LISTEN: `127.0.0.1:${this.options.mailPorts[name === 'first' ? 0 : 1]}`,
      },
    };
  }
}
