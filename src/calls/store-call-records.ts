import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import type { TranscriptEntry } from '../domain/call.ts';
import { upsertActiveCall } from '../store/active-calls.ts';
import type { Database } from '../store/database.ts';
import type { CallRecords, CallOutcome, LiveView } from './call-records.ts';
import type { CallPlan } from './call-plan.ts';
import { applyWrite } from './call-write.ts';
import { CallWriter } from './call-writer.ts';
import type { WriteJournal } from './write-journal.ts';

export interface StoreCallRecordsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Receives writes while the database is unavailable or slow. */
  readonly journal: WriteJournal;
  readonly plan: CallPlan;
  /** Id of this process. */
  readonly nodeId: string;
}

/** Writes the record of a call to the database, with the journal as fallback. */
export class StoreCallRecords implements CallRecords {
  readonly #options: StoreCallRecordsOptions;
  readonly #writer: CallWriter;
  readonly #call: { readonly workspaceId: string; readonly callId: string };
  #entryCount = 0;
  #answeredAtMs: number | undefined;

  constructor(options: StoreCallRecordsOptions) {
    const { db, plan } = options;
    this.#options = options;
    this.#call = { workspaceId: plan.workspaceId, callId: plan.callId };
    const store = (write: Parameters<typeof applyWrite>[1]) => applyWrite(db, write, false);
    this.#writer = new CallWriter({ ...options, callId: plan.callId, store });
  }

  recordStatus(to: 'ringing' | 'in_progress', detail: { readonly recordingPath?: string } = {}): void {
    const { nodeId } = this.#options;
    const write = { ...this.#writeFields(), type: 'state', to, nodeId, ...detail } as const;
    if (to === 'in_progress') this.#answeredAtMs = write.atMs;
    this.#writer.add(write);
  }

  recordRecordingStart(path: string): void {
    this.#writer.add({ ...this.#writeFields(), type: 'recording', path });
  }

  recordEvent(type: string, detail: Readonly<Record<string, unknown>>): void {
    this.#writer.add({ ...this.#writeFields(), type: 'event', name: type, detail });
  }

  recordTranscript(entry: TranscriptEntry): void {
    this.#entryCount += 1;
    this.#writer.add({ ...this.#writeFields(), type: 'transcript', sequence: this.#entryCount, entry });
  }

  recordOptOut(reason: string): void {
    const { customerNumber } = this.#options.plan;
    this.#writer.add({ ...this.#writeFields(), type: 'opt-out', customerNumber, reason });
  }

  updateLiveView(view: LiveView): void {
    const { db, plan, nodeId } = this.#options;
    const { atMs } = this.#writeFields();
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
    this.#writer.updateActiveCall(() => upsertActiveCall(db.inWorkspace(plan.workspaceId), call));
  }

  recordEnd(outcome: CallOutcome): void {
    const { customerNumber } = this.#options.plan;
    this.#writer.add({ ...this.#writeFields(), type: 'end', customerNumber, outcome });
  }

  flushed(): Promise<void> {
    return this.#writer.flushed();
  }

  #writeFields(): { readonly workspaceId: string; readonly callId: string; readonly atMs: number } {
    return { ...this.#call, atMs: this.#options.clock.now() };
  }
}
