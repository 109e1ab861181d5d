import type { Grammar } from './grammar.ts';

/**
 * A grammar as the minimal deterministic automaton over words. Phrases with common prefixes or suffixes share states, which keeps the search of the
 * recogniser small. State 0 is the start.
 */
export interface Automaton {
  readonly states: readonly AutomatonState[];
}

export interface AutomatonState {
  readonly accepting: boolean;
  readonly next: ReadonlyMap<string, number>;
}

/** State limit; larger grammars are rejected. */
const statesMax = 20_000;

/** Builds the automaton. Throws `RangeError` for a grammar with more than 20,000 states. */
export function automatonOf(grammar: Grammar): Automaton {
  const builder = new Builder();
  const start = builder.newState();
  const end = builder.newState();
  builder.add(grammar, start, end);
  return minimal(deterministic(builder, start, end));
}

/** Returns the state after the words of a text; undefined if no sentence begins with them. */
export function stateAfter(automaton: Automaton, text: string): AutomatonState | undefined {
  let state: AutomatonState | undefined = automaton.states[0];
  for (const word of wordsIn(text)) {
    const next = state?.next.get(word);
    state = next === undefined ? undefined : automaton.states[next];
  }
  return state;
}

/** Returns all words of the automaton. */
export function wordsOf(automaton: Automaton): Set<string> {
  return new Set(automaton.states.flatMap((state) => [...state.next.keys()]));
}

function wordsIn(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** Thompson's construction: states with transitions on words, and epsilon transitions. */
class Builder {
  readonly steps: { word: string; to: number }[][] = [];
  readonly free: number[][] = [];

  newState(): number {
    if (this.steps.length >= statesMax) throw new RangeError('the grammar is too large');
    this.steps.push([]);
    this.free.push([]);
    return this.steps.length - 1;
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
        this.free[from]!.push(to);
        return this.add(grammar.body, from, to);
      case 'repeated':
        return this.#addRepeated(grammar.body, from, to);
    }
  }

  #addWords(words: readonly string[], from: number, to: number): void {
    let at = from;
    for (const word of words) {
      const next = this.newState();
      this.steps[at]!.push({ word, to: next });
      at = next;
    }
    this.free[at]!.push(to);
  }

  #addSequence(parts: readonly Grammar[], from: number, to: number): void {
    let at = from;
    for (const part of parts) {
      const next = this.newState();
      this.add(part, at, next);
      at = next;
    }
    this.free[at]!.push(to);
  }

  #addRepeated(body: Grammar, from: number, to: number): void {
    const first = this.newState();
    const last = this.newState();
    this.free[from]!.push(first);
    this.add(body, first, last);
    this.free[last]!.push(first, to);
  }
}

interface MutableState {
  accepting: boolean;
  next: Map<string, number>;
}

/** The subset construction. */
function deterministic(builder: Builder, start: number, end: number): MutableState[] {
  const states: MutableState[] = [];
  const sets: number[][] = [];
  const known = new Map<string, number>();
  const stateFor = (seeds: readonly number[]): number => {
    const set = withFreeSteps(builder, seeds);
    const key = set.join(' ');
    const found = known.get(key);
    if (found !== undefined) return found;
    if (states.length >= statesMax) throw new RangeError('the grammar is too large');
    known.set(key, states.length);
    sets.push(set);
    states.push({ accepting: set.includes(end), next: new Map() });
    return states.length - 1;
  };
  stateFor([start]);
  for (let at = 0; at < states.length; at++) {
    const targets = new Map<string, number[]>();
    for (const { word, to } of sets[at]!.flatMap((state) => builder.steps[state]!)) {
      const list = targets.get(word);
      if (list === undefined) targets.set(word, [to]);
      else list.push(to);
    }
    for (const [word, seeds] of targets) states[at]!.next.set(word, stateFor(seeds));
  }
  return states;
}

function withFreeSteps(builder: Builder, seeds: readonly number[]): number[] {
  const found = new Set(seeds);
  for (const state of found) for (const to of builder.free[state]!) found.add(to);
  return [...found].sort((a, b) => a - b);
}

/** Moore's partition refinement: splits states until those in one class are equivalent. */
function minimal(states: readonly MutableState[]): Automaton {
  let classes: number[] = states.map((state) => Number(state.accepting));
  for (let count = new Set(classes).size; ;) {
    const refined = refine(states, classes);
    const refinedCount = new Set(refined).size;
    classes = refined;
    if (refinedCount === count) break;
    count = refinedCount;
  }
  return merged(states, classes);
}

function refine(states: readonly MutableState[], classes: readonly number[]): number[] {
  const numbers = new Map<string, number>();
  return states.map((state, index) => {
    const steps = [...state.next].map(([word, to]) => `${word}>${classes[to]}`).sort();
    const signature = `${classes[index]} ${steps.join(' ')}`;
    const number = numbers.get(signature) ?? numbers.size;
    numbers.set(signature, number);
    return number;
  });
}

/** Classes are numbered by first appearance, so the start keeps number 0. */
function merged(states: readonly MutableState[], classes: readonly number[]): Automaton {
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
