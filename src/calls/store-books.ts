import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import type { TranscriptEntry } from '../domain/call.ts';
import { upsertActiveCall } from '../store/active-calls/upsert-active-call.ts';
import type { Database } from '../store/database.ts';
import type { CallBooks, CallOutcome, LiveView } from './call-books.ts';
import type { CallPlan } from './call-plan.ts';
import { carryOut } from './call-write.ts';
import { CallWriter } from './call-writer.ts';
import type { WriteJournal } from './write-journal.ts';

export interface StoreBooksOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Takes what the database cannot take now. */
  readonly journal: WriteJournal;
  readonly plan: CallPlan;
  /** This process. */
  readonly nodeId: string;
}

/** The record of a call in the database. */
export class StoreBooks implements CallBooks {
  readonly #options: StoreBooksOptions;
  readonly #writer: CallWriter;
  readonly #call: { readonly workspaceId: string; readonly callId: string };
  #entries = 0;
  #answeredAtMs: number | undefined;

  constructor(options: StoreBooksOptions) {
    const { db, plan } = options;
    this.#options = options;
    this.#call = { workspaceId: plan.workspaceId, callId: plan.callId };
    const store = (write: Parameters<typeof carryOut>[1]) => carryOut(db, write, false);
    this.#writer = new CallWriter({ ...options, callId: plan.callId, store });
  }

  moved(to: 'ringing' | 'in_progress', detail: { readonly recordingPath?: string } = {}): void {
    const { nodeId } = this.#options;
    const write = { ...this.#about(), type: 'state', to, nodeId, ...detail } as const;
    if (to === 'in_progress') this.#answeredAtMs = write.atMs;
    this.#writer.add(write);
  }

  recordingStarted(path: string): void {
    this.#writer.add({ ...this.#about(), type: 'recording', path });
  }

  noted(type: string, detail: Readonly<Record<string, unknown>>): void {
    this.#writer.add({ ...this.#about(), type: 'event', name: type, detail });
  }

  said(entry: TranscriptEntry): void {
    this.#entries += 1;
    this.#writer.add({ ...this.#about(), type: 'transcript', sequence: this.#entries, entry });
  }

  optedOut(reason: string): void {
    const { customerNumber } = this.#options.plan;
    this.#writer.add({ ...this.#about(), type: 'opt-out', customerNumber, reason });
  }

  live(view: LiveView): void {
    const { db, plan, nodeId } = this.#options;
    const { atMs } = this.#about();
    const startedAt = new Date(this.#answeredAtMs ?? atMs);
    const joinedAt = startedAt.toISOString();
    const call = {
      ...this.#call,
      ...view,
      nodeId,
      agentId: plan.agentId,
      agentName: plan.agent.name,
      customerPhone: plan.customerNumber,
      customerName: plan.customer.name ?? null,
      type: 'phone' as const,
      participants: [
        { identity: plan.agentId, isAgent: true, joinedAt, metadata: { name: plan.agent.name } },
        { identity: plan.customerNumber, isAgent: false, joinedAt, metadata: { ...plan.customer } },
      ],
      startedAt,
      at: new Date(atMs),
    };
    this.#writer.show(() => upsertActiveCall(db.inWorkspace(plan.workspaceId), call));
  }

  ended(outcome: CallOutcome): void {
    const { customerNumber } = this.#options.plan;
    this.#writer.add({ ...this.#about(), type: 'end', customerNumber, outcome });
  }

  settled(): Promise<void> {
    return this.#writer.drained();
  }

  #about(): { readonly workspaceId: string; readonly callId: string; readonly atMs: number } {
    return { ...this.#call, atMs: this.#options.clock.now() };
  }
}
