import type { LegEndCause } from '../contracts/carrier.ts';
import type { EndReason, Fault } from '../domain/call-state.ts';
import {
  builtInDispositions,
  dispositionOfEnd,
  type Contact,
  type DispositionCode,
} from '../domain/disposition.ts';
import { optOutIn } from '../domain/opt-out.ts';
import { intentLibrary } from '../domain/understanding/intent-library.ts';
import { findPhrase } from '../domain/understanding/phrases.ts';
import type { CallOutcome } from './call-books.ts';

/** The end of a call by the end of its leg, where nothing of ours ended it. */
export function endReasonOf(cause: LegEndCause): EndReason {
  if (cause === 'near_hangup') return 'agent_hangup';
  return cause === 'far_hangup' ? 'customer_hangup' : cause;
}

/** How a call ends, for its record. */
export interface Ending {
  readonly reason: EndReason;
  readonly detail?: string;
  readonly fault?: Fault;
}

/** Ends that say that the customer was not heard. */
const unheardEnds: ReadonlySet<EndReason> = new Set(['silence', 'agent_hangup', 'max_duration']);

const person = [{ id: 'person', phrases: intentLibrary.person }];

/** What a customer may want whatever the flow is about. `confidence` is 0 to 1. */
export function wishIn(text: string, confidence: number): 'opt-out' | 'person' | undefined {
  if (optOutIn(text, confidence) === 'clear') return 'opt-out';
  return findPhrase(text, person) === undefined ? undefined : 'person';
}

/** Why a number is suppressed whose customer asked for it. */
export const spokenOptOut = 'The customer said so in a call.';

/** What the flow and the customer said about the outcome, gathered while the call goes on. */
export class OutcomeNotes {
  #code: string | undefined;
  #notes: string | undefined;
  #scheduledAt: Date | undefined;
  #optOutWords: string | undefined;
  #contact: Contact = 'none';
  /** Whether the agent asked anything that was met with silence, or with what was not understood. */
  #hasAsked = false;
  #hasNoAnswer = false;
  #lostTurns = 0;

  /** Somebody, or something, has answered the call. */
  answered(): void {
    this.#contact = 'silent';
  }

  /** The other side said something that was understood, or pressed a key. */
  heard(): void {
    this.#contact = 'heard';
  }

  /** There was speech, or what sounded like it. */
  heardUnclearly(): void {
    if (this.#contact !== 'heard') this.#contact = 'unclear';
  }

  /** A question was met with silence, or with what was not understood. */
  questionUnanswered(): void {
    this.#hasAsked = true;
  }

  /** Whether the flow came to its end, and no question of it had an answer. */
  noAnswerGiven(hasNoAnswer: boolean): void {
    this.#hasNoAnswer = hasNoAnswer;
  }

  /** The customer spoke, and speech recognition failed. */
  turnLost(): void {
    this.#lostTurns += 1;
    this.heardUnclearly();
  }

  /** A call in which nothing was heard because speech recognition failed was not silent: that is the provider's fault. */
  explained(ending: Ending): Ending {
    if (this.#lostTurns === 0 || this.hasHeard || !unheardEnds.has(ending.reason)) return ending;
    return { reason: 'provider_error', detail: 'Speech recognition failed.' };
  }

  /** What the agent heard in the whole call: who asks nothing needs to hear nothing. */
  get contact(): Contact {
    if (this.#contact === 'heard' && this.#hasNoAnswer) return 'unclear';
    return this.#contact === 'unclear' && !this.#hasAsked ? 'heard' : this.#contact;
  }

  /** Whether anything was understood, or a key pressed. */
  get hasHeard(): boolean {
    return this.#contact === 'heard';
  }

  /** Whether the agent asked, and in the whole call nothing was ever heard. */
  get metOnlySilence(): boolean {
    return this.#contact === 'silent' && this.#hasAsked;
  }

  /** The last one counts. */
  setDisposition(code: string, notes: string | undefined): void {
    this.#code = code;
    this.#notes = notes ?? this.#notes;
  }

  scheduleCallback(at: string, notes: string | undefined): void {
    this.setDisposition('callback_scheduled', notes);
    this.#scheduledAt = new Date(at);
  }

  optOut(words: string): void {
    this.#optOutWords ??= words;
  }

  /**
   * An opt-out stands above all; then what the flow recorded; else what the end itself tells. A flow that gave up records `failed`: why it
   * did, the end tells better where nobody was heard.
   */
  disposition(endReason: EndReason): CallOutcome['disposition'] {
    if (this.#optOutWords !== undefined)
      return { code: 'do_not_call', status: 'completed', ...this.#written() };
    const isVoid =
      (this.#code === 'failed' && this.#contact === 'silent') ||
      (this.#code === 'answered' && endReason === 'provider_error');
    const recorded = isVoid ? undefined : this.#code;
    // A flow that asks nothing has told all only where nobody cut it off.
    const contact = endReason === 'cancelled' ? this.#contact : this.contact;
    const code = recorded ?? dispositionOfEnd(endReason, contact);
    const scheduledAt = code === 'callback_scheduled' ? this.#scheduledAt : undefined;
    if (scheduledAt === undefined) return { code, status: 'completed', ...this.#written() };
    return { code, status: 'pending', scheduledAt, ...this.#written() };
  }

  /** Undefined where the customer may be called again. */
  suppression(code: string): { readonly reason: string } | undefined {
    if (this.#optOutWords !== undefined) return { reason: spokenOptOut };
    const known = (builtInDispositions as Readonly<Record<string, DispositionCode>>)[code];
    return known?.addsToDnc === true
      ? { reason: 'The flow recorded that the customer wants no calls.' }
      : undefined;
  }

  #written(): { notes?: string } {
    return this.#notes === undefined ? {} : { notes: this.#notes };
  }
}
