import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import type { CallState } from '../domain/call-state.ts';
import type { TranscriptEntry } from '../domain/call.ts';
import { upsertActiveCall } from '../store/active-calls/upsert-active-call.ts';
import { appendCallEvent } from '../store/calls/append-call-event.ts';
import { appendTranscriptEntry } from '../store/calls/append-transcript-entry.ts';
import { finishCall } from '../store/calls/finish-call.ts';
import { recordCallChange } from '../store/calls/record-call-change.ts';
import type { Database, Scope } from '../store/database.ts';
import type { CallBooks, CallOutcome, LiveView } from './call-books.ts';
import type { CallPlan } from './call-plan.ts';
import { OrderedWriter } from './ordered-writer.ts';

export interface StoreBooksOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly plan: CallPlan;
  /** This process. */
  readonly nodeId: string;
}

const comesFrom = {
  ringing: ['dialing'],
  in_progress: ['dialing', 'ringing'],
} as const satisfies Record<string, readonly CallState[]>;

/** The record of a call in the database. */
export class StoreBooks implements CallBooks {
  readonly #options: StoreBooksOptions;
  readonly #scope: Scope;
  readonly #writer: OrderedWriter;
  readonly #call: { readonly workspaceId: string; readonly callId: string };
  #entries = 0;
  #answeredAt: Date | undefined;

  constructor(options: StoreBooksOptions) {
    const { db, clock, logger, plan } = options;
    this.#options = options;
    this.#scope = db.inWorkspace(plan.workspaceId);
    this.#writer = new OrderedWriter(clock, logger);
    this.#call = { workspaceId: plan.workspaceId, callId: plan.callId };
  }

  moved(to: 'ringing' | 'in_progress', detail: { readonly recordingPath?: string } = {}): void {
    const at = this.#now();
    if (to === 'in_progress') this.#answeredAt = at;
    const { nodeId } = this.#options;
    const change = {
      ...this.#call,
      from: comesFrom[to],
      to,
      at,
      nodeId,
      recordingPath: detail.recordingPath,
    };
    this.#writer.add('state', async () => void (await recordCallChange(this.#scope, change)));
  }

  noted(type: string, detail: Readonly<Record<string, unknown>>): void {
    const event = { ...this.#call, type, at: this.#now(), detail };
    this.#writer.add('timeline', async () => void (await appendCallEvent(this.#scope, event)));
  }

  said(entry: TranscriptEntry): void {
    this.#entries += 1;
    const added = { ...this.#call, sequence: this.#entries, entry };
    this.#writer.add('transcript', () => appendTranscriptEntry(this.#scope, added));
  }

  live(view: LiveView): void {
    const { plan, nodeId } = this.#options;
    const startedAt = this.#answeredAt ?? this.#now();
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
      at: this.#now(),
    };
    this.#writer.addLatest('active call', () => upsertActiveCall(this.#scope, call));
  }

  ended(outcome: CallOutcome): void {
    const end = { ...this.#call, ...outcome, at: this.#now() };
    this.#writer.add('end', async () => void (await finishCall(this.#scope, end)));
  }

  settled(): Promise<void> {
    return this.#writer.drained();
  }

  #now(): Date {
    return new Date(this.#options.clock.now());
  }
}
