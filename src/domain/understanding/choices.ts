import { unitWords } from '../../core/spoken-words.ts';
import { findPhrase } from './phrases.ts';

export interface Choice {
  readonly value: string;
  readonly phrases: readonly string[];
}

export interface SpokenChoice {
  readonly value: string;
  /** Whether the choice was all that was said. */
  readonly complete: boolean;
}

/** Every way to say one of the choices: its phrases, its value, and its place in the list ("option two"). */
export function phrasesOfChoice(choice: Choice, index: number): readonly string[] {
  const number = unitWords[index + 1];
  const places = number === undefined ? [] : [`option ${number}`, `number ${number}`];
  return [...choice.phrases, spokenValue(choice), ...places];
}

/** How a choice is read out: its first phrase, else its value as words. */
export const spokenChoice = (choice: Choice): string => choice.phrases[0] ?? spokenValue(choice);

const spokenValue = (choice: Choice): string => choice.value.replaceAll(/[_-]+/g, ' ');

/** Which choice was said. Undefined where none was. */
export function parseChoice(text: string, choices: readonly Choice[]): SpokenChoice | undefined {
  const sets = choices.map((choice, index) => ({
    id: choice.value,
    phrases: phrasesOfChoice(choice, index),
  }));
  const found = findPhrase(text, sets);
  return found && { value: found.id, complete: found.complete };
}
