import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { ChildOrder, ChildSettings } from './child.ts';

/** The program as a process that is killed. */
export class NodeUnderTest {
  /** Resolves when the process is gone, however it went. */
  readonly ended: Promise<unknown>;
  readonly #child: ChildProcess;
  #complaints = '';
  #isGone = false;
  #address: string | undefined;

  constructor(settings: ChildSettings) {
    this.#child = fork(path.join(import.meta.dirname, 'child.ts'), [JSON.stringify(settings)], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr!.on('data', (bytes: Buffer) => (this.#complaints += bytes.toString()));
    this.#child.on('error', () => undefined);
    this.ended = once(this.#child, 'close').then(() => (this.#isGone = true));
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** Of its API; undefined until it is ready. */
  get address(): string | undefined {
    return this.#isGone ? undefined : this.#address;
  }

  /** What it wrote to its log. */
  get complaints(): string {
    return this.#complaints;
  }

  /** False where it ended instead. */
  async ready(): Promise<boolean> {
    const told = once(this.#child, 'message').then(([message]) => message as { ready: string });
    told.catch(() => undefined);
    const first = await Promise.race([told, this.ended]);
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
