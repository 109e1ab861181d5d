import { unitWords } from '../../core/spoken-words.ts';

export interface Choice {
  readonly value: string;
  readonly phrases: readonly string[];
}

export interface SpokenChoice {
  readonly value: string;
  /** Whether the text contains nothing else. */
  readonly complete: boolean;
}

/** Returns all phrases for a choice: its own, its value, and its position in the list ("option two"). */
export function phrasesOfChoice(choice: Choice, index: number): readonly string[] {
  const number = unitWords[index + 1];
  const positions = number === undefined ? [] : [`option ${number}`, `number ${number}`];
  return [...choice.phrases, spokenValue(choice), ...positions];
}

/** Returns the spoken form of a choice: its first phrase, else its value as words. */
export const spokenChoice = (choice: Choice): string => choice.phrases[0] ?? spokenValue(choice);

const spokenValue = (choice: Choice): string => choice.value.replaceAll(/[_-]+/g, ' ');
