import type { Expectation } from '../../core/expectation.ts';
import type { PhraseMatch } from '../../contracts/speech-to-text.ts';
import { automatonOf, stateAfter, wordsOf, type Automaton } from './automaton.ts';
import { choice } from './grammar.ts';
import type { FiniteStateGrammar, Transition } from './pocketsphinx.ts';
import { grammarOfForm } from './spoken-forms.ts';

/** Beyond this a grammar takes too long to build and to search; the rest is left out. */
const phrasesMax = 1000;
const wordsPerPhraseMax = 80;

/**
 * What each word costs, in the decoder's log base (1.0001) before its shift by 10 bits: as much as three frames of sound
 * that fits it. Without it short words are put in: digits went wrong in 8 of 40 strings, with it in 4.
 */
const wordCost = 150 << 10;

/** Sentences of so many words, as prompts are, resemble no other speech. */
const tellingWords = 6;

/** An expectation made ready for the recogniser. */
export interface ExpectationGrammar {
  readonly id: string;
  readonly words: readonly string[];
  readonly network: FiniteStateGrammar;
  /** Whether costs must tell other speech from what is expected; twice the work. */
  readonly allSounds: boolean;
  /** Which expected phrase the text is, and whether nothing could follow. */
  match(text: string): PhraseMatch | undefined;
  /** Whether a whole expected sentence was heard, and not only the beginning of one. */
  isSentence(text: string): boolean;
  /** A text that says little because anything was asked for. */
  readonly vague: boolean;
}

export function grammarOfExpectation(expectation: Expectation): ExpectationGrammar {
  const phraseIds = new Map<string, string>();
  for (const phrase of expectation.phrases) {
    const text = spoken(phrase.text);
    if (text !== '' && !phraseIds.has(text) && phraseIds.size < phrasesMax) phraseIds.set(text, phrase.id);
  }
  const automaton = automatonOf(choice(...phraseIds.keys(), ...expectation.forms.map(grammarOfForm)));
  return {
    id: expectation.id,
    words: [...wordsOf(automaton)],
    network: networkOf(automaton),
    allSounds: expectation.forms.length > 0 || meanLength([...phraseIds.keys()]) < tellingWords,
    vague: expectation.forms.includes('text'),
    isSentence: (text) => stateAfter(automaton, text)?.accepting ?? false,
    match(text) {
      const phraseId = phraseIds.get(text);
      if (phraseId === undefined) return undefined;
      return { phraseId, complete: stateAfter(automaton, text)?.next.size === 0 };
    },
  };
}

/** Words of a phrase on average. */
function meanLength(phrases: readonly string[]): number {
  const words = phrases.reduce((sum, phrase) => sum + phrase.split(' ').length, 0);
  return words / Math.max(1, phrases.length);
}

/** Lower-case letters, digits and apostrophes; everything else parts words. */
function spoken(text: string): string {
  const words = text.toLowerCase().match(/[a-z0-9']+/g) ?? [];
  return words.slice(0, wordsPerPhraseMax).join(' ');
}

/** Letters are part of "a m" and cost nothing; "oh" is heard in many a breath, and costs double. */
function costOf(word: string): number {
  if (word.length === 1) return 0;
  return word === 'oh' ? 2 * wordCost : wordCost;
}

/** The recogniser wants one end: accepting states get a free step to it. */
function networkOf(automaton: Automaton): FiniteStateGrammar {
  const end = automaton.states.length;
  const transitions: Transition[] = [];
  for (const [from, state] of automaton.states.entries()) {
    for (const [word, to] of state.next) transitions.push({ from, to, logp: -costOf(word), word });
    if (state.accepting) transitions.push({ from, to: end, logp: 0, word: '' });
  }
  return { start: 0, end, numStates: end + 1, transitions };
}
