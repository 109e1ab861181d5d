import type { Expectation } from '../../core/expectation.ts';

/**
 * What the interpreter of a flow and whoever carries it out say to each other. The interpreter is pure: `step(flow, state,
 * input, context)` gives the next state and a list of actions. Actions are carried out in order; the last one decides
 * which input comes next:
 *
 *   last action      next input
 *   listen           answered | digits | silent
 *   converse         answered | digits | silent   (the model's reply is spoken first)
 *   press            pressed
 *   wait             waited
 *   judge            judged
 *   hang-up          none: the call is over
 *
 * While a `speak` that may be interrupted is heard, the `listen` behind it is open already.
 */
export type FlowAction =
  | {
      readonly type: 'speak';
      readonly nodeId: string;
      readonly text: string;
      readonly interruptible: boolean;
    }
  | {
      readonly type: 'listen';
      readonly nodeId: string;
      readonly expectation: Expectation;
      /** Silence after the prompt has ended until `silent`. */
      readonly timeoutMs: number;
      /** Keys that are taken: collected until `maxDigits`, the terminator, or `interDigitMs` without another key. Null: no keys. */
      readonly digits: DigitRules | null;
      /** False where only keys count. */
      readonly speech: boolean;
      /** How patient to be with a pause: a complete short answer, or one that is given in pieces. */
      readonly answerKind: 'short' | 'segmented' | 'open';
      /** Nothing of the answer is recorded or written down. */
      readonly sensitive: boolean;
    }
  | {
      readonly type: 'converse';
      readonly nodeId: string;
      readonly prompt: string;
      readonly firstMessage?: string;
      readonly turn: number;
      readonly timeoutMs: number;
      readonly expectation: Expectation;
    }
  /** Which of these statements holds, the last answer considered? `judged` names one, or null for none (or no model). */
  | {
      readonly type: 'classify';
      readonly nodeId: string;
      readonly statements: readonly { readonly edgeId: string; readonly text: string }[];
    }
  | {
      readonly type: 'send-digits';
      readonly nodeId: string;
      readonly digits: string;
      readonly pauseMs: number;
    }
  | { readonly type: 'wait'; readonly nodeId: string; readonly ms: number }
  /** The last one of a call counts. */
  | { readonly type: 'set-disposition'; readonly disposition: string; readonly notes?: string }
  /** Records the disposition `callback_scheduled`. `at` is an instant, ISO 8601 UTC, in the future. */
  | { readonly type: 'schedule-callback'; readonly at: string; readonly notes?: string }
  /** For the call's timeline: a missing variable, a failed step. */
  | { readonly type: 'warning'; readonly nodeId: string; readonly text: string }
  | { readonly type: 'node-entered'; readonly nodeId: string }
  | { readonly type: 'hang-up'; readonly reason: 'end' | 'flow_loop' | 'no_edge' };

export interface DigitRules {
  readonly minDigits: number;
  readonly maxDigits: number;
  /** One key, or empty for none. */
  readonly terminator: string;
  readonly interDigitMs: number;
}

export type FlowInput =
  | { readonly type: 'started' }
  | {
      readonly type: 'answered';
      readonly text: string;
      readonly phraseId?: string;
      readonly confidence: number;
      readonly rejected: boolean;
    }
  /**
   * Words that answer no question: said while nothing was asked, or before the question was heard. At any moment, also after `hang-up`;
   * they change something only where every flow understands them (`universalIntentIn`).
   */
  | {
      readonly type: 'unsolicited';
      readonly text: string;
      readonly phraseId?: string;
      readonly confidence: number;
    }
  | { readonly type: 'digits'; readonly digits: string }
  | { readonly type: 'no-input' }
  | { readonly type: 'digits-sent' }
  | { readonly type: 'wait-ended' }
  | { readonly type: 'classified'; readonly edgeId: string | null };

export type VariableValue = string | number | boolean | null;

/** What a flow may know besides its own variables. Handed in with every step; `nowMs` makes a step repeatable. */
export interface FlowContext {
  readonly nowMs: number;
  /** IANA: in which "tomorrow at ten" is meant. */
  readonly timezone: string;
  /** Nobody told the zone. Left out: it is known. */
  readonly isZoneGuessed?: boolean;
  /**
   * The next instant from this one on at which the customer may be called (Unix ms); undefined where nobody knows. Left out: at any time.
   */
  readonly nextAllowed?: (atMs: number) => number | undefined;
  readonly dynamic: Readonly<Record<string, VariableValue>>;
  readonly customer: Readonly<Record<string, VariableValue>>;
  readonly agent: Readonly<Record<string, VariableValue>>;
}
