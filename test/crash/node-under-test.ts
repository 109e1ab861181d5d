import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { ChildOrder, ChildSettings } from './child.ts';

/** Runs the program as a child process that the test can kill. */
export class NodeUnderTest {
  /** Resolves when the process has exited, for any reason. */
  readonly ended: Promise<unknown>;
  readonly #child: ChildProcess;
  #stderrText = '';
  #isGone = false;
  #address: string | undefined;

  constructor(settings: ChildSettings) {
    this.#child = fork(path.join(import.meta.dirname, 'child.ts'), [JSON.stringify(settings)], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr!.on('data', (bytes: Buffer) => (this.#stderrText += bytes.toString()));
    this.#child.on('error', () => undefined);
    this.ended = once(this.#child, 'close').then(() => (this.#isGone = true));
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** Base URL of its API; `undefined` until it is ready and after it has exited. */
  get address(): string | undefined {
    return this.#isGone ? undefined : this.#address;
  }

  /** Everything that it wrote to stderr. */
  get complaints(): string {
    return this.#stderrText;
  }

  /** Resolves with `true` when the program is ready, or `false` if it exits first. */
  async ready(): Promise<boolean> {
    const readyMessage = once(this.#child, 'message').then(([message]) => message as { ready: string });
    readyMessage.catch(() => undefined);
    const first = await Promise.race([readyMessage, this.ended]);
    if (typeof first !== 'object' || first === null || !('ready' in first)) return false;
    this.#address = (first as { ready: string }).ready;
    return true;
  }

  order(order: ChildOrder): void {
    if (this.#child.connected) this.#child.send(order, () => undefined);
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended;
  }
}
