import type { LegEndCause } from '../contracts/carrier.ts';
import type { EndReason, Fault } from '../domain/call-state.ts';
import {
  builtInDispositions,
  defaultDisposition,
  type ContactLevel,
  type DispositionCode,
} from '../domain/disposition.ts';
import type { CallbackCaller } from '../domain/flow/protocol.ts';
import type { Language } from '../domain/languages/language.ts';
import { detectOptOut } from '../domain/languages/opt-out.ts';
import type { CallOutcome, CallTask } from './call-records.ts';

/** Returns the end reason for the cause with which a leg ended. */
export function endReasonOf(cause: LegEndCause): EndReason {
  if (cause === 'near_hangup') return 'agent_hangup';
  return cause === 'far_hangup' ? 'customer_hangup' : cause;
}

/** End reason of a call, for its record. */
export interface Ending {
  readonly reason: EndReason;
  readonly detail?: string;
  readonly fault?: Fault;
}

/** End reasons that a failure of speech recognition can cause; see `withRecognitionFailure`. */
const endsWithoutInput: ReadonlySet<EndReason> = new Set(['silence', 'agent_hangup', 'max_duration']);

/** Returns whether the text contains an opt-out, in any language, or a request for a person. Every flow handles both. `confidence` is 0 to 1. */
export function callerRequestIn(
  text: string,
  confidence: number,
  language: Language,
): 'opt-out' | 'person' | undefined {
  if (detectOptOut(text, confidence, language) === 'clear') return 'opt-out';
  return language.requests.requestIn(text) === 'person' ? 'person' : undefined;
}

/** Suppression reason for a spoken opt-out. */
export const spokenOptOutReason = 'The customer opted out in a call.';

/** Collects the events of a call that determine its disposition. */
export class CallOutcomeBuilder {
  #code: string | undefined;
  #notes: string | undefined;
  #scheduledAt: Date | undefined;
  /** Whether the callback is a person's. */
  #isCallbackOfPerson = false;
  #isPersonRequested = false;
  #hasFlowFailed = false;
  #hasOptOut = false;
  #contactLevel: ContactLevel = 'none';
  /** Whether a question got no input, or input that was not recognised. */
  #hasUnansweredQuestion = false;
  /** Whether the flow gave up a question and no question was answered. */
  #isFlowUnanswered = false;
  /** The end detail of the last lost turn. */
  #recognitionFailure: string | undefined;

  /** Records that a person or a machine answered the call. */
  setAnswered(): void {
    this.#contactLevel = 'silent';
  }

  /** Records recognised speech or a pressed key of the other side. */
  recordInput(): void {
    this.#contactLevel = 'heard';
  }

  /** Records speech that was detected but not recognised. */
  recordUnrecognisedSpeech(): void {
    if (this.#contactLevel !== 'heard') this.#contactLevel = 'unclear';
  }

  /** Records a question that got no input, or input that was not recognised. */
  recordUnansweredQuestion(): void {
    this.#hasUnansweredQuestion = true;
  }

  /** Sets whether the flow gave up a question and no question was answered. */
  setFlowUnanswered(isUnanswered: boolean): void {
    this.#isFlowUnanswered = isUnanswered;
  }

  /** Records a turn of the customer for which speech recognition failed. `detail`: the end detail of a call that ends because of it. */
  recordLostTurn(detail: string): void {
    this.#recognitionFailure = detail;
    this.recordUnrecognisedSpeech();
  }

  /**
   * Returns the ending to record. If speech recognition failed for a turn and there was no input, an end by silence, by the agent or at the maximum
   * duration becomes a provider error.
   */
  withRecognitionFailure(ending: Ending): Ending {
    const detail = this.#recognitionFailure;
    if (detail === undefined || this.hasInput || !endsWithoutInput.has(ending.reason)) return ending;
    return { reason: 'provider_error', detail };
  }

  /**
   * How clearly the customer was heard in the whole call; it selects the default disposition. `heard` becomes `unclear` if the flow gave up a
   * question and no question was answered. `unclear` becomes `heard` unless a question got no input, or input that was not recognised.
   */
  get contactLevel(): ContactLevel {
    if (this.#contactLevel === 'heard' && this.#isFlowUnanswered) return 'unclear';
    return this.#contactLevel === 'unclear' && !this.#hasUnansweredQuestion ? 'heard' : this.#contactLevel;
  }

  /** Whether anything was recognised, or a key was pressed. */
  get hasInput(): boolean {
    return this.#contactLevel === 'heard';
  }

  /** Whether a question was asked and no speech was detected in the whole call. */
  get hasOnlySilence(): boolean {
    return this.#contactLevel === 'silent' && this.#hasUnansweredQuestion;
  }

  /** Sets the disposition; it replaces an earlier one. */
  setDisposition(code: string, notes: string | undefined): void {
    this.#code = code;
    this.#notes = notes ?? this.#notes;
  }

  scheduleCallback(at: string, notes: string | undefined, by: CallbackCaller): void {
    this.setDisposition('callback_scheduled', notes);
    this.#scheduledAt = new Date(at);
    this.#isCallbackOfPerson = by === 'person';
  }

  /** Records that the customer asked for a person. */
  setPersonRequested(): void {
    this.#isPersonRequested = true;
  }

  /** Records that the flow could not continue. */
  setFlowFailed(): void {
    this.#hasFlowFailed = true;
  }

  get isPersonRequested(): boolean {
    return this.#isPersonRequested;
  }

  setOptOut(): void {
    this.#hasOptOut = true;
  }

  /**
   * Returns `do_not_call` after an opt-out, else the disposition that the flow set, else the default for the end reason. The default also replaces
   * `failed` if the other side was silent, and `answered` after a provider error.
   */
  disposition(endReason: EndReason): CallOutcome['disposition'] {
    if (this.#hasOptOut) return { code: 'do_not_call', status: 'completed', ...this.#notesField() };
    const isOverridden =
      (this.#code === 'failed' && this.#contactLevel === 'silent') ||
      (this.#code === 'answered' && endReason === 'provider_error');
    const recorded = isOverridden ? undefined : this.#code;
    // A cancelled call has not completed its flow, so the corrections of `contactLevel` do not apply.
    const contactLevel = endReason === 'cancelled' ? this.#contactLevel : this.contactLevel;
    const code = recorded ?? defaultDisposition(endReason, contactLevel);
    const scheduledAt = code === 'callback_scheduled' ? this.#scheduledAt : undefined;
    if (scheduledAt === undefined) return { code, status: 'completed', ...this.#notesField() };
    return { code, status: this.#callbackStatus, scheduledAt, ...this.#notesField() };
  }

  /** A callback of a person is completed, so that no agent makes it. */
  get #callbackStatus(): 'completed' | 'pending' {
    return this.#isCallbackOfPerson ? 'completed' : 'pending';
  }

  /** Returns the task that the call leaves to a person; undefined if there is none, or the customer opted out. `code`: the disposition. */
  task({ reason, detail }: Ending, code: string): CallTask | undefined {
    if (this.#hasOptOut || code === 'do_not_call') return undefined;
    if (code === 'callback_scheduled' && this.#isCallbackOfPerson)
      return { kind: 'callback', reason: this.#notes ?? 'A call of a person was agreed on.' };
    if (this.#isPersonRequested)
      return { kind: 'person_requested', reason: 'The customer asked for a person in a call.' };
    return this.#hasAgentFailed(reason)
      ? { kind: 'agent_failed', reason: detail ?? 'The agent could not continue a call.' }
      : undefined;
  }

  /** Returns whether the agent could not continue an answered call. */
  #hasAgentFailed(reason: EndReason): boolean {
    const hasFailed = this.#hasFlowFailed || reason === 'provider_error' || reason === 'node_lost';
    return hasFailed && this.#contactLevel !== 'none';
  }

  /** Returns the suppression that a call with the disposition `code` adds; undefined if the customer did not opt out. */
  suppression(code: string): { readonly reason: string } | undefined {
    if (this.#hasOptOut) return { reason: spokenOptOutReason };
    const builtIn = (builtInDispositions as Readonly<Record<string, DispositionCode>>)[code];
    return builtIn?.addsToDnc === true
      ? { reason: 'The flow recorded an opt-out of the customer.' }
      : undefined;
  }

  #notesField(): { notes?: string } {
    return this.#notes === undefined ? {} : { notes: this.#notes };
  }
}
