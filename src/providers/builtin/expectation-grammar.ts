import type { Expectation } from '../../core/expectation.ts';
import type { PhraseMatch } from '../../contracts/speech-to-text.ts';
import { automatonOf, stateAfter, type Automaton } from './automaton.ts';
import { choice, wordsOf } from './grammar.ts';
import type { FiniteStateGrammar, Transition } from './pocketsphinx.ts';
import { grammarOfForm } from './spoken-forms.ts';

/** Size limits of a grammar, which limit its build and search time. Further phrases are omitted. */
const maxPhrases = 1000;
const maxWordsPerPhrase = 80;

/**
 * Cost per word: 150 units of the decoder's scores. Scores are logarithms to base 1.0001 without their lowest 10 bits; the costs of a network
 * include these bits. This cost equals three frames of matching sound. It reduces the insertion of short words: 4 of 40 digit strings are wrong,
 * instead of 8 without it.
 */
const wordCost = 150 << 10;

/** Sentences with at least this many words, such as prompts, are long enough not to match other speech. */
const distinctiveWords = 6;

/** An expectation compiled for the recogniser. */
export interface ExpectationGrammar {
  readonly id: string;
  readonly words: readonly string[];
  readonly network: FiniteStateGrammar;
  /** Whether all senones are computed, so that costs distinguish other speech from expected speech. Takes twice the CPU time. */
  readonly allSenones: boolean;
  /** Whether free text is expected. The grammar then has only a few common answers, so a match is weak evidence. */
  readonly isFreeText: boolean;
  /** Returns the expected phrase that the text equals, word for word. `complete` is false if a longer sentence starts with the phrase. */
  match(text: string): PhraseMatch | undefined;
  /** Returns whether the text is a complete expected sentence. */
  isSentence(text: string): boolean;
}

/** Compiles an expectation. */
export function grammarOfExpectation(expectation: Expectation): ExpectationGrammar {
  const phraseIds = new Map<string, string>();
  for (const phrase of expectation.phrases) {
    const text = normalise(phrase.text);
    if (text !== '' && !phraseIds.has(text) && phraseIds.size < maxPhrases) phraseIds.set(text, phrase.id);
  }
  const grammar = choice(...phraseIds.keys(), ...expectation.forms.map(grammarOfForm));
  const automaton = automatonOf(grammar);
  return {
    id: expectation.id,
    words: [...wordsOf(grammar)],
    network: networkOf(automaton),
    allSenones: expectation.forms.length > 0 || meanLength([...phraseIds.keys()]) < distinctiveWords,
    isFreeText: expectation.forms.includes('text'),
    isSentence: (text) => stateAfter(automaton, text)?.accepting ?? false,
    match(text) {
      const phraseId = phraseIds.get(text);
      if (phraseId === undefined) return undefined;
      return { phraseId, complete: stateAfter(automaton, text)?.next.size === 0 };
    },
  };
}

/** Average number of words per phrase. */
function meanLength(phrases: readonly string[]): number {
  const words = phrases.reduce((sum, phrase) => sum + phrase.split(' ').length, 0);
  return words / Math.max(1, phrases.length);
}

/** Returns the words of a text, in lower-case letters, digits and apostrophes, separated by single spaces. */
function normalise(text: string): string {
  const words = text.toLowerCase().match(/[a-z0-9']+/g) ?? [];
  return words.slice(0, maxWordsPerPhrase).join(' ');
}

/** Single letters, as in "a m", cost nothing. "Oh" is often recognised in breath noise and costs double. */
function costOf(word: string): number {
  if (word.length === 1) return 0;
  return word === 'oh' ? 2 * wordCost : wordCost;
}

/** The recogniser needs one final state: accepting states get an epsilon transition to it. */
function networkOf(automaton: Automaton): FiniteStateGrammar {
  const end = automaton.states.length;
  const transitions: Transition[] = [];
  for (const [from, state] of automaton.states.entries()) {
    for (const [word, to] of state.next) transitions.push({ from, to, logp: -costOf(word), word });
    if (state.accepting) transitions.push({ from, to: end, logp: 0, word: '' });
  }
  return { start: 0, end, numStates: end + 1, transitions };
}
