import type { Clock, Timer } from '../core/clock.ts';
import { createGuardedClock } from '../core/guarded-clock.ts';
import { InternalErrorLog, type InternalErrors } from '../core/internal-errors.ts';
import type { Logger } from '../core/logger.ts';
import type { Leg, LegEvent } from '../contracts/carrier.ts';
import type { LegAudioEvent } from '../contracts/leg-audio.ts';
import type { EndReason } from '../domain/call-state.ts';
import { optOutIn } from '../domain/opt-out.ts';
import type { RecordingFault } from '../domain/recording-fault.ts';
import type { Answerer } from '../voice/answering-machine.ts';
import { CallVoice, type VoiceEvent } from '../voice/call-voice.ts';
import type { CallBooks } from './call-books.ts';
import { endReasonOf, OutcomeNotes, spokenOptOut, type Ending } from './call-outcome.ts';
import { flowContext, type CallPlan } from './call-plan.ts';
import { CallRecording } from './call-recording.ts';
import { CallScribe } from './call-scribe.ts';
import { firstMessageOf, phrases, voiceOptions, type CallPartners } from './call-voice-options.ts';
import { FlowRunner, type FlowEndReason, type FlowEvent } from './flow-runner.ts';
import { Introduction, type Introduced } from './introduction.ts';
import { ModelFailures, type ModelFailure } from './model-failures.ts';
import { reactionTo } from './answerer-reaction.ts';
import { VoicemailDrop } from './voicemail-drop.ts';

/** Which phases may follow each phase of a session; drawn in docs/call-states.md. */
export const phaseFollowers = {
  connecting: ['screening', 'talking', 'closing', 'closed'],
  screening: ['talking', 'introducing', 'leaving-message', 'closing', 'closed'],
  introducing: ['talking', 'leaving-message', 'closing', 'closed'],
  talking: ['leaving-message', 'closing', 'closed'],
  'leaving-message': ['closing', 'closed'],
  closing: ['closed'],
  closed: [],
} as const satisfies Record<string, readonly string[]>;

export type CallPhase = keyof typeof phaseFollowers;

/** A leg that was hung up reports its end, recording and all, within this time; then the call ends without it. */
const legEndTimeoutMs = 5_000;

export interface CallSessionOptions {
  readonly plan: CallPlan;
  readonly leg: Leg;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Counts defects; a log of the call alone by default. */
  readonly internalErrors?: InternalErrors | undefined;
  readonly books: CallBooks;
  readonly partners: CallPartners;
  /** Where the call is recorded; undefined: it is not. */
  readonly recordingPath: string | undefined;
  /** Receives the fault of the recording when it ends, undefined where it is complete. */
  readonly onRecordingEnd?: ((fault: RecordingFault | undefined) => void) | undefined;
}

/** One call from ring to record. Decides; leg, voice, flow and books do the work. */
export class CallSession {
  readonly #options: CallSessionOptions;
  readonly #internalErrors: InternalErrors;
  /** A timer of it that throws ends the call. */
  readonly #clock: Clock;
  readonly #voice: CallVoice;
  readonly #runner: FlowRunner;
  readonly #scribe: CallScribe;
  readonly #recording: CallRecording;
  readonly #outcome = new OutcomeNotes();
  readonly #models: ModelFailures;
  readonly #closed = Promise.withResolvers<void>();
  readonly #offLeg: () => void;
  #phase: CallPhase = 'connecting';
  #rang = false;
  /** On the clock's monotonic scale. */
  #answeredAtMs: number | undefined;
  #ending: Ending | undefined;
  /** How the call ends where the customer hangs up after the agent's last words. */
  #flowEnding: Ending | undefined;
  /** Ends the call at its longest duration; once it is closing, ends the wait for the leg. */
  #timer: Timer | undefined;
  #introduction: Introduction | undefined;
  #drop: VoicemailDrop | undefined;

  constructor(options: CallSessionOptions) {
    const { plan, leg, books, partners } = options;
    this.#options = options;
    this.#internalErrors = options.internalErrors ?? new InternalErrorLog(options);
    const onDefect = (error: unknown) => this.#fail(error);
    const clock = createGuardedClock(options.clock, onDefect);
    this.#clock = clock;
    const settings = voiceOptions(plan, partners);
    this.#models = new ModelFailures(settings.modelSettings.timeoutMs);
    this.#voice = new CallVoice({ ...settings, clock, onDefect, audio: leg.audio });
    this.#runner = new FlowRunner({
      clock,
      onDefect,
      flow: plan.flow,
      context: () => flowContext(plan, clock.now()),
      voice: this.#voice,
      sendDigits: (digits, pauseMs) => leg.audio.sendDigits(digits, pauseMs),
      personality: plan.agent.personality,
      model: settings.models[0],
      modelSettings: settings.modelSettings,
      filler: phrases.filler,
    });
    const nodeOf = (utteranceId: number) => this.#runner.nodeOf(utteranceId);
    const onOptOut = (words: string) => {
      this.#outcome.optOut(words);
      books.optedOut(spokenOptOut);
    };
    this.#scribe = new CallScribe({ books, nodeOf, onOptOut });
    this.#recording = new CallRecording({
      ...options,
      callId: plan.callId,
      audio: leg.audio,
      path: options.recordingPath,
      needsNotice: plan.agent.recording.consent !== 'none',
      onEnd: (fault) => options.onRecordingEnd?.(fault),
    });
    this.#voice.on((event) => this.#guard(() => this.#voiceEvent(event)));
    this.#runner.on((event) => this.#guard(() => this.#flowEvent(event)));
    this.#offLeg = leg.on((event) => this.#guard(() => this.#legEvent(event)));
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

  /** Gets ready to speak and, where somebody calls us, picks up. */
  start(): void {
    const { plan, leg, logger } = this.#options;
    logger.info({ callId: plan.callId, direction: plan.direction }, 'A call begins.');
    this.#guard(() => this.#runner.prepare(firstMessageOf(plan, this.#options.clock.now())));
    if (leg.direction === 'inbound') leg.answer().catch(() => this.end('customer_hangup'));
  }

  /** Ends the call from our side, whatever it is doing. Safe to call twice. */
  end(reason?: EndReason, detail?: string): void {
    const own = this.#outcome.hasHeard ? 'agent_hangup' : 'cancelled';
    this.#guard(() => this.#end({ reason: reason ?? own, ...(detail !== undefined && { detail }) }));
  }

  #legEvent(event: LegEvent | LegAudioEvent): void {
    switch (event.type) {
      case 'leg-ringing':
        return this.#ring();
      case 'leg-answered':
        return this.#answer();
      case 'leg-ended':
        return this.#legEnded(event);
      case 'leg-proceeding':
      case 'leg-held':
      case 'leg-resumed':
        return this.#options.books.noted(event.type.replace('-', '_'), {});
      default:
        return this.#audioEvent(event);
    }
  }

  #audioEvent(event: LegAudioEvent): void {
    switch (event.type) {
      case 'media-timed-out':
        return this.#end({ reason: 'media_timeout' });
      case 'media-failed':
        return this.#end(defect);
      case 'recording-ended':
        return this.#recording.end(event);
      case 'digits-sent':
        return this.#runner.digitsSent();
      case 'digit-pressed':
        this.#outcome.heard();
        return this.#voice.hear(event);
      default:
        return this.#voice.hear(event);
    }
  }

  #ring(): void {
    if (this.#rang || this.#phase !== 'connecting') return;
    this.#rang = true;
    if (this.plan.direction === 'outbound') this.#options.books.moved('ringing');
  }

  #answer(): void {
    if (this.#phase !== 'connecting') return;
    const { plan, leg, books } = this.#options;
    const clock = this.#clock;
    this.#answeredAtMs = clock.monotonicMs();
    this.#outcome.answered();
    const recordingPath = this.#recording.answered();
    books.moved('in_progress', recordingPath === undefined ? {} : { recordingPath });
    this.#timer = clock.after(plan.maxDurationMs, () => this.end('max_duration'));
    this.#scribe.answered(leg.audio.nowMs);
    this.#voice.start();
    if (plan.direction === 'inbound' || plan.agent.voicemail.detection === 'off') return this.#talk();
    this.#enter('screening');
    this.#voice.detectAnswerer();
  }

  #talk(): void {
    this.#enter('talking');
    const { plan, clock } = this.#options;
    const { recording, interruption, firstMessageMode } = plan.agent;
    if (this.#recording.awaitsNotice)
      this.#recording.announcing(this.#voice.say(recording.consentMessage, false));
    const callerFirst = firstMessageMode === 'user' && this.#voice.history.entries.length === 0;
    this.#runner.begin(firstMessageOf(plan, clock.now()), interruption.firstMessage, callerFirst);
  }

  #voiceEvent(event: VoiceEvent): void {
    this.#passOn(event);
    switch (event.type) {
      case 'answerer-decided':
        return this.#screened(event.answerer);
      case 'replied':
        return this.#modelFailed(this.#models.replied(event.outcome), event.outcome.error);
      case 'reminder-due':
        if (this.#phase === 'talking') this.#voice.say(phrases.reminder, true);
        return;
      case 'silence-ended-call':
        return this.#end({ reason: 'silence' });
      case 'turn-lost':
        return this.#turnLost();
      case 'hearing-failed':
      case 'speaking-failed':
        this.#options.logger.warn(
          { err: event.error, callId: this.plan.callId },
          'A voice provider failed in a call.',
        );
        return this.#end({ reason: 'provider_error', detail: sentenceOf[event.type] });
      default:
        return;
    }
  }

  /** A turn of the caller that recognition did not answer in time: the voice ends the call where that goes on. */
  #turnLost(): void {
    this.#outcome.turnLost();
    this.#options.logger.warn({ callId: this.plan.callId }, 'Speech recognition lost a turn of a call.');
  }

  #passOn(event: VoiceEvent): void {
    this.#scribe.hear(event);
    this.#recording.hear(event);
    this.#drop?.hear(event);
    if (this.#isRefusedAtPickup(event)) {
      this.#talk();
      return this.#runner.hear({ ...event, type: 'overheard' });
    }
    if (this.#phase === 'introducing') return this.#introduction?.hear(event);
    if (this.#phase !== 'talking') return;
    this.#noteContact(event);
    this.#runner.hear(event);
  }

  /** Whether somebody wants no calls before they are known to be a person: they get no greeting and no second question. */
  #isRefusedAtPickup(event: VoiceEvent): event is Extract<VoiceEvent, { type: 'answered' | 'overheard' }> {
    if (this.#phase !== 'screening' && this.#phase !== 'introducing') return false;
    if (event.type !== 'answered' && event.type !== 'overheard') return false;
    const { text, confidence, rejected } = event.turn;
    return !rejected && optOutIn(text, confidence) === 'clear';
  }

  #noteContact(event: VoiceEvent): void {
    if (event.type === 'stayed-silent') this.#outcome.questionUnanswered();
    if (event.type !== 'caller-spoke' && event.type !== 'answered') return;
    if (!event.turn.rejected) return this.#outcome.heard();
    this.#outcome.heardUnclearly();
    if (event.type === 'answered') this.#outcome.questionUnanswered();
  }

  /** A first time, or a second time where a person turns out to be a machine. */
  #screened(answerer: Answerer): void {
    if (this.#phase !== 'screening' && this.#phase !== 'talking') return;
    this.#options.books.noted('answerer_decided', { answerer });
    const reaction = reactionTo(answerer, this.plan);
    if (reaction === 'talk') {
      if (this.#voice.history.entries.some(({ role }) => role === 'user')) this.#outcome.heard();
      if (this.#phase === 'screening') this.#talk();
    } else if (reaction === 'introduce') this.#introduce();
    else
      this.#machineAnswered(
        reaction === 'leave-message',
        answerer === 'ivr' ? 'A menu answered.' : undefined,
      );
  }

  #machineAnswered(leavesMessage: boolean, detail?: string): void {
    this.#runner.close();
    this.#voice.closeQuestion();
    this.#voice.interrupt();
    if (!leavesMessage) return this.end('voicemail', detail);
    this.#enter('leaving-message');
    const { message } = this.plan.agent.voicemail;
    const onDone = () => this.end('voicemail');
    this.#drop = new VoicemailDrop(this.#clock, this.#voice, message, onDone);
  }

  #introduce(): void {
    this.#enter('introducing');
    const clock = this.#clock;
    const opening = this.#runner.opening(firstMessageOf(this.plan, clock.now()));
    const words = opening === '' ? `Hello, this is ${this.plan.agent.name}.` : opening;
    const onDone = (who: Introduced) => this.#introduced(who);
    this.#introduction = new Introduction(clock, this.#voice, words, onDone);
  }

  #introduced(who: Introduced): void {
    if (who === 'nobody') return this.#end({ reason: 'silence', detail: 'Nobody took the screened call.' });
    if (who === 'machine') return this.#machineAnswered(reactionTo('machine', this.plan) === 'leave-message');
    this.#outcome.heard();
    this.#talk();
  }

  #modelFailed(failure: ModelFailure | undefined, error: unknown): void {
    if (failure === undefined) return;
    const { books, logger } = this.#options;
    books.noted('model_failed', { ...failure });
    const { model, baseUrl, status } = failure;
    const fields = { callId: this.plan.callId, model, baseUrl, status, err: error };
    logger.warn(fields, 'No language model answered in a call.');
    if (this.#models.isOver) this.#end({ reason: 'provider_error', detail: failure.detail });
  }

  #flowEvent(event: FlowEvent): void {
    const { books, logger } = this.#options;
    switch (event.type) {
      case 'node-entered':
        this.#flowEnding = undefined;
        return books.noted('node_entered', { nodeId: event.nodeId });
      case 'flow-noted':
        return books.noted('flow_noted', { nodeId: event.nodeId, text: event.text });
      case 'disposition-set':
        this.#outcome.setDisposition(event.disposition, event.notes);
        return books.noted('disposition_set', { disposition: event.disposition, notes: event.notes });
      case 'callback-scheduled':
        this.#outcome.scheduleCallback(event.at, event.notes);
        return books.noted('callback_agreed', { scheduledAt: event.at, notes: event.notes });
      case 'flow-spoken':
        this.#flowEnding = this.#endOfFlow(event.why);
        return;
      case 'judge-failed':
        return this.#modelFailed(this.#models.judgeFailed(event.error), event.error);
      case 'flow-ended':
        return this.#end(this.#endOfFlow(event.why));
      case 'flow-failed':
        logger.error({ err: event.error, callId: this.plan.callId }, 'The flow of a call failed.');
        return this.#end({ reason: 'agent_hangup', fault: 'platform', detail: 'The flow failed.' });
    }
  }

  #endOfFlow(why: FlowEndReason): Ending {
    this.#outcome.noAnswerGiven(this.#runner.hasNoAnswer);
    if (this.#outcome.metOnlySilence) return { reason: 'silence', detail: 'Nobody said anything.' };
    if (why !== 'end') return { reason: 'agent_hangup', detail: why };
    const detail = this.#outcome.hasHeard
      ? 'No question was answered.'
      : 'Nothing that was said was understood.';
    return { reason: 'agent_hangup', ...(this.#outcome.contact === 'unclear' && { detail }) };
  }

  #legEnded(event: Extract<LegEvent, { type: 'leg-ended' }>): void {
    if (this.#phase === 'closed') return;
    const detail = event.detail ?? (event.status === undefined ? undefined : `Status ${event.status}`);
    // A mailbox hangs up when it has recorded enough.
    const reason = this.#phase === 'leaving-message' ? 'voicemail' : endReasonOf(event.cause);
    const { fault } = event;
    this.#ending ??= this.#flowEnding ?? {
      reason,
      ...(detail !== undefined && { detail }),
      ...(fault !== undefined && { fault }),
    };
    this.#close();
  }

  /** Our own end of the call: everything stops at once, and the leg's end is awaited. */
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
    // A listener that met a defect while things stopped has closed the call.
    if ((this.#phase as CallPhase) === 'closed') return;
    this.#enter('closed');
    this.#offLeg();
    this.#record();
    void this.#options.books.settled().then(this.#closed.resolve, this.#closed.resolve);
  }

  /** Writes the end of the call; where that meets a defect, the least that a record needs. */
  #record(): void {
    try {
      this.#recordEnd();
    } catch (error) {
      this.#internalErrors.record('call', error, { callId: this.plan.callId });
      this.#options.books.ended({
        ...defect,
        endReason: defect.reason,
        endDetail: defect.detail,
        disposition: { code: 'failed', status: 'completed' },
        variables: {},
        latency: [],
      });
    }
  }

  #recordEnd(): void {
    const { books } = this.#options;
    const ending = this.#outcome.explained(this.#ending ?? { reason: 'carrier_error' });
    const disposition = this.#outcome.disposition(ending.reason);
    const optOut = this.#outcome.suppression(disposition.code);
    this.#logEnd(ending.reason, disposition.code);
    books.ended({
      endReason: ending.reason,
      ...(ending.detail !== undefined && { endDetail: ending.detail }),
      ...(ending.fault !== undefined && { fault: ending.fault }),
      disposition,
      ...this.#recording.outcome(),
      variables: this.#runner.variables,
      latency: this.#scribe.latency,
      ...(optOut !== undefined && { optOut }),
    });
  }

  /** `durationMs` is from the answer; null where there was none. */
  #logEnd(endReason: EndReason, disposition: string): void {
    const { clock, logger, plan } = this.#options;
    const since = this.#answeredAtMs;
    const durationMs = since === undefined ? null : Math.round(clock.monotonicMs() - since);
    logger.info({ callId: plan.callId, endReason, disposition, durationMs }, 'A call ended.');
  }

  /** The closing cascade: what was being said is cut and written down, and no timer is left. */
  #stop(): void {
    this.#timer?.cancel();
    this.#drop?.close();
    this.#runner.close();
    this.#voice.close();
  }

  #enter(phase: CallPhase): void {
    const followers: readonly CallPhase[] = phaseFollowers[this.#phase];
    if (!followers.includes(phase)) throw new Error(`A call that is ${this.#phase} is never ${phase}.`);
    this.#phase = phase;
  }

  /** A defect in one call ends that call, never the process. */
  #guard(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Never throws. */
  #fail(error: unknown): void {
    const errors = this.#internalErrors;
    errors.record('call', error, { callId: this.plan.callId });
    this.#ending ??= defect;
    errors.guard('call', () => this.#options.leg.hangup())();
    errors.guard('call', () => this.#close())();
  }
}

/** How a call ends that met a defect of ours. */
const defect = {
  reason: 'provider_error',
  fault: 'platform',
  detail: 'Something went wrong on our side.',
} as const satisfies Ending;

const sentenceOf = {
  'hearing-failed': 'Speech recognition failed.',
  'speaking-failed': 'Speech could not be made any more.',
} as const;
