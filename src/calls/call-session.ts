import { languageOf } from '../domain/languages/languages.ts';
import type { Clock, Timer } from '../core/clock.ts';
import { createGuardedClock } from '../core/guarded-clock.ts';
import { InternalErrorLog, type InternalErrors } from '../core/internal-errors.ts';
import type { Logger } from '../core/logger.ts';
import type { CallCommandMessage, CallCommandResult } from '../contracts/call-commands.ts';
import type { Leg, LegEvent } from '../contracts/carrier.ts';
import type { LegAudioEvent } from '../contracts/leg-audio.ts';
import { requestsAnalysis } from '../domain/analysis.ts';
import type { EndReason } from '../domain/call-state.ts';
import type { RecordingFault } from '../domain/recording-fault.ts';
import type { CallerTurn } from '../voice/speech-input-event.ts';
import type { VoiceEvent } from '../voice/voice-pipeline.ts';
import { AmdHandler } from './amd-handler.ts';
import { CallCommandExecutor } from './call-command-executor.ts';
import { CallEndRecorder, internalErrorEnding, type CallEndRecorderOptions } from './call-end-recorder.ts';
import { CallPhases, type CallPhase } from './call-phase.ts';
import type { CallRecords } from './call-records.ts';
import { endReasonOf, CallOutcomeBuilder, spokenOptOutReason, type Ending } from './call-outcome.ts';
import type { CallPlan } from './call-plan.ts';
import { CallRecording } from './call-recording.ts';
import type { ConsentAnswer, ConsentQuestion } from './consent-question.ts';
import { CurrentAgent, type CurrentAgentOptions } from './current-agent.ts';
import { LiveSentiment, type LiveSentimentOptions } from './live-sentiment.ts';
import { TranscriptRecorder } from './transcript-recorder.ts';
import type { CallProviders } from './call-voice-options.ts';
import { FlowEventRecorder } from './flow-event-recorder.ts';
import type { FlowEvent } from './flow-event.ts';
import { ProviderFailures } from './provider-failures.ts';

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
  readonly http?: CurrentAgentOptions['http'];
  readonly findAgent?: CurrentAgentOptions['findAgent'];
  /** Returns the costs of the call so far. Defaults to none. */
  readonly costs?: CallEndRecorderOptions['costs'];
  /** Whether clients follow the active calls of the workspace. Defaults to no clients. */
  readonly isFollowed?: LiveSentimentOptions['isFollowed'] | undefined;
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
  readonly #agent: CurrentAgent;
  readonly #sentiment: LiveSentiment;
  readonly #transcript: TranscriptRecorder;
  readonly #recording: CallRecording;
  readonly #phases = new CallPhases();
  readonly #amd: AmdHandler;
  readonly #flowEvents: FlowEventRecorder;
  readonly #commands: CallCommandExecutor;
  readonly #outcome = new CallOutcomeBuilder();
  readonly #endRecorder: CallEndRecorder;
  readonly #providerFailures: ProviderFailures;
  readonly #closed = Promise.withResolvers<void>();
  readonly #unsubscribeLeg: () => void;
  #hasRung = false;
  #isHeld = false;
  /** Undefined unless the customer is being asked for consent to the recording. */
  #consentQuestion: ConsentQuestion | undefined;
  #ending: Ending | undefined;
  /** Limits the duration of the call or, while closing, the wait for the end of the leg. */
  #timer: Timer | undefined;

  constructor(options: CallSessionOptions) {
    const { plan, leg, records } = options;
    this.#options = options;
    this.#internalErrors = options.internalErrors ?? new InternalErrorLog(options);
    const onInternalError = (error: unknown) => this.#fail(error);
    const clock = createGuardedClock(options.clock, onInternalError);
    this.#clock = clock;
    const onInvalidTransition = (error: unknown) => this.#recordError(error);
    this.#agent = new CurrentAgent({ ...options, clock, onInternalError, onInvalidTransition });
    const { voice, runner } = this.#agent;
    const nodeOf = (utteranceId: number) => runner.nodeOf(utteranceId);
    const onOptOut = () => {
      this.#outcome.setOptOut();
      records.recordOptOut(spokenOptOutReason);
    };
    const language = () => languageOf(this.plan.agent.language);
    const handoffAgentId = () => (this.plan.agentId === plan.agentId ? undefined : this.plan.agentId);
    const onPersonRequested = () => this.#outcome.setPersonRequested();
    const requests = { onOptOut, onPersonRequested, language };
    const sentiment = this.#createSentiment(language);
    this.#sentiment = sentiment;
    this.#transcript = new TranscriptRecorder({ records, nodeOf, handoffAgentId, sentiment, ...requests });
    this.#recording = new CallRecording({
      ...options,
      callId: plan.callId,
      audio: leg.audio,
      path: options.recordingPath,
      consent: plan.agent.recording.consent,
      onEnd: (fault) => options.onRecordingEnd?.(fault),
    });
    this.#amd = new AmdHandler({
      plan,
      clock,
      records,
      voice,
      runner,
      phases: this.#phases,
      outcome: this.#outcome,
      startConversation: (request) => this.#startConversation(request),
      end: ({ reason, detail }) => this.end(reason, detail),
    });
    const outcome = this.#outcome;
    const { callId } = plan;
    const modelTimeoutMs = plan.agent.modelSettings.timeoutMs;
    this.#providerFailures = new ProviderFailures({ ...options, callId, outcome, modelTimeoutMs });
    this.#flowEvents = new FlowEventRecorder({ ...options, callId, outcome, runner });
    this.#commands = new CallCommandExecutor({
      agent: this.#agent,
      phases: this.#phases,
      records,
      end: (detail) => this.end(undefined, detail),
      onSuspended: (type, on) => this.#transcript.updateSuspension(type, on),
    });
    this.#endRecorder = new CallEndRecorder({
      ...options,
      callId,
      outcome,
      recording: this.#recording,
      variables: () => runner.variables,
      latency: () => this.#transcript.latency,
      isAnalyzed: requestsAnalysis(plan.agent),
      sentiment: () => sentiment.value,
      onInternalError: (error) => this.#recordError(error),
    });
    voice.on((event) => this.#guard(() => this.#handleVoiceEvent(event)));
    runner.on((event) => this.#guard(() => this.#handleFlowEvent(event)));
    this.#unsubscribeLeg = leg.on((event) => this.#guard(() => this.#handleLegEvent(event)));
  }

  /** The plan of the current agent. */
  get plan(): CallPlan {
    return this.#agent.plan;
  }

  get phase(): CallPhase {
    return this.#phases.current;
  }

  /** Resolves when the call has ended and its record is written. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /** Prepares the first message and answers an inbound call. */
  start(): void {
    const { plan, leg, logger } = this.#options;
    logger.info({ callId: plan.callId, direction: plan.direction }, 'Call started.');
    this.#guard(() => this.#agent.prepare());
    if (leg.direction === 'inbound') leg.answer().catch(() => this.end('customer_hangup'));
  }

  /** Ends the call in any phase. Safe to call twice. */
  end(reason?: EndReason, detail?: string): void {
    const defaultReason = this.#outcome.hasInput ? 'agent_hangup' : 'cancelled';
    this.#guard(() =>
      this.#end({ reason: reason ?? defaultReason, ...(detail !== undefined && { detail }) }),
    );
  }

  /** Executes a command to the call. A command that is repeated has no further effect. */
  execute(message: CallCommandMessage): CallCommandResult {
    let result: CallCommandResult = { outcome: 'ended' };
    this.#guard(() => {
      result = this.#commands.execute(message);
    });
    return result;
  }

  #createSentiment(language: LiveSentimentOptions['language']): LiveSentiment {
    const { plan, logger, isFollowed = () => false } = this.#options;
    return new LiveSentiment({
      clock: this.#clock,
      models: () => this.#agent.models,
      language,
      isFollowed,
      onChange: () => this.#guard(() => this.#transcript.updateSentiment()),
      onFailure: (err) =>
        logger.debug({ err, callId: plan.callId }, 'The sentiment of a call could not be determined.'),
    });
  }

  #handleLegEvent(event: LegEvent | LegAudioEvent): void {
    switch (event.type) {
      case 'leg-ringing':
        return this.#onRinging();
      case 'leg-answered':
        return this.#onAnswered();
      case 'leg-ended':
        return this.#onLegEnded(event);
      case 'leg-held':
      case 'leg-resumed':
        this.#isHeld = event.type === 'leg-held';
        this.#agent.voice.setSuspended('caller-hold', this.#isHeld);
        return this.#recordLegEvent(event);
      case 'leg-proceeding':
        return this.#recordLegEvent(event);
      default:
        return this.#handleAudioEvent(event);
    }
  }

  #recordLegEvent({ type }: LegEvent): void {
    this.#options.records.recordEvent(type.replace('-', '_'), {});
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
        return this.#agent.runner.onDigitsSent();
      case 'digit-pressed':
        if (!this.#isHeld) this.#outcome.recordInput();
        return this.#agent.voice.handleAudioEvent(event);
      default:
        return this.#agent.voice.handleAudioEvent(event);
    }
  }

  #onRinging(): void {
    if (this.#hasRung || this.phase !== 'connecting') return;
    this.#hasRung = true;
    if (this.plan.direction === 'outbound') this.#options.records.recordStatus('ringing');
  }

  #onAnswered(): void {
    if (this.phase !== 'connecting') return;
    const { plan, leg, records } = this.#options;
    const clock = this.#clock;
    this.#endRecorder.onAnswered();
    this.#outcome.setAnswered();
    const recordingPath = this.#recording.onAnswered();
    records.recordStatus('in_progress', recordingPath === undefined ? {} : { recordingPath });
    this.#timer = clock.after(plan.maxDurationMs, () => this.end('max_duration'));
    this.#transcript.onAnswered(leg.audio.nowMs);
    this.#agent.voice.start();
    if (plan.direction === 'inbound' || plan.agent.voicemail.detection === 'off')
      return this.#startConversation();
    this.#phases.enter('detecting');
    this.#agent.voice.detectAnsweringMachine();
  }

  /** Starts the conversation, after the notice of the recording or the question for consent. `request`: a request of the caller that precedes both. */
  #startConversation(request?: CallerTurn): void {
    this.#phases.enter('talking');
    const recording = this.#recording;
    if (recording.awaitsNotice) recording.onNoticeStarted(this.#agent.sayRecordingNotice());
    if (!recording.awaitsConsent) return this.#agent.startConversation(request);
    if (request !== undefined) return this.#onConsentAnswered('other', request);
    this.#consentQuestion = this.#agent.askForConsent((answer, turn) =>
      this.#onConsentAnswered(answer, turn),
    );
  }

  #onConsentAnswered(answer: ConsentAnswer, turn: CallerTurn | undefined): void {
    this.#consentQuestion = undefined;
    this.#recording.onConsentAnswered(answer);
    if (answer !== 'other') this.#agent.confirmConsent(answer === 'yes');
    this.#agent.startConversation(turn);
  }

  #handleVoiceEvent(event: VoiceEvent): void {
    this.#forwardVoiceEvent(event);
    const ending = this.#providerFailures.handleVoiceEvent(event);
    if (ending !== undefined) this.#end(ending);
    if (event.type === 'amd-result') this.#amd.onAmdResult(event.result);
    else if (event.type === 'silence-timeout') this.#end({ reason: 'silence' });
    else if (event.type === 'reminder-due' && this.phase === 'talking') this.#agent.remind();
  }

  #forwardVoiceEvent(event: VoiceEvent): void {
    this.#transcript.handleVoiceEvent(event);
    this.#recording.handleVoiceEvent(event);
    if (this.#amd.handleVoiceEvent(event)) return;
    this.#updateContactLevel(event);
    if (this.#consentQuestion === undefined) this.#agent.runner.handleVoiceEvent(event);
    else this.#consentQuestion.handleVoiceEvent(event);
  }

  #updateContactLevel(event: VoiceEvent): void {
    if (event.type === 'no-input' && this.#consentQuestion === undefined)
      this.#outcome.recordUnansweredQuestion();
    if (event.type !== 'caller-spoke' && event.type !== 'question-answered') return;
    if (!event.turn.rejected) return this.#outcome.recordInput();
    this.#outcome.recordUnrecognisedSpeech();
    if (event.type === 'question-answered') this.#outcome.recordUnansweredQuestion();
  }

  #handleFlowEvent(event: FlowEvent): void {
    const ending =
      event.type === 'model-request-failed'
        ? this.#providerFailures.recordFlowRequestFailure(event)
        : this.#flowEvents.record(event);
    if (ending !== undefined) this.#end(ending);
  }

  #onLegEnded(event: Extract<LegEvent, { type: 'leg-ended' }>): void {
    if (this.phase === 'closed') return;
    const detail = event.detail ?? (event.status === undefined ? undefined : `Status ${event.status}`);
    // A voicemail system hangs up at its recording limit.
    const reason = this.phase === 'leaving-message' ? 'voicemail' : endReasonOf(event.cause);
    const { fault } = event;
    this.#ending ??= this.#flowEvents.pendingEnding ?? {
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
    this.#phases.enter('closing');
    this.#stop();
    this.#timer = this.#clock.after(legEndTimeoutMs, () => this.#close());
    this.#options.leg.hangup();
  }

  #close(): void {
    if (this.phase === 'closed') return;
    this.#internalErrors.guard('call', () => this.#stop())();
    // An error while stopping may have closed the call already.
    if ((this.phase as CallPhase) === 'closed') return;
    this.#phases.enter('closed');
    this.#unsubscribeLeg();
    this.#endRecorder.record(this.#ending ?? { reason: 'carrier_error' });
    void this.#options.records.flushed().then(this.#closed.resolve, this.#closed.resolve);
  }

  /** Stops all parts of the call: cancels timers and interrupts speech, whose heard part is recorded. */
  #stop(): void {
    this.#timer?.cancel();
    this.#amd.close();
    this.#agent.close();
    this.#sentiment.close();
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
    this.#internalErrors.record('call', error, { callId: this.#options.plan.callId });
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
