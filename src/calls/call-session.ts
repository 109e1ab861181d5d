import type { Clock, Timer } from '../core/clock.ts';
import { createGuardedClock } from '../core/guarded-clock.ts';
import { InternalErrorLog, type InternalErrors } from '../core/internal-errors.ts';
import type { Logger } from '../core/logger.ts';
import type { Leg, LegEvent } from '../contracts/carrier.ts';
import type { LegAudioEvent } from '../contracts/leg-audio.ts';
import type { EndReason } from '../domain/call-state.ts';
import { detectOptOut } from '../domain/opt-out.ts';
import type { RecordingFault } from '../domain/recording-fault.ts';
import type { AmdResult } from '../voice/answering-machine.ts';
import type { VoiceEvent, VoicePipeline } from '../voice/voice-pipeline.ts';
import type { CallRecords } from './call-records.ts';
import { endReasonOf, CallOutcomeBuilder, spokenOptOutReason, type Ending } from './call-outcome.ts';
import { flowContext, type CallPlan } from './call-plan.ts';
import { CallRecording } from './call-recording.ts';
import { TranscriptRecorder } from './transcript-recorder.ts';
import {
  firstMessageOf,
  agentPhrases,
  createVoicePipeline,
  type CallProviders,
} from './call-voice-options.ts';
import { FlowRunner, type FlowEndReason, type FlowEvent } from './flow-runner.ts';
import { CallScreeningResponder, type ScreeningResult } from './call-screening-responder.ts';
import { ModelFailures, type ModelFailure } from './model-failures.ts';
import { amdActionFor } from './amd-action.ts';
import { VoicemailMessage } from './voicemail-message.ts';

/** The allowed transitions between the phases of a session; see docs/call-states.md. */
export const phaseTransitions = {
  connecting: ['detecting', 'talking', 'closing', 'closed'],
  detecting: ['talking', 'call-screening', 'leaving-message', 'closing', 'closed'],
  'call-screening': ['talking', 'leaving-message', 'closing', 'closed'],
  talking: ['leaving-message', 'closing', 'closed'],
  'leaving-message': ['closing', 'closed'],
  closing: ['closed'],
  closed: [],
} as const satisfies Record<string, readonly string[]>;

export type CallPhase = keyof typeof phaseTransitions;

/** The longest wait for the end of a leg that was hung up, including its recording. */
const legEndTimeoutMs = 5_000;

export interface CallSessionOptions {
  readonly plan: CallPlan;
  readonly leg: Leg;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Counts internal errors. Defaults to a separate log for the call. */
  readonly internalErrors?: InternalErrors | undefined;
  readonly records: CallRecords;
  readonly providers: CallProviders;
  /** Path of the recording; undefined if the call is not recorded. */
  readonly recordingPath: string | undefined;
  /** Called when the recording ends, with its fault; undefined if the recording is complete. */
  readonly onRecordingEnd?: ((fault: RecordingFault | undefined) => void) | undefined;
}

/** Controls one call from its start until its record is written. Connects the leg, the voice, the flow runner and the records. */
export class CallSession {
  readonly #options: CallSessionOptions;
  readonly #internalErrors: InternalErrors;
  /** An error in one of its timers ends the call. */
  readonly #clock: Clock;
  readonly #voice: VoicePipeline;
  readonly #runner: FlowRunner;
  readonly #transcript: TranscriptRecorder;
  readonly #recording: CallRecording;
  readonly #outcome = new CallOutcomeBuilder();
  readonly #modelFailures: ModelFailures;
  readonly #closed = Promise.withResolvers<void>();
  readonly #unsubscribeLeg: () => void;
  #phase: CallPhase = 'connecting';
  #hasRung = false;
  /** On the monotonic clock. */
  #answeredAtMs: number | undefined;
  #ending: Ending | undefined;
  /** Used as the ending if the customer hangs up after the agent's last words. */
  #flowEnding: Ending | undefined;
  /** Limits the duration of the call or, while closing, the wait for the end of the leg. */
  #timer: Timer | undefined;
  #screeningResponder: CallScreeningResponder | undefined;
  #voicemailMessage: VoicemailMessage | undefined;

  constructor(options: CallSessionOptions) {
    const { plan, leg, records, providers } = options;
    this.#options = options;
    this.#internalErrors = options.internalErrors ?? new InternalErrorLog(options);
    const onInternalError = (error: unknown) => this.#fail(error);
    const clock = createGuardedClock(options.clock, onInternalError);
    this.#clock = clock;
    const { modelSettings } = plan.agent;
    this.#modelFailures = new ModelFailures(modelSettings.timeoutMs);
    this.#voice = createVoicePipeline(plan, providers, {
      clock,
      onInternalError,
      onInvalidTransition: (error) => this.#recordError(error),
      audio: leg.audio,
    });
    this.#runner = new FlowRunner({
      clock,
      onInternalError,
      flow: plan.flow,
      context: () => flowContext(plan, clock.now()),
      voice: this.#voice,
      sendDigits: (digits, pauseMs) => leg.audio.sendDigits(digits, pauseMs),
      personality: plan.agent.personality,
      model: providers.models[0],
      modelSettings,
      filler: agentPhrases.filler,
    });
    const nodeOf = (utteranceId: number) => this.#runner.nodeOf(utteranceId);
    const onOptOut = () => {
      this.#outcome.setOptOut();
      records.recordOptOut(spokenOptOutReason);
    };
    this.#transcript = new TranscriptRecorder({ records, nodeOf, onOptOut });
    this.#recording = new CallRecording({
      ...options,
      callId: plan.callId,
      audio: leg.audio,
      path: options.recordingPath,
      needsNotice: plan.agent.recording.consent !== 'none',
      onEnd: (fault) => options.onRecordingEnd?.(fault),
    });
    this.#voice.on((event) => this.#guard(() => this.#handleVoiceEvent(event)));
    this.#runner.on((event) => this.#guard(() => this.#handleFlowEvent(event)));
    this.#unsubscribeLeg = leg.on((event) => this.#guard(() => this.#handleLegEvent(event)));
  }

  get plan(): CallPlan {
    return this.#options.plan;
  }

  get phase(): CallPhase {
    return this.#phase;
  }

  /** Resolves when the call has ended and its record is written. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /** Prepares the first message and answers an inbound call. */
  start(): void {
    const { plan, leg, logger } = this.#options;
    logger.info({ callId: plan.callId, direction: plan.direction }, 'Call started.');
    this.#guard(() => this.#runner.prepare(firstMessageOf(plan, this.#options.clock.now())));
    if (leg.direction === 'inbound') leg.answer().catch(() => this.end('customer_hangup'));
  }

  /** Ends the call in any phase. Safe to call twice. */
  end(reason?: EndReason, detail?: string): void {
    const defaultReason = this.#outcome.hasInput ? 'agent_hangup' : 'cancelled';
    this.#guard(() =>
      this.#end({ reason: reason ?? defaultReason, ...(detail !== undefined && { detail }) }),
    );
  }

  #handleLegEvent(event: LegEvent | LegAudioEvent): void {
    switch (event.type) {
      case 'leg-ringing':
        return this.#onRinging();
      case 'leg-answered':
        return this.#onAnswered();
      case 'leg-ended':
        return this.#onLegEnded(event);
      case 'leg-proceeding':
      case 'leg-held':
      case 'leg-resumed':
        return this.#options.records.recordEvent(event.type.replace('-', '_'), {});
      default:
        return this.#handleAudioEvent(event);
    }
  }

  #handleAudioEvent(event: LegAudioEvent): void {
    switch (event.type) {
      case 'media-timed-out':
        return this.#end({ reason: 'media_timeout' });
      case 'media-failed':
        return this.#end(internalErrorEnding);
      case 'recording-ended':
        return this.#recording.onRecordingEnded(event);
      case 'digits-sent':
        return this.#runner.onDigitsSent();
      case 'digit-pressed':
        this.#outcome.recordInput();
        return this.#voice.handleAudioEvent(event);
      default:
        return this.#voice.handleAudioEvent(event);
    }
  }

  #onRinging(): void {
    if (this.#hasRung || this.#phase !== 'connecting') return;
    this.#hasRung = true;
    if (this.plan.direction === 'outbound') this.#options.records.recordStatus('ringing');
  }

  #onAnswered(): void {
    if (this.#phase !== 'connecting') return;
    const { plan, leg, records } = this.#options;
    const clock = this.#clock;
    this.#answeredAtMs = clock.monotonicMs();
    this.#outcome.setAnswered();
    const recordingPath = this.#recording.onAnswered();
    records.recordStatus('in_progress', recordingPath === undefined ? {} : { recordingPath });
    this.#timer = clock.after(plan.maxDurationMs, () => this.end('max_duration'));
    this.#transcript.onAnswered(leg.audio.nowMs);
    this.#voice.start();
    if (plan.direction === 'inbound' || plan.agent.voicemail.detection === 'off')
      return this.#startConversation();
    this.#enter('detecting');
    this.#voice.detectAnsweringMachine();
  }

  #startConversation(): void {
    this.#enter('talking');
    const { plan, clock } = this.#options;
    const { recording, interruption, firstMessageMode } = plan.agent;
    if (this.#recording.awaitsNotice)
      this.#recording.onNoticeStarted(this.#voice.say(recording.consentMessage, false));
    const isCallerFirst = firstMessageMode === 'user' && this.#voice.history.entries.length === 0;
    this.#runner.start(firstMessageOf(plan, clock.now()), interruption.firstMessage, isCallerFirst);
  }

  #handleVoiceEvent(event: VoiceEvent): void {
    this.#forwardVoiceEvent(event);
    switch (event.type) {
      case 'amd-result':
        return this.#onAmdResult(event.result);
      case 'reply-ended':
        return this.#onModelFailed(this.#modelFailures.recordReply(event.outcome), event.outcome.error);
      case 'reminder-due':
        if (this.#phase === 'talking') this.#voice.say(agentPhrases.reminder, true);
        return;
      case 'silence-timeout':
        return this.#end({ reason: 'silence' });
      case 'turn-lost':
        return this.#onTurnLost();
      case 'recognition-failed':
      case 'synthesis-failed':
        this.#options.logger.warn(
          { err: event.error, callId: this.plan.callId },
          'A speech provider failed during a call.',
        );
        return this.#end({ reason: 'provider_error', detail: failureDetails[event.type] });
      default:
        return;
    }
  }

  /** Handles a turn without a transcript. After repeated losses the voice reports `recognition-failed`, which ends the call. */
  #onTurnLost(): void {
    this.#outcome.recordLostTurn();
    this.#options.logger.warn(
      { callId: this.plan.callId },
      'Speech recognition returned no transcript for a turn of the caller.',
    );
  }

  #forwardVoiceEvent(event: VoiceEvent): void {
    this.#transcript.handleVoiceEvent(event);
    this.#recording.handleVoiceEvent(event);
    this.#voicemailMessage?.handleVoiceEvent(event);
    if (this.#isOptOutBeforeConversation(event)) {
      this.#startConversation();
      return this.#runner.handleVoiceEvent({ ...event, type: 'unsolicited-speech' });
    }
    if (this.#phase === 'call-screening') return this.#screeningResponder?.handleVoiceEvent(event);
    if (this.#phase !== 'talking') return;
    this.#updateContact(event);
    this.#runner.handleVoiceEvent(event);
  }

  /** Whether the caller opts out before the conversation starts. The opt-out is handled at once, without a greeting. */
  #isOptOutBeforeConversation(
    event: VoiceEvent,
  ): event is Extract<VoiceEvent, { type: 'question-answered' | 'unsolicited-speech' }> {
    if (this.#phase !== 'detecting' && this.#phase !== 'call-screening') return false;
    if (event.type !== 'question-answered' && event.type !== 'unsolicited-speech') return false;
    const { text, confidence, rejected } = event.turn;
    return !rejected && detectOptOut(text, confidence) === 'clear';
  }

  #updateContact(event: VoiceEvent): void {
    if (event.type === 'no-input') this.#outcome.recordUnansweredQuestion();
    if (event.type !== 'caller-spoke' && event.type !== 'question-answered') return;
    if (!event.turn.rejected) return this.#outcome.recordInput();
    this.#outcome.recordUnrecognisedSpeech();
    if (event.type === 'question-answered') this.#outcome.recordUnansweredQuestion();
  }

  /** Handles an AMD result. A second result may correct the first one. */
  #onAmdResult(result: AmdResult): void {
    if (this.#phase !== 'detecting' && this.#phase !== 'talking') return;
    this.#options.records.recordEvent('amd_result', { answeredBy: result });
    const action = amdActionFor(result, this.plan);
    if (action === 'talk') {
      if (this.#voice.history.entries.some(({ role }) => role === 'user')) this.#outcome.recordInput();
      if (this.#phase === 'detecting') this.#startConversation();
    } else if (action === 'identify') this.#introduceAgent();
    else
      this.#onMachineAnswered(
        action === 'leave-message',
        result === 'ivr' ? 'An IVR menu answered.' : undefined,
      );
  }

  #onMachineAnswered(leaveMessage: boolean, detail?: string): void {
    this.#runner.close();
    this.#voice.closeQuestion();
    this.#voice.interrupt();
    if (!leaveMessage) return this.end('voicemail', detail);
    this.#enter('leaving-message');
    const { message } = this.plan.agent.voicemail;
    const onDone = () => this.end('voicemail');
    this.#voicemailMessage = new VoicemailMessage(this.#clock, this.#voice, message, onDone);
  }

  #introduceAgent(): void {
    this.#enter('call-screening');
    const clock = this.#clock;
    const opening = this.#runner.openingText(firstMessageOf(this.plan, clock.now()));
    const introduction = opening === '' ? `Hello, this is ${this.plan.agent.name}.` : opening;
    const onDone = (result: ScreeningResult) => this.#onScreeningResult(result);
    this.#screeningResponder = new CallScreeningResponder(clock, this.#voice, introduction, onDone);
  }

  #onScreeningResult(result: ScreeningResult): void {
    if (result === 'no-answer')
      return this.#end({ reason: 'silence', detail: 'The call was screened and no person answered.' });
    if (result === 'machine')
      return this.#onMachineAnswered(amdActionFor('machine', this.plan) === 'leave-message');
    this.#outcome.recordInput();
    this.#startConversation();
  }

  #onModelFailed(failure: ModelFailure | undefined, error: unknown): void {
    if (failure === undefined) return;
    const { records, logger } = this.#options;
    records.recordEvent('model_failed', { ...failure });
    const { model, baseUrl, status } = failure;
    const fields = { callId: this.plan.callId, model, baseUrl, status, err: error };
    logger.warn(fields, 'No language model responded during a call.');
    if (this.#modelFailures.areUnavailable) this.#end({ reason: 'provider_error', detail: failure.detail });
  }

  #handleFlowEvent(event: FlowEvent): void {
    const { records, logger } = this.#options;
    switch (event.type) {
      case 'node-entered':
        this.#flowEnding = undefined;
        return records.recordEvent('node_entered', { nodeId: event.nodeId });
      case 'flow-warning':
        return records.recordEvent('flow_warning', { nodeId: event.nodeId, text: event.text });
      case 'disposition-set':
        this.#outcome.setDisposition(event.disposition, event.notes);
        return records.recordEvent('disposition_set', { disposition: event.disposition, notes: event.notes });
      case 'callback-scheduled':
        this.#outcome.scheduleCallback(event.at, event.notes);
        return records.recordEvent('callback_agreed', { scheduledAt: event.at, notes: event.notes });
      case 'hang-up-pending':
        this.#flowEnding = this.#endOfFlow(event.reason);
        return;
      case 'classification-failed':
        return this.#onModelFailed(this.#modelFailures.recordClassificationFailure(event.error), event.error);
      case 'flow-ended':
        return this.#end(this.#endOfFlow(event.reason));
      case 'flow-failed':
        logger.error({ err: event.error, callId: this.plan.callId }, 'Flow execution failed.');
        return this.#end({ reason: 'agent_hangup', fault: 'platform', detail: 'The flow failed.' });
    }
  }

  #endOfFlow(reason: FlowEndReason): Ending {
    this.#outcome.setFlowUnanswered(this.#runner.hasNoAnswer);
    if (this.#outcome.hasOnlySilence) return { reason: 'silence', detail: 'No speech was detected.' };
    if (reason !== 'end') return { reason: 'agent_hangup', detail: reason };
    const detail = this.#outcome.hasInput ? 'No question was answered.' : 'No speech was recognised.';
    return { reason: 'agent_hangup', ...(this.#outcome.contact === 'unclear' && { detail }) };
  }

  #onLegEnded(event: Extract<LegEvent, { type: 'leg-ended' }>): void {
    if (this.#phase === 'closed') return;
    const detail = event.detail ?? (event.status === undefined ? undefined : `Status ${event.status}`);
    // A voicemail system hangs up at its recording limit.
    const reason = this.#phase === 'leaving-message' ? 'voicemail' : endReasonOf(event.cause);
    const { fault } = event;
    this.#ending ??= this.#flowEnding ?? {
      reason,
      ...(detail !== undefined && { detail }),
      ...(fault !== undefined && { fault }),
    };
    this.#close();
  }

  /** Ends the call from this side: stops everything and waits for the end of the leg. */
  #end(ending: Ending): void {
    if (this.#ending !== undefined) return;
    this.#ending = ending;
    this.#enter('closing');
    this.#stop();
    this.#timer = this.#clock.after(legEndTimeoutMs, () => this.#close());
    this.#options.leg.hangup();
  }

  #close(): void {
    if (this.#phase === 'closed') return;
    this.#internalErrors.guard('call', () => this.#stop())();
    // An error while stopping may have closed the call already.
    if ((this.#phase as CallPhase) === 'closed') return;
    this.#enter('closed');
    this.#unsubscribeLeg();
    this.#recordEndSafely();
    void this.#options.records.flushed().then(this.#closed.resolve, this.#closed.resolve);
  }

  /** Records the end of the call; after an internal error, only the required fields. */
  #recordEndSafely(): void {
    try {
      this.#recordEnd();
    } catch (error) {
      this.#recordError(error);
      this.#options.records.recordEnd({
        ...internalErrorEnding,
        endReason: internalErrorEnding.reason,
        endDetail: internalErrorEnding.detail,
        disposition: { code: 'failed', status: 'completed' },
        variables: {},
        latency: [],
      });
    }
  }

  #recordEnd(): void {
    const { records } = this.#options;
    const ending = this.#outcome.withRecognitionFailure(this.#ending ?? { reason: 'carrier_error' });
    const disposition = this.#outcome.disposition(ending.reason);
    const optOut = this.#outcome.suppression(disposition.code);
    this.#logEnd(ending.reason, disposition.code);
    records.recordEnd({
      endReason: ending.reason,
      ...(ending.detail !== undefined && { endDetail: ending.detail }),
      ...(ending.fault !== undefined && { fault: ending.fault }),
      disposition,
      ...this.#recording.getOutcome(),
      variables: this.#runner.variables,
      latency: this.#transcript.latency,
      ...(optOut !== undefined && { optOut }),
    });
  }

  /** `durationMs` counts from the answer; null if the call was not answered. */
  #logEnd(endReason: EndReason, disposition: string): void {
    const { clock, logger, plan } = this.#options;
    const answeredAtMs = this.#answeredAtMs;
    const durationMs = answeredAtMs === undefined ? null : Math.round(clock.monotonicMs() - answeredAtMs);
    logger.info({ callId: plan.callId, endReason, disposition, durationMs }, 'Call ended.');
  }

  /** Stops all parts of the call: cancels timers and interrupts speech, whose heard part is recorded. */
  #stop(): void {
    this.#timer?.cancel();
    this.#voicemailMessage?.close();
    this.#runner.close();
    this.#voice.close();
  }

  #enter(phase: CallPhase): void {
    const allowed: readonly CallPhase[] = phaseTransitions[this.#phase];
    if (!allowed.includes(phase))
      throw new Error(`Invalid call phase transition from ${this.#phase} to ${phase}.`);
    this.#phase = phase;
  }

  /** Runs a handler. An error in it ends this call, never the process. */
  #guard(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#fail(error);
    }
  }

  #recordError(error: unknown): void {
    this.#internalErrors.record('call', error, { callId: this.plan.callId });
  }

  /** Ends the call after an internal error. Never throws. */
  #fail(error: unknown): void {
    const errors = this.#internalErrors;
    this.#recordError(error);
    this.#ending ??= internalErrorEnding;
    errors.guard('call', () => this.#options.leg.hangup())();
    errors.guard('call', () => this.#close())();
  }
}

/** Ending of a call after an internal error. */
const internalErrorEnding = {
  reason: 'provider_error',
  fault: 'platform',
  detail: 'An internal error ended the call.',
} as const satisfies Ending;

/** End details for failures of speech providers. */
const failureDetails = {
  'recognition-failed': 'Speech recognition failed.',
  'synthesis-failed': 'Speech synthesis failed.',
} as const;
