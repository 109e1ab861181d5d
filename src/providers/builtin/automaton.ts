import { wordsIn, type Grammar } from './grammar.ts';

/**
 * A grammar as a minimal deterministic finite automaton (DFA) over words. Phrases with common prefixes or suffixes share states, which keeps the
 * search graph of the recogniser small. State 0 is the start state.
 */
export interface Automaton {
  readonly states: readonly AutomatonState[];
}

export interface AutomatonState {
  readonly accepting: boolean;
  /** The next state for each word. */
  readonly next: ReadonlyMap<string, number>;
}

/** State limit; larger grammars are rejected. */
const maxStates = 20_000;

/** Builds the automaton. Throws `RangeError` for a grammar with more than 20,000 states. */
export function automatonOf(grammar: Grammar): Automaton {
  const builder = new NfaBuilder();
  const start = builder.newState();
  const end = builder.newState();
  builder.add(grammar, start, end);
  return minimize(determinize(builder, start, end));
}

/** Returns the state after the words of a text; undefined if no sentence starts with them. */
export function stateAfter(automaton: Automaton, text: string): AutomatonState | undefined {
  let state: AutomatonState | undefined = automaton.states[0];
  for (const word of wordsIn(text)) {
    const next = state?.next.get(word);
    state = next === undefined ? undefined : automaton.states[next];
  }
  return state;
}

/** Builds a nondeterministic automaton by Thompson's construction: states with word transitions and epsilon transitions. */
class NfaBuilder {
  readonly transitions: { word: string; to: number }[][] = [];
  readonly epsilonTransitions: number[][] = [];

  newState(): number {
    if (this.transitions.length >= maxStates) throw new RangeError('the grammar is too large');
    this.transitions.push([]);
    this.epsilonTransitions.push([]);
    return this.transitions.length - 1;
  }

  add(grammar: Grammar, from: number, to: number): void {
    if (typeof grammar === 'string') return this.#addWords(wordsIn(grammar), from, to);
    switch (grammar.type) {
      case 'sequence':
        return this.#addSequence(grammar.parts, from, to);
      case 'choice':
        for (const option of grammar.options) this.add(option, from, to);
        return;
      case 'optional':
        this.epsilonTransitions[from]!.push(to);
        return this.add(grammar.body, from, to);
      case 'repeated':
        return this.#addRepeated(grammar.body, from, to);
    }
  }

  #addWords(words: readonly string[], from: number, to: number): void {
    let state = from;
    for (const word of words) {
      const next = this.newState();
      this.transitions[state]!.push({ word, to: next });
      state = next;
    }
    this.epsilonTransitions[state]!.push(to);
  }

  #addSequence(parts: readonly Grammar[], from: number, to: number): void {
    let state = from;
    for (const part of parts) {
      const next = this.newState();
      this.add(part, state, next);
      state = next;
    }
    this.epsilonTransitions[state]!.push(to);
  }

  #addRepeated(body: Grammar, from: number, to: number): void {
    const first = this.newState();
    const last = this.newState();
    this.epsilonTransitions[from]!.push(first);
    this.add(body, first, last);
    this.epsilonTransitions[last]!.push(first, to);
  }
}

interface MutableState {
  accepting: boolean;
  next: Map<string, number>;
}

/** Makes the automaton deterministic by the subset construction. */
function determinize(builder: NfaBuilder, start: number, end: number): MutableState[] {
  const states: MutableState[] = [];
  const sets: number[][] = [];
  const stateOfSet = new Map<string, number>();
  const stateFor = (members: readonly number[]): number => {
    const set = epsilonClosure(builder, members);
    const key = set.join(' ');
    const existing = stateOfSet.get(key);
    if (existing !== undefined) return existing;
    if (states.length >= maxStates) throw new RangeError('the grammar is too large');
    stateOfSet.set(key, states.length);
    sets.push(set);
    states.push({ accepting: set.includes(end), next: new Map() });
    return states.length - 1;
  };
  stateFor([start]);
  for (let state = 0; state < states.length; state++) {
    const targets = new Map<string, number[]>();
    for (const { word, to } of sets[state]!.flatMap((member) => builder.transitions[member]!)) {
      const list = targets.get(word);
      if (list === undefined) targets.set(word, [to]);
      else list.push(to);
    }
    for (const [word, members] of targets) states[state]!.next.set(word, stateFor(members));
  }
  return states;
}

/** Returns the states that epsilon transitions reach from these states, including them, in ascending order. */
function epsilonClosure(builder: NfaBuilder, states: readonly number[]): number[] {
  const closure = new Set(states);
  for (const state of closure) for (const to of builder.epsilonTransitions[state]!) closure.add(to);
  return [...closure].sort((a, b) => a - b);
}

/** Minimises the automaton by Moore's partition refinement: splits classes until the states of each class are equivalent. */
function minimize(states: readonly MutableState[]): Automaton {
  let classes: number[] = states.map((state) => Number(state.accepting));
  for (let count = new Set(classes).size; ;) {
    const refined = refine(states, classes);
    const refinedCount = new Set(refined).size;
    classes = refined;
    if (refinedCount === count) break;
    count = refinedCount;
  }
  return mergeClasses(states, classes);
}

function refine(states: readonly MutableState[], classes: readonly number[]): number[] {
  const numbers = new Map<string, number>();
  return states.map((state, index) => {
    const transitions = [...state.next].map(([word, to]) => `${word}>${classes[to]}`).sort();
    const signature = `${classes[index]} ${transitions.join(' ')}`;
    const number = numbers.get(signature) ?? numbers.size;
    numbers.set(signature, number);
    return number;
  });
}

/** Merges the states of each class. Classes are numbered by first appearance, so the start state is number 0. */
function mergeClasses(states: readonly MutableState[], classes: readonly number[]): Automaton {
  const result: AutomatonState[] = [];
  for (const [index, state] of states.entries()) {
    if (result[classes[index]!] !== undefined) continue;
    result[classes[index]!] = {
      accepting: state.accepting,
      next: new Map([...state.next].map(([word, to]) => [word, classes[to]!])),
    };
  }
  return { states: result };
}
