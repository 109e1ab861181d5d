import type { Logger } from '../core/logger.ts';
import { spokenOptOutReason, type CallOutcomeBuilder, type Ending } from './call-outcome.ts';
import type { CallRecords } from './call-records.ts';
import { messageRequested } from './message-request.ts';
import type { FlowEndReason, FlowEvent } from './flow-event.ts';
import type { FlowRunner } from './flow-runner.ts';

export interface FlowEventRecorderOptions {
  readonly callId: string;
  readonly records: CallRecords;
  readonly outcome: CallOutcomeBuilder;
  readonly logger: Logger;
  readonly runner: FlowRunner;
}

type FlowEffectEvent = Exclude<
  FlowEvent,
  { type: 'node-entered' | 'hang-up-pending' | 'flow-ended' | 'flow-failed' | 'model-request-failed' }
>;

/** Records the events of a flow, and returns how the flow ends the call. */
export class FlowEventRecorder {
  readonly #options: FlowEventRecorderOptions;
  #pendingEnding: Ending | undefined;

  constructor(options: FlowEventRecorderOptions) {
    this.#options = options;
  }

  /** Used as the ending if the customer hangs up after the agent's last words. */
  get pendingEnding(): Ending | undefined {
    return this.#pendingEnding;
  }

  /** Records an event. Returns the ending of the call if the flow has ended or failed. */
  record(event: Exclude<FlowEvent, { type: 'model-request-failed' }>): Ending | undefined {
    const { records, outcome, logger, callId } = this.#options;
    switch (event.type) {
      case 'node-entered':
        this.#pendingEnding = undefined;
        records.recordEvent('node_entered', { nodeId: event.nodeId });
        return undefined;
      case 'hang-up-pending':
        this.#setPendingEnding(event.reason);
        return undefined;
      case 'flow-ended':
        return this.#endOfFlow(event.reason);
      case 'flow-failed':
        logger.error({ err: event.error, callId }, 'Flow execution failed.');
        outcome.setFlowFailed();
        return { reason: 'agent_hangup', fault: 'platform', detail: 'The flow failed.' };
      default:
        this.#recordEffect(event);
        return undefined;
    }
  }

  /** Records an event that neither starts a node nor ends the flow. */
  #recordEffect(event: FlowEffectEvent): void {
    const { records, outcome } = this.#options;
    switch (event.type) {
      case 'node-moved':
        return records.recordEvent('node_moved', { fromNodeId: event.fromNodeId, nodeId: event.nodeId });
      case 'answer-understood':
        return this.#recordUnderstood(event);
      case 'flow-warning':
        return records.recordEvent('flow_warning', { nodeId: event.nodeId, text: event.text });
      case 'disposition-set':
        outcome.setDisposition(event.disposition, event.notes);
        return records.recordEvent('disposition_set', {
          disposition: event.disposition,
          notes: event.notes,
        });
      case 'callback-scheduled':
        outcome.scheduleCallback(event.at, event.notes, event.by);
        return records.recordEvent('callback_agreed', {
          scheduledAt: event.at,
          notes: event.notes,
          by: event.by,
        });
      case 'message-requested': {
        const { type: _type, ...request } = event;
        return records.recordEvent(messageRequested, request);
      }
    }
  }

  /** Records how the language model understood an answer. An opt-out takes effect at once. */
  #recordUnderstood({ nodeId, as }: Extract<FlowEvent, { type: 'answer-understood' }>): void {
    const { records, outcome } = this.#options;
    records.recordEvent('answer_understood', { nodeId, as });
    if (as !== 'opt_out') return;
    outcome.setOptOut();
    records.recordOptOut(spokenOptOutReason);
  }

  #setPendingEnding(reason: FlowEndReason | undefined): void {
    this.#pendingEnding = reason === undefined ? undefined : this.#endOfFlow(reason);
  }

  #endOfFlow(reason: FlowEndReason): Ending {
    const { outcome, runner } = this.#options;
    outcome.setFlowUnanswered(runner.hasNoAnswer);
    if (outcome.hasOnlySilence) return { reason: 'silence', detail: 'No speech was detected.' };
    if (reason !== 'end') {
      outcome.setFlowFailed();
      return { reason: 'agent_hangup', detail: reason };
    }
    // `unclear` has two causes: the input answered no question, or the customer spoke and nothing was recognised.
    const detail = outcome.hasInput ? 'No question was answered.' : 'No speech was recognised.';
    return { reason: 'agent_hangup', ...(outcome.contactLevel === 'unclear' && { detail }) };
  }
}
