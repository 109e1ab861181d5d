import { LRUCache } from 'lru-cache';
import type { Random } from '../../core/random.ts';
import { textPersonaOf, type PersonaAnswer } from './text-persona.ts';

/** The least recently used conversations are forgotten beyond this number; their personas then start again. */
const maxDialogs = 10_000;
const minDelayMs = 1_000;
const delaySpreadMs = 1_500;

interface Dialog {
  /** Messages that the person received. */
  received: number;
  answered: number;
  /** True after a user has answered in place of the persona. */
  isTakenOver: boolean;
}

/** An answer of a persona, to be sent after `delayMs`. */
export interface ScheduledAnswer extends Pick<PersonaAnswer, 'text'> {
  readonly delayMs: number;
  readonly isAutomatic: boolean;
}

/** The conversations of simulated people with Parley's addresses. */
export class PersonaDialogs {
  readonly #random: Pick<Random, 'below'>;
  readonly #dialogs = new LRUCache<string, Dialog>({ max: maxDialogs });

  constructor({ random }: { readonly random: Pick<Random, 'below'> }) {
    this.#random = random;
  }

  /** Returns the answers of a person to a message from `peer`. Their number per conversation is limited by the persona. */
  answersTo(person: string, peer: string, text: string): readonly ScheduledAnswer[] {
    const persona = textPersonaOf(person);
    const dialog = this.#dialogOf(person, peer);
    const turn = dialog.received;
    dialog.received += 1;
    if (dialog.isTakenOver) return [];
    const answers = persona.respond({ turn, text }).slice(0, persona.maxAnswers - dialog.answered);
    dialog.answered += answers.length;
    const delayMs = minDelayMs + this.#random.below(delaySpreadMs);
    return answers.map(({ text: answer, afterMs = 0, isAutomatic = false }) => ({
      text: answer,
      delayMs: delayMs + afterMs,
      isAutomatic,
    }));
  }

  /** Ends the answers of the persona in this conversation, because a user answers in its place. */
  takeOver(person: string, peer: string): void {
    this.#dialogOf(person, peer).isTakenOver = true;
  }

  isTakenOver(person: string, peer: string): boolean {
    return this.#dialogs.get(keyOf(person, peer))?.isTakenOver === true;
  }

  #dialogOf(person: string, peer: string): Dialog {
    const key = keyOf(person, peer);
    const dialog = this.#dialogs.get(key) ?? { received: 0, answered: 0, isTakenOver: false };
    this.#dialogs.set(key, dialog);
    return dialog;
  }
}

const keyOf = (person: string, peer: string): string => `${person} ${peer}`;
