import type { Bus } from '../contracts/bus.ts';
import type { CallPhase } from './call-phase.ts';
import type { CallSession } from './call-session.ts';

/** Bus topic of commands to active calls on any node. */
export const commandsTopic = 'call-commands';

/** A command to an active call. */
interface CallCommand {
  readonly type: 'end';
  readonly callId: string;
  /** The reason, as a sentence for the user. */
  readonly detail?: string;
}

/** The active calls of this process. */
export class SessionRegistry {
  readonly #sessions = new Map<string, CallSession>();
  readonly #unsubscribe: () => void;

  constructor({ bus }: { readonly bus: Bus }) {
    this.#unsubscribe = bus.subscribe(commandsTopic, (command) => this.#onCommand(command));
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

  /** Ignores invalid messages and commands for calls of other nodes. */
  #onCommand(command: unknown): void {
    if (!isCommand(command)) return;
    this.#sessions.get(command.callId)?.end(undefined, command.detail);
  }
}

function isCommand(value: unknown): value is CallCommand {
  if (typeof value !== 'object' || value === null) return false;
  const { type, callId, detail } = value as Partial<Record<keyof CallCommand, unknown>>;
  return type === 'end' && typeof callId === 'string' && ['string', 'undefined'].includes(typeof detail);
}
