import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Signals that come closer together are one press on the keyboard. */
export const pressesApartMs = 600;

const program = path.resolve(import.meta.dirname, '../../bin/parley.js');

/** How a process ended: its exit code, or the signal that ended it. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** `parley serve` as a process of its own, as an operator runs it. */
export class ServingProcess {
  readonly ended: Promise<ProcessEnd>;
  readonly #child: ChildProcess;
  #said = '';
  #complaints = '';

  constructor(environment: Readonly<Record<string, string>>) {
    const env = { ...process.env, PARLEY_LOG_LEVEL: 'warn', ...environment };
    this.#child = spawn(process.execPath, [program, 'serve', '--json'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout!.on('data', (bytes: Buffer) => (this.#said += bytes.toString()));
    this.#child.stderr!.on('data', (bytes: Buffer) => (this.#complaints += bytes.toString()));
    this.ended = new Promise((resolve) =>
      this.#child.once('close', (code, signal) => resolve({ code, signal })),
    );
  }

  /** Resolves with the address of its API. Rejects with what it complained of where it ended instead. */
  async ready(): Promise<string> {
    const isOver = this.ended.then(() => Promise.reject(new Error(this.#complaints)));
    await Promise.race([once(this.#child.stdout!, 'data'), isOver]);
    isOver.catch(() => undefined);
    return (JSON.parse(this.#said) as { httpAddress: string }).httpAddress;
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** What it wrote to standard error: complaints, and its log. */
  get complaints(): string {
    return this.#complaints;
  }

  /** Resolves when it says that it takes no new calls; wants a log level of info. */
  async drains(): Promise<void> {
    while (!this.#complaints.includes('Draining: new calls are rejected.'))
      await once(this.#child.stderr!, 'data');
  }

  /** Nobody reads its log any more. */
  closeLog(): void {
    this.#child.stderr!.destroy();
  }

  signal(name: 'SIGTERM' | 'SIGKILL' | 'SIGUSR2'): void {
    this.#child.kill(name);
  }

  /** Ends it, its database and its calls with it, where it runs still. */
  async remove(): Promise<void> {
    this.signal('SIGTERM');
    await Promise.race([this.ended, sleep(pressesApartMs)]);
    this.signal('SIGTERM');
    await this.ended;
  }
}
