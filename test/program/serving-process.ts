import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The program treats signals within this interval as one. */
export const signalIntervalMs = 600;

const programOfRepository = path.resolve(import.meta.dirname, '../../bin/parley.js');

/** The exit code of a process, or the signal that ended it. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ServingOptions {
  /** Options of Node, before the name of the program. */
  readonly nodeArguments?: readonly string[];
  /** Whether the process stops when this one is killed. */
  readonly stopsWithParent?: boolean;
  /** File of the program; default that of the repository. */
  readonly program?: string;
}

/** Runs `parley serve` as a separate process. */
export class ServingProcess {
  readonly ended: Promise<ProcessEnd>;
  readonly #child: ChildProcess;
  #stdout = '';
  #stderr = '';

  constructor(environment: Readonly<Record<string, string>>, options: ServingOptions = {}) {
    const { nodeArguments = [], stopsWithParent = false, program = programOfRepository } = options;
    const env = { ...process.env, PARLEY_LOG_LEVEL: 'warn', ...environment };
    this.#child = spawn(process.execPath, [...nodeArguments, program, 'serve', '--json'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe', ...(stopsWithParent ? (['ipc'] as const) : [])],
    });
    this.#child.stdout!.on('data', (bytes: Buffer) => (this.#stdout += bytes.toString()));
    this.#child.stderr!.on('data', (bytes: Buffer) => (this.#stderr += bytes.toString()));
    this.ended = new Promise((resolve) =>
      this.#child.once('close', (code, signal) => resolve({ code, signal })),
    );
  }

  /** Resolves with the address of the API. Rejects with the error output if the process ended. */
  async ready(): Promise<string> {
    const failure = this.ended.then(() => Promise.reject(new Error(this.#stderr)));
    await Promise.race([once(this.#child.stdout!, 'data'), failure]);
    failure.catch(() => undefined);
    return (JSON.parse(this.#stdout) as { httpAddress: string }).httpAddress;
  }

  /** The addresses and ports on which the process listens, after `ready`. */
  get listening(): readonly string[] {
    return (JSON.parse(this.#stdout) as { listening: string[] }).listening;
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** The standard error output, including the log. */
  get stderr(): string {
    return this.#stderr;
  }

  /** Resolves when the process logs that it is draining; requires the log level info. */
  async untilDraining(): Promise<void> {
    while (!this.#stderr.includes('Draining: new calls are rejected.'))
      await once(this.#child.stderr!, 'data');
  }

  /** Closes the log pipe. */
  closeLog(): void {
    this.#child.stderr!.destroy();
  }

  signal(name: 'SIGTERM' | 'SIGKILL' | 'SIGUSR2' | 'SIGSTOP' | 'SIGCONT'): void {
    this.#child.kill(name);
  }

  /** Ends the process, its database and its calls. */
  async remove(): Promise<void> {
    this.signal('SIGTERM');
    await Promise.race([this.ended, sleep(signalIntervalMs)]);
    this.signal('SIGTERM');
    await this.ended;
  }
}
