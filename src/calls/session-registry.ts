import type { Bus } from '../contracts/bus.ts';
import type { CallPhase, CallSession } from './call-session.ts';

/** Where commands to calls under way are published, whichever node carries them. */
export const commandsTopic = 'call-commands';

/** What can be asked of a call under way. */
interface CallCommand {
  readonly type: 'end';
  readonly callId: string;
  /** Why, in a sentence for people. */
  readonly detail?: string;
}

/** The calls that this process carries. */
export class SessionRegistry {
  readonly #sessions = new Map<string, CallSession>();
  readonly #off: () => void;

  constructor({ bus }: { readonly bus: Bus }) {
    this.#off = bus.subscribe(commandsTopic, (command) => this.#obey(command));
  }

  get size(): number {
    return this.#sessions.size;
  }

  get callIds(): readonly string[] {
    return [...this.#sessions.keys()];
  }

  /** Each call with what it is doing. */
  get phases(): { readonly callId: string; readonly phase: CallPhase }[] {
    return [...this.#sessions].map(([callId, { phase }]) => ({ callId, phase }));
  }

  find(callId: string): CallSession | undefined {
    return this.#sessions.get(callId);
  }

  /** Starts a session and keeps it until its record is written. */
  run(session: CallSession): void {
    const { callId } = session.plan;
    this.#sessions.set(callId, session);
    void session.closed.then(() => this.#sessions.delete(callId));
    session.start();
  }

  /** Resolves when no call is left; new ones are for the caller to keep away. */
  async drained(): Promise<void> {
    while (this.#sessions.size > 0)
      await Promise.all([...this.#sessions.values()].map((session) => session.closed));
  }

  /** Hangs up everything and waits until it is written down. Safe to call twice. */
  async close(): Promise<void> {
    this.#off();
    for (const session of this.#sessions.values()) session.end(undefined, 'The program was stopped.');
    await this.drained();
  }

  /** What comes over the bus may be anything, and most of it is for other nodes. */
  #obey(command: unknown): void {
    if (!isCommand(command)) return;
    this.#sessions.get(command.callId)?.end(undefined, command.detail);
  }
}

function isCommand(value: unknown): value is CallCommand {
  if (typeof value !== 'object' || value === null) return false;
  const { type, callId, detail } = value as Partial<Record<keyof CallCommand, unknown>>;
  return type === 'end' && typeof callId === 'string' && ['string', 'undefined'].includes(typeof detail);
}
