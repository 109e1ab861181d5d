import type { LegEndCause } from '../contracts/carrier.ts';
import type { EndReason, Fault } from '../domain/call-state.ts';
import {
  builtInDispositions,
  defaultDisposition,
  type ContactLevel,
  type DispositionCode,
} from '../domain/disposition.ts';
import { detectOptOut } from '../domain/opt-out.ts';
import { intentLibrary } from '../domain/understanding/intent-library.ts';
import { findPhrase } from '../domain/understanding/phrases.ts';
import type { CallOutcome } from './call-records.ts';

/** Returns the end reason for a leg that ended on its own. */
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

/** End reasons of calls in which the customer was not heard. */
const endsWithoutInput: ReadonlySet<EndReason> = new Set(['silence', 'agent_hangup', 'max_duration']);

const person = [{ id: 'person', phrases: intentLibrary.person }];

/** Returns a request that applies in every flow, if the text contains one. `confidence` is 0 to 1. */
export function callerRequestIn(text: string, confidence: number): 'opt-out' | 'person' | undefined {
  if (detectOptOut(text, confidence) === 'clear') return 'opt-out';
  return findPhrase(text, person) === undefined ? undefined : 'person';
}

/** Suppression reason for a spoken opt-out. */
export const spokenOptOutReason = 'The customer opted out in a call.';

/** Collects what determines a call's disposition while the call is in progress. */
export class CallOutcomeBuilder {
  #code: string | undefined;
  #notes: string | undefined;
  #scheduledAt: Date | undefined;
  #optOutWords: string | undefined;
  #contact: ContactLevel = 'none';
  /** Whether a question of the agent got no input, or input that was not recognised. */
  #hasUnansweredQuestion = false;
  #isFlowUnanswered = false;
  #lostTurns = 0;

  /** The call was answered, by a person or a machine. */
  setAnswered(): void {
    this.#contact = 'silent';
  }

  /** The other side said something that was recognised, or pressed a key. */
  recordInput(): void {
    this.#contact = 'heard';
  }

  /** Speech was detected, but not recognised. */
  recordUnrecognisedSpeech(): void {
    if (this.#contact !== 'heard') this.#contact = 'unclear';
  }

  /** A question got no input, or input that was not recognised. */
  recordUnansweredQuestion(): void {
    this.#hasUnansweredQuestion = true;
  }

  /** Sets whether the flow ended without an answer to any of its questions. */
  setFlowUnanswered(hasNoAnswer: boolean): void {
    this.#isFlowUnanswered = hasNoAnswer;
  }

  /** The customer spoke, but speech recognition failed. */
  recordLostTurn(): void {
    this.#lostTurns += 1;
    this.recordUnrecognisedSpeech();
  }

  /** Replaces an ending without input by a provider error if speech recognition lost turns of the call. */
  withProviderFault(ending: Ending): Ending {
    if (this.#lostTurns === 0 || this.hasInput || !endsWithoutInput.has(ending.reason)) return ending;
    return { reason: 'provider_error', detail: 'Speech recognition failed.' };
  }

  /** What was heard in the whole call. An agent that asked nothing needs no recognised input. */
  get contact(): ContactLevel {
    if (this.#contact === 'heard' && this.#isFlowUnanswered) return 'unclear';
    return this.#contact === 'unclear' && !this.#hasUnansweredQuestion ? 'heard' : this.#contact;
  }

  /** Whether anything was recognised, or a key was pressed. */
  get hasInput(): boolean {
    return this.#contact === 'heard';
  }

  /** Whether the agent asked a question and no speech was detected in the whole call. */
  get hasOnlySilence(): boolean {
    return this.#contact === 'silent' && this.#hasUnansweredQuestion;
  }

  /** Sets the disposition; the last one is used. */
  setDisposition(code: string, notes: string | undefined): void {
    this.#code = code;
    this.#notes = notes ?? this.#notes;
  }

  scheduleCallback(at: string, notes: string | undefined): void {
    this.setDisposition('callback_scheduled', notes);
    this.#scheduledAt = new Date(at);
  }

  setOptOut(words: string): void {
    this.#optOutWords ??= words;
  }

  /**
   * Returns the disposition: an opt-out first, then the one that the flow set, else the one for the end reason. If nothing was heard, the end reason
   * is more precise than a `failed` of the flow.
   */
  disposition(endReason: EndReason): CallOutcome['disposition'] {
    if (this.#optOutWords !== undefined)
      return { code: 'do_not_call', status: 'completed', ...this.#notesField() };
    const isVoid =
      (this.#code === 'failed' && this.#contact === 'silent') ||
      (this.#code === 'answered' && endReason === 'provider_error');
    const recorded = isVoid ? undefined : this.#code;
    // A flow without questions is complete only if the call was not cancelled.
    const contact = endReason === 'cancelled' ? this.#contact : this.contact;
    const code = recorded ?? defaultDisposition(endReason, contact);
    const scheduledAt = code === 'callback_scheduled' ? this.#scheduledAt : undefined;
    if (scheduledAt === undefined) return { code, status: 'completed', ...this.#notesField() };
    return { code, status: 'pending', scheduledAt, ...this.#notesField() };
  }

  /** Returns the suppression to add; undefined if the customer may be called again. */
  suppression(code: string): { readonly reason: string } | undefined {
    if (this.#optOutWords !== undefined) return { reason: spokenOptOutReason };
    const known = (builtInDispositions as Readonly<Record<string, DispositionCode>>)[code];
    return known?.addsToDnc === true
      ? { reason: 'The flow recorded an opt-out of the customer.' }
      : undefined;
  }

  #notesField(): { notes?: string } {
    return this.#notes === undefined ? {} : { notes: this.#notes };
  }
}
