import type { Bus } from '../contracts/bus.ts';
import { receiveCallCommands } from '../contracts/call-commands.ts';
import type { Clock } from '../core/clock.ts';
import type { CallPhase } from './call-phase.ts';
import type { CallSession } from './call-session.ts';

/** The active calls of this process. They execute the commands that arrive on the bus. */
export class SessionRegistry {
  readonly #sessions = new Map<string, CallSession>();
  readonly #unsubscribe: () => void;

  constructor(options: { readonly bus: Bus; readonly clock: Pick<Clock, 'now'> }) {
    this.#unsubscribe = receiveCallCommands(options, (message) =>
      this.#sessions.get(message.callId)?.execute(message),
    );
  }

  get size(): number {
    return this.#sessions.size;
  }

  get callIds(): readonly string[] {
    return [...this.#sessions.keys()];
  }

  /** The phase of each call. */
  get phases(): { readonly callId: string; readonly phase: CallPhase }[] {
    return [...this.#sessions].map(([callId, { phase }]) => ({ callId, phase }));
  }

  find(callId: string): CallSession | undefined {
    return this.#sessions.get(callId);
  }

  /** Starts a session and retains it until its record is written. */
  run(session: CallSession): void {
    const { callId } = session.plan;
    this.#sessions.set(callId, session);
    void session.closed.then(() => this.#sessions.delete(callId));
    session.start();
  }

  /** Resolves when no call is active. New calls must be prevented meanwhile. */
  async drained(): Promise<void> {
    while (this.#sessions.size > 0)
      await Promise.all([...this.#sessions.values()].map((session) => session.closed));
  }

  /** Ends all calls and waits until their records are written. Safe to call twice. */
  async close(): Promise<void> {
    this.#unsubscribe();
    for (const session of this.#sessions.values()) session.end(undefined, 'The service was stopped.');
    await this.drained();
  }
}
