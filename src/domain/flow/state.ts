import type { FlowAction, FlowContext, VariableValue } from './protocol.ts';
import type { Graph } from './graph.ts';

/** Where a call is in its flow. Plain JSON: it may be stored and taken up again on another node. */
export interface FlowState {
  readonly nodeId: string;
  readonly over: boolean;
  readonly variables: Readonly<Record<string, VariableValue>>;
  /** Nodes entered so far. */
  readonly visits: number;
  readonly listening: ListeningState | null;
  /** The last answer that was understood as words or keys. */
  readonly heard: Heard | null;
  /** A model is classifying: the edges on leaving, the turn of a conversation, or an answer that nothing else explains. */
  readonly classifying: {
    readonly purpose: 'leave' | 'turn' | 'unclear';
    readonly ok: boolean | null;
  } | null;
  /** The node that a global node interrupted. */
  readonly returnTo: string | null;
  /** Questions that were left with an answer, a wish or keys, and those that were given up. */
  readonly questions: { readonly answered: number; readonly givenUp: number };
}

/** How far a node is with its question. */
export interface ListeningState {
  readonly phase: 'answer' | 'confirm';
  /** Times it was answered wrongly or not at all. */
  readonly failures: number;
  /** Times something was said and not understood. */
  readonly rejections: number;
  /** Silence since the last answer. */
  readonly silentMs: number;
  /** What the `silent` that may come next stands for. */
  readonly timeoutMs: number;
  /** Times the prompt was repeated or time was given on request. */
  readonly repeatRequests: number;
  /** Turn of a conversation, from 1. */
  readonly turn: number;
  /** What is being read back. */
  readonly candidate: VariableValue;
}

export interface Heard {
  readonly text: string;
  readonly digits: string;
  readonly phraseId: string | null;
  /** A date or time in the answer, as variables hold them; null where none was said. */
  readonly dateTime: string | null;
  readonly hasTime: boolean;
  /** Said in words that may have been others: a date or number in it is not to be acted on before it is confirmed. */
  readonly doubtful: boolean;
  /** The keys are for conditions alone. */
  readonly isSensitive?: boolean;
}

export interface Transition {
  readonly state: FlowState;
  readonly actions: readonly FlowAction[];
}

/** What a node sees while it acts: the state before, and a place for notes. */
export interface StepContext {
  readonly graph: Graph;
  readonly state: FlowState;
  readonly context: FlowContext;
  readonly warnings: FlowAction[];
}

/** What a node did. `leave`: the edges decide what is next; `ok` is for `result` conditions, null where neither holds. */
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
      /** A model has found none of the node's edges in the answer already. */
      readonly isClassified?: boolean;
    }
  | { readonly type: 'classify'; readonly purpose: 'turn' | 'unclear'; readonly listening: ListeningState }
  | { readonly type: 'jump'; readonly nodeId: string }
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

/** Leaves with nothing more to do. */
export const leave = (ok: boolean, ...actions: FlowAction[]): NodeOutcome => ({ type: 'leave', ok, actions });
