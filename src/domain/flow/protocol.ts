import type { Language } from '../languages/language.ts';
import type { ServicePhrases } from '../service-phrases.ts';
import type { Choice } from '../understanding/choices.ts';
import type { UniversalIntentId } from '../understanding/requests.ts';
import type { Expectation } from '../../core/expectation.ts';
import type { HeaderValue } from '../http-header.ts';

/**
 * An action that the flow interpreter returns to the flow runner. The interpreter is pure: `step(flow, state, input, context)` returns the next state
 * and a list of actions. The runner executes the actions in order. The last action determines the next input:
 *
 *   last action      next input
 *   listen           answered | digits | no-input
 *   converse         answered | digits | no-input   (after the model's reply was spoken) | edge-chosen
 *   send-digits      digits-sent
 *   wait             wait-ended
 *   classify         classified
 *   understand       understood
 *   http-request     http-response
 *   extract          extracted
 *   agent-handoff    handoff-failed; none if another agent continues the call with its own flow
 *   hang-up          none: the call ends
 *
 * While an interruptible `speak` plays, the `listen` after it is already open.
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
      /** Silence after the end of the prompt before `no-input`. */
      readonly timeoutMs: number;
      /** DTMF digits are collected until `maxDigits`, the terminator, or `interDigitMs` without another digit. Null to ignore digits. */
      readonly digits: DigitRules | null;
      /** False if only digits are accepted. */
      readonly speech: boolean;
      /** The kind of answer: short and complete, in segments, or open. It determines how long a pause within the answer may be. */
      readonly answerKind: 'short' | 'segmented' | 'open';
      /** If true, the answer is neither recorded nor stored. */
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
      readonly digits: DigitRules;
      /** If one of them is true now, the model chooses its edge instead of a reply. */
      readonly statements: readonly EdgeStatement[];
    }
  /**
   * The language model selects the statement that is true after the last answer. The next input has the id of its edge; null if none is true or the
   * agent has no model.
   */
  | {
      readonly type: 'classify';
      readonly nodeId: string;
      readonly statements: readonly EdgeStatement[];
    }
  /** The language model interprets an answer that the rules do not understand. */
  | ({ readonly type: 'understand'; readonly nodeId: string } & UnclearAnswer)
  /** What the language model found in an answer, after it was checked. */
  | { readonly type: 'answer-understood'; readonly nodeId: string; readonly as: UnderstoodAs }
  /** Sends a request. Its URL is valid, but its address may not be allowed. */
  | {
      readonly type: 'http-request';
      readonly nodeId: string;
      readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
      readonly url: string;
      readonly headers: Readonly<Record<string, HeaderValue>>;
      /** A text is sent as it is, another value as JSON. Omitted if the request has no body. */
      readonly body?: unknown;
      readonly timeoutMs: number;
    }
  /** The language model finds the values of the fields in the conversation. */
  | {
      readonly type: 'extract';
      readonly nodeId: string;
      readonly fields: readonly ExtractedField[];
    }
  /** Another agent continues the call when the agent has spoken its last words. */
  | { readonly type: 'agent-handoff'; readonly nodeId: string; readonly agentId: string }
  /** Sends the message of a message flow. */
  | {
      readonly type: 'send-message';
      readonly nodeId: string;
      readonly flowId: string;
      /** E.164, or an email address. */
      readonly to: string;
    }
  | {
      readonly type: 'send-digits';
      readonly nodeId: string;
      readonly digits: string;
      readonly pauseMs: number;
    }
  | { readonly type: 'wait'; readonly nodeId: string; readonly ms: number }
  /** The last disposition of a call is used. */
  | { readonly type: 'set-disposition'; readonly disposition: string; readonly notes?: string }
  /** Records the disposition `callback_scheduled`. `at` is a future instant, ISO 8601 UTC. `by`: who calls back. */
  | {
      readonly type: 'schedule-callback';
      readonly at: string;
      readonly notes?: string;
      readonly by: CallbackCaller;
    }
  /** An entry for the call's timeline, such as a missing variable or a failed step. */
  | { readonly type: 'warning'; readonly nodeId: string; readonly text: string }
  /** In a flow of mode `flex`, the language model continues at another node without an edge. */
  | { readonly type: 'node-moved'; readonly fromNodeId: string; readonly nodeId: string }
  | { readonly type: 'node-entered'; readonly nodeId: string }
  | { readonly type: 'hang-up'; readonly reason: 'end' | 'flow_loop' | 'no_edge' };

/** A statement that is true if the flow must follow the edge. */
export interface EdgeStatement {
  readonly edgeId: string;
  readonly text: string;
}

/** An answer that the rules do not understand, with everything that it may mean. */
export interface UnclearAnswer {
  readonly question: string;
  /** The words of the customer. */
  readonly text: string;
  readonly expected: ExpectedAnswer;
  readonly requests: readonly UniversalIntentId[];
  /** The conditions of nodes that the language model can enter without an edge. */
  readonly statements: readonly EdgeStatement[];
}

/** The values that answer a question. `nothing`: only keys answer it. */
export type ExpectedAnswer =
  | { readonly type: 'nothing' | 'yes_no' | 'number' }
  | { readonly type: 'choice'; readonly choices: readonly Choice[] }
  | { readonly type: 'digits'; readonly minDigits: number; readonly maxDigits: number }
  /** `now`: local time, ISO 8601 without an offset. `day`: the day that is already known, so that a time is enough. */
  | { readonly type: 'date_time'; readonly now: string; readonly day?: string };

/** `statement`: a node that the language model enters without an edge. `nothing`: the question is asked again. */
export type UnderstoodAs = 'answer' | UniversalIntentId | 'statement' | 'nothing';

/** What a language model returned about an answer: values of any type. */
export interface Interpretation {
  readonly value?: unknown;
  readonly request?: unknown;
  /** The words of the customer that show it. */
  readonly evidence?: unknown;
  /** The edge id of the statement that is true. */
  readonly edgeId?: string | undefined;
}

export interface ExtractedField {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean' | 'enum';
  readonly description: string;
  /** The values of an `enum`. */
  readonly choices: readonly string[];
}

export interface DigitRules {
  readonly minDigits: number;
  readonly maxDigits: number;
  /** One key; empty for none. */
  readonly terminator: string;
  /** Whether the terminator is one of the digits. Defaults to false. */
  readonly keepsTerminator?: boolean;
  readonly interDigitMs: number;
}

/** An input of the interpreter: what happened in the call. The definition of a flow in a request is the `FlowInput` of `flow.ts`. */
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
   * Speech while no question is open, or before the prompt of the open question was heard. Possible at any moment, even after `hang-up`. Only
   * universal intents (`universalIntentIn`) have an effect.
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
  | { readonly type: 'classified'; readonly edgeId: string | null }
  /** `interpretation`: null if the model found nothing, failed or took too long. */
  | { readonly type: 'understood'; readonly nodeId: string; readonly interpretation: Interpretation | null }
  /** The language model chose an edge of the statements of `converse` instead of a reply. */
  | { readonly type: 'edge-chosen'; readonly nodeId: string; readonly edgeId: string }
  /** `ok`: a response with a status of 2xx was received. `body`: the JSON of the response; undefined if it is not JSON. */
  | { readonly type: 'http-response'; readonly nodeId: string; readonly ok: boolean; readonly body?: unknown }
  /** `values`: by the name of the field, of any type; null if the model failed or the agent has none. */
  | {
      readonly type: 'extracted';
      readonly nodeId: string;
      readonly values: Readonly<Record<string, unknown>> | null;
    }
  /** The other agent cannot continue the call. `reason`: a sentence for the user. */
  | { readonly type: 'handoff-failed'; readonly nodeId: string; readonly reason: string };

/** Who makes a callback: an agent of Parley, or a person, for whom a task is created. */
export type CallbackCaller = 'agent' | 'person';

export type VariableValue = string | number | boolean | null;

/** The read-only values of a flow. Passed to each step; `nowMs` makes steps reproducible. */
export interface FlowContext {
  readonly nowMs: number;
  /** The language in which the customer answers. */
  readonly language: Language;
  /** IANA time zone for times such as "tomorrow at ten". */
  readonly timezone: string;
  /** Whether the time zone is inferred. Omitted if it is known. */
  readonly isZoneInferred?: boolean;
  /** Returns the first instant from `atMs` on at which the customer may be called (Unix ms); undefined if unknown. Omitted if there is no limit. */
  readonly nextAllowed?: (atMs: number) => number | undefined;
  readonly dynamic: Readonly<Record<string, VariableValue>>;
  readonly customer: Readonly<Record<string, VariableValue>>;
  readonly agent: Readonly<Record<string, VariableValue>>;
  /** Whether the language model can choose an edge instead of a reply. If not, edges are classified before each reply. Defaults to false. */
  readonly choosesEdges?: boolean;
  /** Whether the agent has a language model, which interprets answers that the rules do not understand. Defaults to false. */
  readonly hasModel?: boolean;
  /** Whether Parley has no rules for the answers of the customer, and `language` is English. Defaults to false. */
  readonly isLanguageUnknown?: boolean;
  /** Set if the customer reads and writes texts instead of speaking. `language`: BCP 47; dates are written in it. */
  readonly writing?: { readonly language: string };
  /** Precede a repeated question. Omitted: those of the language. */
  readonly phrases?: Pick<ServicePhrases, 'notUnderstood' | 'reminder'>;
}
