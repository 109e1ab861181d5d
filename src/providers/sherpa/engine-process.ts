import { fork, type ChildProcess } from 'node:child_process';
import { ProviderError } from '../../contracts/provider-error.ts';
import type { Clock, Timer } from '../../core/clock.ts';
import { Emitter } from '../../core/emitter.ts';
import type { InternalErrors } from '../../core/internal-errors.ts';
import type { Logger } from '../../core/logger.ts';
import type { EngineReply, EngineRequest, StartRequest } from './messages.ts';

/** What the sherpa providers need from the process. */
export interface SherpaDependencies {
  readonly logger: Logger;
  readonly clock: Clock;
  readonly internalErrors: Pick<InternalErrors, 'record' | 'guard'>;
}

/** An engine process cannot start, ended or does not respond. The message is a sentence for the operator. */
export class EngineError extends ProviderError {
  override readonly name = 'EngineError';
}

export type EngineEvent =
  | Exclude<EngineReply, { type: 'ready' | 'failed' | 'pong' }>
  /** All requests of the process are lost. */
  | { readonly type: 'down'; readonly error: EngineError };

/** Large models are read from disk first. */
const startTimeoutMs = 120_000;
/** A process that does not answer a ping for this time is ended. The longest step of its work takes less. */
const stallMs = 20_000;
const checkMs = 1_000;
/** Delay of a restart: none after a process that worked for a minute, otherwise doubled each time. */
const stableMs = 60_000;
const firstDelayMs = 500;
const maxDelayMs = 30_000;
/** Requests for a process that is starting. */
const maxWaiting = 5_000;
const maxReasonLength = 300;
const maxOutputLength = 4_000;
const controlCodes = /\p{Cc}/gu;

/**
 * A child process with one loaded model, which all calls share. It is restarted when it ends or stalls: an error of native code ends only this process, not
 * the calls.
 */
export class EngineProcess {
  readonly #start: StartRequest;
  readonly #dependencies: SherpaDependencies;
  readonly #emitter: Emitter<EngineEvent>;
  #child: ChildProcess | undefined;
  #state: 'starting' | 'ready' | 'waiting' | 'closed' = 'starting';
  #waiting: EngineRequest[] = [];
  /** When the ping was sent that is not answered. */
  #pingMs: number | undefined;
  /** Time that the last answered ping waited behind requests. */
  #lastDelayMs = 0;
  #startedMs = 0;
  #failures = 0;
  #output = '';
  #reason: string | undefined;
  #timer: Timer | undefined;
  #checkTimer: Timer | undefined;
  #onStarted: ((error: EngineError | undefined) => void) | undefined;
  /** Number of speakers of a voice. */
  speakers = 0;

  private constructor(start: StartRequest, dependencies: SherpaDependencies) {
    this.#start = start;
    this.#dependencies = dependencies;
    this.#emitter = new Emitter((error) => dependencies.internalErrors.record('speech', error));
  }

  /** Starts the process and loads the model. @throws {EngineError} if the model cannot be loaded */
  static async open(start: StartRequest, dependencies: SherpaDependencies): Promise<EngineProcess> {
    const engine = new EngineProcess(start, dependencies);
    const error = await new Promise<EngineError | undefined>((resolve) => {
      engine.#onStarted = resolve;
      engine.#spawn();
    });
    if (error === undefined) return engine;
    engine.close();
    throw error;
  }

  /** Undefined while no process runs. */
  get processId(): number | undefined {
    return this.#state === 'ready' ? this.#child?.pid : undefined;
  }

  /** Time that a request waits before the process works on it. */
  get delayMs(): number {
    const { clock } = this.#dependencies;
    return this.#pingMs === undefined
      ? this.#lastDelayMs
      : Math.max(this.#lastDelayMs, clock.monotonicMs() - this.#pingMs);
  }

  /** Whether requests are accepted: the process runs, or is starting. */
  get isUsable(): boolean {
    return this.#state === 'ready' || this.#state === 'starting';
  }

  on(listener: (event: EngineEvent) => void): () => void {
    return this.#emitter.on(listener);
  }

  /** Sends a request. Requests for a process that starts wait until it is ready. */
  send(request: EngineRequest): void {
    if (this.#state === 'ready') this.#post(request);
    else if (this.#state === 'starting' && this.#waiting.length < maxWaiting) this.#waiting.push(request);
  }

  close(): void {
    this.#state = 'closed';
    this.#timer?.cancel();
    this.#checkTimer?.cancel();
    this.#waiting = [];
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
    this.#emitter.clear();
  }

  #spawn(): void {
    const { clock, internalErrors } = this.#dependencies;
    this.#state = 'starting';
    this.#startedMs = clock.monotonicMs();
    this.#output = '';
    this.#reason = undefined;
    const child = fork(new URL('./engine-worker.ts', import.meta.url), {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: withoutSettings(process.env),
    });
    this.#child = child;
    const guard = <Values extends unknown[]>(run: (...values: Values) => void) =>
      internalErrors.guard('speech', (...values: Values) => {
        if (child === this.#child) run(...values);
      });
    child.stderr?.on('data', (data: Buffer) => {
      this.#output = (this.#output + data.toString()).slice(-maxOutputLength);
    });
    child.on('error', (error) => {
      this.#reason ??= error.message;
    });
    child.on(
      'message',
      guard((reply: unknown) => this.#onReply(reply as EngineReply)),
    );
    child.on(
      'close',
      guard((code: number | null, signal: string | null) => this.#onExit(code, signal)),
    );
    child.send(this.#start, () => undefined);
    this.#timer = clock.after(startTimeoutMs, () =>
      this.#kill('The model was not loaded within two minutes.'),
    );
  }

  #onReply(reply: EngineReply): void {
    if (reply.type === 'ready') this.#onReady(reply.speakers);
    else if (reply.type === 'failed') this.#reason = reply.reason;
    else if (reply.type === 'pong') this.#onPong();
    else this.#emitter.emit(reply);
  }

  #onPong(): void {
    if (this.#pingMs === undefined) return;
    this.#lastDelayMs = this.#dependencies.clock.monotonicMs() - this.#pingMs;
    this.#pingMs = undefined;
  }

  #onReady(speakers: number): void {
    this.#timer?.cancel();
    this.#state = 'ready';
    this.speakers = speakers;
    for (const request of this.#waiting.splice(0)) this.#post(request);
    this.#watch();
    this.#onStarted?.(undefined);
    this.#onStarted = undefined;
  }

  #onExit(code: number | null, signal: string | null): void {
    this.#timer?.cancel();
    this.#checkTimer?.cancel();
    this.#child = undefined;
    this.#waiting = [];
    this.#pingMs = undefined;
    this.#lastDelayMs = 0;
    const { logger, clock } = this.#dependencies;
    const reason =
      this.#reason ?? reasonOf(this.#output, signal) ?? `It ended with ${signal ?? `code ${code}`}.`;
    const error = new EngineError(`The process of sherpa-onnx failed: ${reason.slice(0, maxReasonLength)}`);
    this.#state = 'waiting';
    if (this.#onStarted !== undefined) {
      this.#onStarted(error);
      return;
    }
    logger.warn({ err: error, mode: this.#start.mode }, 'A speech process ended.');
    if (clock.monotonicMs() - this.#startedMs >= stableMs) this.#failures = 0;
    this.#failures += 1;
    const delayMs = Math.min(maxDelayMs, firstDelayMs * 2 ** (this.#failures - 2));
    if (this.#failures === 1) this.#spawn();
    else this.#timer = clock.after(delayMs, () => this.#spawn());
    this.#emitter.emit({ type: 'down', error });
  }

  #post(request: EngineRequest): void {
    this.#child?.send(request, () => undefined);
  }

  #watch(): void {
    this.#checkTimer = this.#dependencies.clock.after(checkMs, () => {
      const nowMs = this.#dependencies.clock.monotonicMs();
      if (this.#pingMs === undefined) {
        this.#pingMs = nowMs;
        this.#post({ type: 'ping' });
      }
      if (nowMs - this.#pingMs >= stallMs) this.#kill('It did not respond for 20 seconds.');
      else this.#watch();
    });
  }

  #kill(reason: string): void {
    this.#reason = reason;
    this.#child?.kill('SIGKILL');
  }
}

/** Returns the environment without the settings of Parley, which contain keys. */
const withoutSettings = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('PARLEY_')));

/** Returns the message of the native module: of its exception, or its last line if it ended by itself. */
function reasonOf(output: string, signal: string | null): string | undefined {
  const lines = output
    .split('\n')
    .map((line) => line.replace(controlCodes, '').trim())
    .filter((line) => line !== '');
  const exception = lines.findLast((line) => line.startsWith('what():'));
  return exception?.slice('what():'.length).trim() ?? (signal === null ? lines.at(-1) : undefined);
}
