import type { FlowAction, FlowContext, UnclearAnswer, VariableValue } from './protocol.ts';
import type { Graph } from './graph.ts';

/** The state of a call in its flow. Plain JSON, so that it can be stored and resumed on another node. */
export interface FlowState {
  readonly nodeId: string;
  /** Whether the flow has hung up. */
  readonly isEnded: boolean;
  readonly variables: Readonly<Record<string, VariableValue>>;
  /** Number of nodes entered. */
  readonly visits: number;
  readonly listening: ListeningState | null;
  /** The last recognised input. */
  readonly heard: Heard | null;
  /**
   * What a language model is classifying: the edges when leaving a node, the turn of a conversation, or an unrecognised answer. `answer`: it interprets an
   * unrecognised answer. Null if nothing.
   */
  readonly classifying: {
    readonly purpose: 'leave' | 'turn' | 'unclear' | 'answer';
    readonly ok: boolean | null;
  } | null;
  /** Number of moves without an edge, in mode `flex`. */
  readonly moves: number;
  /** The node that was interrupted by a global node. */
  readonly returnTo: string | null;
  /** Number of questions that were answered, and of questions that were given up. */
  readonly questions: { readonly answered: number; readonly givenUp: number };
}

/** Progress of a node that listens. */
export interface ListeningState {
  readonly phase: 'answer' | 'confirm';
  /** Attempts without a valid answer. */
  readonly failures: number;
  /** Attempts with unrecognised speech. */
  readonly rejections: number;
  /** Silence since the last answer. */
  readonly silentMs: number;
  /** Length of the silence that the next `no-input` reports. */
  readonly timeoutMs: number;
  /** Requests to repeat the prompt or to wait. */
  readonly repeatRequests: number;
  /** Turn of a conversation, starting at 1. */
  readonly turn: number;
  /** The value that is read back. */
  readonly candidate: VariableValue;
}

/** A recognised input: speech or DTMF digits. */
export interface Heard {
  readonly text: string;
  readonly digits: string;
  readonly phraseId: string | null;
  /** A date or time in the answer, as a variable value; null if there is none. */
  readonly dateTime: string | null;
  readonly hasTime: boolean;
  /** Low confidence or easily misheard words: a date or number must be confirmed first. */
  readonly doubtful: boolean;
  /** Whether the digits are sensitive, and so available to conditions only. */
  readonly isSensitive?: boolean;
  /** Whether `dateTime` is what a language model understood; the rules find no time in `text`. */
  readonly isDateByModel?: boolean;
}

export interface Transition {
  readonly state: FlowState;
  readonly actions: readonly FlowAction[];
}

/** The data that the behaviour of a node can read, and the list for its warnings. */
export interface StepContext {
  readonly graph: Graph;
  readonly state: FlowState;
  readonly context: FlowContext;
  readonly warnings: FlowAction[];
}

/**
 * Outcome of a node. `leave`: an edge is followed next. `ok`: whether the node succeeded, for `result` conditions; null if the node has no result.
 */
export type NodeOutcome =
  | {
      readonly type: 'stay';
      readonly actions: readonly FlowAction[];
      readonly listening: ListeningState | null;
    }
  | {
      readonly type: 'leave';
      readonly actions: readonly FlowAction[];
      readonly ok: boolean | null;
      readonly variables?: Readonly<Record<string, VariableValue>>;
      readonly listening?: ListeningState;
      /** Whether the language model has already been requested and matched none of the node's edges. */
      readonly isClassified?: boolean;
    }
  | { readonly type: 'classify'; readonly purpose: 'turn' | 'unclear'; readonly listening: ListeningState }
  /** The language model interprets the last answer. */
  | { readonly type: 'understand'; readonly answer: UnclearAnswer; readonly listening: ListeningState }
  | { readonly type: 'jump'; readonly nodeId: string }
  /** A move of the language model without an edge, in mode `flex`. */
  | { readonly type: 'move'; readonly nodeId: string }
  | { readonly type: 'end'; readonly actions: readonly FlowAction[] };

export const initialListening: ListeningState = {
  phase: 'answer',
  failures: 0,
  rejections: 0,
  silentMs: 0,
  timeoutMs: 0,
  repeatRequests: 0,
  turn: 0,
  candidate: null,
};

/** Returns a `leave` outcome. */
export const leave = (ok: boolean, ...actions: FlowAction[]): NodeOutcome => ({ type: 'leave', ok, actions });
