import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A message of the process to its parent: its node id, sent first if at all, and the address of its API when it is ready. */
type ChildMessage = { readonly nodeId: string } | { readonly ready: string };

/** The program as a child process that the test can kill. */
export class NodeUnderTest {
  /** Resolves when the process has exited, for any reason. */
  readonly exited: Promise<unknown>;
  readonly #child: ChildProcess;
  readonly #ready = Promise.withResolvers<true>();
  #stderrText = '';
  #hasExited = false;
  #address: string | undefined;
  #nodeId: string | undefined;

  /** @param file the script that reads `settings` from its only argument */
  constructor(settings: object, file: string) {
    this.#child = fork(file, [JSON.stringify(settings)], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    this.#child.on('message', (message: ChildMessage) => this.#receive(message));
    this.#child.stderr!.on('data', (bytes: Buffer) => (this.#stderrText += bytes.toString()));
    this.#child.on('error', () => undefined);
    this.exited = once(this.#child, 'close').then(() => (this.#hasExited = true));
  }

  get hasExited(): boolean {
    return this.#hasExited;
  }

  /** Base URL of the API; `undefined` until the program is ready and after it has exited. */
  get address(): string | undefined {
    return this.#hasExited ? undefined : this.#address;
  }

  /** Undefined if the process has not sent it. */
  get nodeId(): string | undefined {
    return this.#nodeId;
  }

  /** The output on stderr so far. */
  get stderr(): string {
    return this.#stderrText;
  }

  /** Resolves with `true` when the program is ready, or with `false` if it exits first. */
  ready(): Promise<boolean> {
    return Promise.race([this.#ready.promise, this.exited.then(() => false)]);
  }

  send(command: object): void {
    if (this.#child.connected) this.#child.send(command, () => undefined);
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.exited;
  }

  #receive(message: ChildMessage): void {
    if ('nodeId' in message) this.#nodeId = message.nodeId;
    else {
      this.#address = message.ready;
      this.#ready.resolve(true);
    }
  }
}
