import type { CallChange, CallFeedPublisher, FeedCall } from '../contracts/call-feed.ts';
import type { Clock } from '../core/clock.ts';
import type { TranscriptEntry } from '../domain/call.ts';
import { adviceEvent } from '../store/calls/call-timeline.ts';
import type { CallPlan } from './call-plan.ts';
import { initialLiveView, type CallOutcome, type CallRecords, type LiveView } from './call-records.ts';

export interface FeedingCallRecordsOptions {
  readonly records: CallRecords;
  readonly feed: Pick<CallFeedPublisher, 'publish'>;
  readonly plan: CallPlan;
  readonly clock: Pick<Clock, 'now'>;
}

/** Call records that also send each change to the followers of active calls. */
export class FeedingCallRecords implements CallRecords {
  readonly #options: FeedingCallRecordsOptions;
  #entryCount = 0;
  #view = initialLiveView;
  #startedAtMs: number | undefined;
  #isStartSent = false;

  constructor(options: FeedingCallRecordsOptions) {
    this.#options = options;
  }

  recordStatus(to: 'ringing' | 'in_progress', detail?: { readonly recordingPath?: string }): void {
    const { records, plan, clock } = this.#options;
    records.recordStatus(to, detail);
    if (to === 'in_progress') this.#startedAtMs = clock.now();
    else
      this.#send({
        type: 'ringing',
        direction: plan.direction,
        customerPhone: plan.customerNumber,
        customerName: plan.customer.name ?? null,
        aiAgentName: plan.agent.name,
      });
  }

  recordRecordingStart(path: string): void {
    this.#options.records.recordRecordingStart(path);
  }

  recordEvent(type: string, detail: Readonly<Record<string, unknown>>): void {
    this.#options.records.recordEvent(type, detail);
    const change = changesOfEvents[type]?.(detail);
    if (change !== undefined) this.#send(change);
  }

  recordTranscript(entry: TranscriptEntry): void {
    this.#options.records.recordTranscript(entry);
    this.#entryCount += 1;
    const { role, content, startMs, endMs, interrupted } = entry;
    const turn = { sequence: this.#entryCount, role, content, startMs, endMs, interrupted };
    this.#send({ type: 'turn', ...turn });
  }

  updateLiveView(view: LiveView): void {
    this.#options.records.updateLiveView(view);
    const { sentiment, transferRequested } = this.#view;
    this.#view = view;
    // The first view follows the answer: the call is in the list of active calls from now on.
    if (!this.#isStartSent) return this.#sendStart();
    if (view.sentiment !== sentiment) this.#send({ type: 'sentiment', sentiment: view.sentiment });
    if (view.transferRequested && !transferRequested) this.#send({ type: 'person_requested' });
  }

  recordOptOut(reason: string): void {
    this.#options.records.recordOptOut(reason);
  }

  recordEnd(outcome: CallOutcome): void {
    this.#options.records.recordEnd(outcome);
    const { endReason, disposition } = outcome;
    this.#send({ type: 'ended', endReason, disposition: disposition.code });
  }

  flushed(): Promise<void> {
    return this.#options.records.flushed();
  }

  #sendStart(): void {
    this.#isStartSent = true;
    this.#send({ type: 'started', call: this.#feedCall() });
  }

  #feedCall(): FeedCall {
    const { plan, clock } = this.#options;
    const startedAtMs = this.#startedAtMs ?? clock.now();
    const joinedAt = new Date(startedAtMs).toISOString();
    return {
      callId: plan.callId,
      roomName: plan.roomName,
      customerPhone: plan.customerNumber,
      customerName: plan.customer.name ?? null,
      agentName: plan.agent.name,
      type: 'phone',
      ...this.#view,
      participants: [
        { identity: plan.agentId, isAgent: true, joinedAt },
        { identity: plan.customerNumber, isAgent: false, joinedAt },
      ],
      startedAtMs,
    };
  }

  #send(change: CallChange): void {
    const { feed, plan, clock } = this.#options;
    const { workspaceId, callId, roomName } = plan;
    feed.publish(workspaceId, { callId, roomName, atMs: clock.now(), change });
  }
}

/** The details of recorded events have these types: this folder writes them. */
// oxlint-disable-next-line typescript/no-explicit-any
type EventDetail = any;

/** The recorded events that followers receive, by type. */
const changesOfEvents: Readonly<Record<string, (detail: EventDetail) => CallChange>> = {
  node_entered: ({ nodeId }) => ({ type: 'node', nodeId }),
  http_request_started: (detail) => toolChange('started', detail),
  http_request_ended: (detail) => toolChange('ended', detail),
  turn_timed: ({ turn, startMs, totalMs }) => ({ type: 'silence', turn, startMs, totalMs }),
  agent_changed: ({ agentId, agentName }) => ({ type: 'agent_changed', agentId, agentName }),
  command: ({ command, author = null, on }) => ({
    type: 'command',
    command,
    author,
    ...(on !== undefined && { on }),
  }),
  [adviceEvent]: ({ author = null }) => ({ type: 'command', command: 'whisper', author }),
};

type ToolChange = Extract<CallChange, { type: 'tool' }>;

const toolChange = (
  phase: ToolChange['phase'],
  { requestId, tool, nodeId, outcome, durationMs }: Omit<ToolChange, 'type' | 'phase'>,
): ToolChange => ({
  type: 'tool',
  phase,
  requestId,
  ...(tool !== undefined && { tool }),
  ...(nodeId !== undefined && { nodeId }),
  ...(outcome !== undefined && { outcome }),
  ...(durationMs !== undefined && { durationMs }),
});
