import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { ChildCommand, ChildSettings } from './child.ts';

/** The program as a child process that the test can kill. */
export class NodeUnderTest {
  /** Resolves when the process has exited, for any reason. */
  readonly exited: Promise<unknown>;
  readonly #child: ChildProcess;
  #stderrText = '';
  #hasExited = false;
  #address: string | undefined;

  constructor(settings: ChildSettings) {
    this.#child = fork(path.join(import.meta.dirname, 'child.ts'), [JSON.stringify(settings)], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
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

  /** The output on stderr so far. */
  get stderr(): string {
    return this.#stderrText;
  }

  /** Resolves with `true` when the program is ready, or with `false` if it exits first. */
  async ready(): Promise<boolean> {
    const readyMessage = once(this.#child, 'message').then(([message]) => message as { ready: string });
    readyMessage.catch(() => undefined);
    const first = await Promise.race([readyMessage, this.exited]);
    if (typeof first !== 'object' || first === null || !('ready' in first)) return false;
    this.#address = (first as { ready: string }).ready;
    return true;
  }

  send(command: ChildCommand): void {
    if (this.#child.connected) this.#child.send(command, () => undefined);
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.exited;
  }
}
