import type { Clock } from '../core/clock.ts';
import { type LanguageModel, LanguageModelError } from '../contracts/language-model.ts';
import type { AgentInLanguage } from '../domain/agent.ts';
import { writtenInput } from '../domain/conversations/written-answer.ts';
import { renderAgentText } from '../domain/flow/agent-text.ts';
import type { FlowGraph } from '../domain/flow/flow.ts';
import { graphOf } from '../domain/flow/graph.ts';
import { startFlow, step } from '../domain/flow/interpreter.ts';
import type { FlowAction, FlowContext, FlowInput } from '../domain/flow/protocol.ts';
import type { FlowState, Transition } from '../domain/flow/state.ts';
import { isoInZone } from '../domain/understanding/zoned-text.ts';
import { classify } from './classify.ts';
import { extractFields } from './extract-fields.ts';
import { understandAnswer } from './understand-answer.ts';
import type { History } from './history.ts';
import { answerOf, type ModelSettings } from './model-answer.ts';
import type { HttpRequest, HttpResult } from './tools/http-request.ts';

/** What the customer does: says or writes a text, presses keys, or stays silent. */
export type RunInput =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'digits'; readonly digits: string }
  | { readonly type: 'silence' };

/** What the flow does, without any effect. */
export type RunAction =
  | { readonly type: 'say'; readonly nodeId?: string; readonly text: string; readonly isGenerated?: boolean }
  | { readonly type: 'listen'; readonly nodeId: string; readonly speech: boolean; readonly digits: boolean }
  | { readonly type: 'classify'; readonly nodeId: string; readonly edgeId: string | null }
  /** `as`: what the language model found in an answer that the rules do not understand. */
  | { readonly type: 'understand'; readonly nodeId: string; readonly as: string }
  | {
      readonly type: 'extract';
      readonly nodeId: string;
      readonly values: Readonly<Record<string, unknown>> | null;
    }
  /** `isSent`: whether a server received the request. `ok`: the result with which the flow continued. */
  | {
      readonly type: 'http_request';
      readonly nodeId: string;
      readonly method: string;
      readonly url: string;
      readonly body?: unknown;
      readonly isSent: boolean;
      readonly ok: boolean;
      readonly detail?: string;
    }
  | { readonly type: 'agent_handoff'; readonly nodeId: string; readonly agentId: string }
  | { readonly type: 'send_message'; readonly nodeId: string; readonly flowId: string; readonly to: string }
  | { readonly type: 'press_digits'; readonly nodeId: string; readonly digits: string }
  | { readonly type: 'wait'; readonly nodeId: string; readonly ms: number }
  | { readonly type: 'set_disposition'; readonly disposition: string; readonly notes?: string }
  | { readonly type: 'schedule_callback'; readonly at: string; readonly notes?: string }
  | { readonly type: 'warning'; readonly nodeId?: string; readonly text: string }
  | { readonly type: 'move'; readonly fromNodeId: string; readonly nodeId: string }
  | { readonly type: 'enter'; readonly nodeId: string }
  | { readonly type: 'end'; readonly reason: string };

/** A given response to the requests of an `http` node. */
export interface GivenResponse {
  readonly ok: boolean;
  readonly body?: unknown;
}

export interface FlowRunOptions {
  readonly flow: FlowGraph;
  readonly kind: 'call' | 'message';
  readonly agent: Pick<AgentInLanguage, 'personality' | 'language'>;
  readonly models: readonly LanguageModel[];
  readonly settings: ModelSettings;
  readonly context: FlowContext;
  readonly history: History;
  /** The first words of the agent, or the first message of a message flow; empty for none. */
  readonly opening: string;
  /** Whether a conversation at the start of a call waits for the customer to speak. */
  readonly isCustomerFirst: boolean;
  /** Responses by the id of the node. No request is sent for these nodes. */
  readonly responses: ReadonlyMap<string, GivenResponse>;
  /** Sends the requests of `http` nodes. Without it, requests without a given response fail. */
  readonly send?: ((request: HttpRequest) => Promise<HttpResult>) | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Maximum number of requests to servers and language models per input. */
const maxRequests = 40;

/** Runs a flow by text, without a call or a message: nothing is dialed, sent or stored. */
export class FlowRun {
  readonly #options: FlowRunOptions;
  #state: FlowState | undefined;
  #isOpen = true;
  /** Whether a conversation at the start of the flow waits for the customer. */
  #isCustomerNext = false;
  #actions: RunAction[] = [];

  /** @param state the state in which an earlier run ended; undefined at the start */
  constructor(options: FlowRunOptions, state: FlowState | undefined) {
    this.#options = options;
    this.#state = state;
  }

  get state(): FlowState | undefined {
    return this.#state;
  }

  /** The actions since the last input. */
  get actions(): readonly RunAction[] {
    return this.#actions;
  }

  /** Whether the flow has ended, or another agent has taken over. */
  get isEnded(): boolean {
    return this.#state?.isEnded === true || !this.#isOpen;
  }

  /** Starts the conversation and returns its first actions. A message flow starts with the first input. */
  async start(): Promise<RunAction[]> {
    const { opening, isCustomerFirst, kind, flow, context } = this.#options;
    this.#actions = [];
    this.#isCustomerNext = isCustomerFirst || opening !== '';
    if (opening !== '') this.#say({ type: 'say', text: opening });
    if (kind === 'call') await this.#run(startFlow(flow, context));
    return this.#actions;
  }

  /** Passes an input to the flow, and returns the actions until the next input. */
  async next(input: RunInput): Promise<RunAction[]> {
    const { flow, context, history } = this.#options;
    this.#actions = [];
    if (input.type === 'text') history.add('user', input.text);
    await this.#run(
      this.#state === undefined
        ? this.#begin(input)
        : step(flow, this.#state, this.#inputOf(input, this.#state), context),
    );
    return this.#actions;
  }

  /** Starts a message flow with the first message of the customer, which answers the question of the opening. */
  #begin(input: RunInput): Transition {
    const { flow, context, opening } = this.#options;
    const text = input.type === 'text' ? input.text : '';
    const started = startFlow(flow, context, { type: 'answered', text, confidence: 1, rejected: false });
    const { type } = graphOf(flow, context.language).start;
    const isAsked = opening !== '' && (type === 'ask' || type === 'conversation');
    return isAsked ? step(flow, started.state, this.#inputOf(input, started.state), context) : started;
  }

  #inputOf(input: RunInput, state: FlowState): FlowInput {
    if (input.type === 'digits') return input;
    if (input.type === 'silence') return { type: 'no-input' };
    const { flow, kind, agent } = this.#options;
    const { text } = input;
    if (kind === 'message') return writtenInput(text, { flow, state, language: agent.language });
    return { type: 'answered', text, confidence: 1, rejected: false };
  }

  async #run(first: Transition): Promise<void> {
    let transition: Transition | undefined = first;
    for (let requests = 0; transition !== undefined; requests += 1) {
      if (requests > maxRequests) {
        this.#add({ type: 'warning', text: 'The flow makes too many requests for one input.' });
        this.#isOpen = false;
        return;
      }
      this.#state = transition.state;
      transition = await this.#execute(transition.actions);
    }
  }

  /** Executes the actions of a step. Returns the next step; undefined if the flow waits for the customer, or has ended. */
  async #execute(actions: readonly FlowAction[]): Promise<Transition | undefined> {
    for (const action of actions) {
      const input = await this.#inputAfter(action);
      if (input !== undefined) return step(this.#options.flow, this.#state!, input, this.#options.context);
    }
    return undefined;
  }

  #add(action: RunAction): undefined {
    this.#actions.push(action);
  }

  #say(action: Extract<RunAction, { type: 'say' }>): undefined {
    this.#options.history.add('assistant', action.text);
    return this.#add(action);
  }

  async #inputAfter(action: FlowAction): Promise<FlowInput | undefined> {
    switch (action.type) {
      case 'speak':
        return this.#say({ type: 'say', nodeId: action.nodeId, text: action.text });
      case 'listen': {
        const { nodeId, speech, digits } = action;
        this.#isCustomerNext = false;
        return this.#add({ type: 'listen', nodeId, speech, digits: digits !== null });
      }
      case 'converse':
        return this.#converse(action);
      case 'classify':
        return this.#classify(action);
      case 'understand':
        return this.#understand(action);
      case 'extract':
        return this.#extract(action);
      case 'http-request':
        return this.#request(action);
      case 'wait':
        this.#add(action);
        return { type: 'wait-ended' };
      case 'send-digits': {
        const { nodeId, digits } = action;
        this.#add({ type: 'press_digits', nodeId, digits });
        return { type: 'digits-sent' };
      }
      default:
        return this.#report(action);
    }
  }

  /** Reports an action that has no input. */
  #report(
    action: Extract<
      FlowAction,
      {
        type:
          | 'answer-understood'
          | 'agent-handoff'
          | 'send-message'
          | 'set-disposition'
          | 'schedule-callback'
          | 'warning'
          | 'node-moved'
          | 'node-entered'
          | 'hang-up';
      }
    >,
  ): undefined {
    switch (action.type) {
      case 'answer-understood':
        return this.#add({ ...action, type: 'understand' });
      case 'agent-handoff':
        this.#isOpen = false;
        return this.#add({ ...action, type: 'agent_handoff' });
      case 'send-message':
        return this.#add({ ...action, type: 'send_message' });
      case 'set-disposition':
        return this.#add({ ...action, type: 'set_disposition' });
      case 'schedule-callback':
        return this.#add({ ...action, type: 'schedule_callback' });
      case 'warning':
        return this.#add(action);
      case 'node-moved':
        return this.#add({ ...action, type: 'move' });
      case 'node-entered':
        return this.#add({ ...action, type: 'enter' });
      case 'hang-up':
        return this.#add({ ...action, type: 'end' });
    }
  }

  async #converse({
    nodeId,
    firstMessage,
    prompt,
    turn,
  }: Extract<FlowAction, { type: 'converse' }>): Promise<undefined> {
    const isCustomerNext = this.#isCustomerNext && turn === 1;
    this.#isCustomerNext = false;
    if (firstMessage !== undefined) this.#say({ type: 'say', nodeId, text: firstMessage });
    else if (!isCustomerNext) await this.#generate(nodeId, prompt);
    this.#add({ type: 'listen', nodeId, speech: true, digits: true });
  }

  async #generate(nodeId: string, prompt: string): Promise<void> {
    const { agent, flow, context, history, models, settings, signal } = this.#options;
    const scope = { flow, context, state: this.#state };
    const personality = renderAgentText(agent.personality, 'prompt', scope).text;
    const rules = [
      'Say only what the customer hears next.',
      `Speak the language of the customer, by default ${agent.language}.`,
      `It is now ${isoInZone(new Date(context.nowMs), context.timezone)} at the customer.`,
    ].join(' ');
    const system = [personality, prompt, rules].filter((part) => part.trim() !== '').join('\n\n');
    try {
      const text = await answerOf(models, { messages: history.messages(system), ...settings, signal });
      this.#say({ type: 'say', nodeId, text: text.trim(), isGenerated: true });
    } catch (error) {
      signal.throwIfAborted();
      this.#add({ type: 'warning', nodeId, text: `The language model failed: ${messageOf(error)}` });
    }
  }

  async #classify({ nodeId, statements }: Extract<FlowAction, { type: 'classify' }>): Promise<FlowInput> {
    const { history, models, settings, signal } = this.#options;
    const edgeId = models.length === 0 ? null : await classify(statements, history, models, settings, signal);
    this.#add({ type: 'classify', nodeId, edgeId });
    return { type: 'classified', edgeId };
  }

  async #understand(action: Extract<FlowAction, { type: 'understand' }>): Promise<FlowInput> {
    const { clock, history, models, settings, signal } = this.#options;
    const { nodeId } = action;
    const onFailure = (error: unknown) => {
      if (!signal.aborted)
        this.#add({ type: 'warning', nodeId, text: `The language model failed: ${messageOf(error)}` });
    };
    const dependencies = { clock, history, models, settings, signal, onFailure };
    const interpretation = await understandAnswer(action, dependencies);
    signal.throwIfAborted();
    return { type: 'understood', nodeId, interpretation };
  }

  async #extract({ nodeId, fields }: Extract<FlowAction, { type: 'extract' }>): Promise<FlowInput> {
    const { history, models, settings, signal } = this.#options;
    let values: Readonly<Record<string, unknown>> | null = null;
    try {
      if (models.length > 0) values = await extractFields(fields, history, models, settings, signal);
    } catch (error) {
      signal.throwIfAborted();
      this.#add({ type: 'warning', nodeId, text: `The language model failed: ${messageOf(error)}` });
    }
    this.#add({ type: 'extract', nodeId, values });
    return { type: 'extracted', nodeId, values };
  }

  async #request(action: Extract<FlowAction, { type: 'http-request' }>): Promise<FlowInput> {
    const { nodeId, method, url, body } = action;
    const { responses, send } = this.#options;
    const request = { type: 'http_request', nodeId, method, url, body } as const;
    const given = responses.get(nodeId);
    if (given !== undefined) {
      this.#add({ ...request, isSent: false, ok: given.ok });
      return { type: 'http-response', nodeId, ...given };
    }
    if (send === undefined) {
      this.#add({ ...request, isSent: false, ok: false, detail: 'The run sends no requests.' });
      return { type: 'http-response', nodeId, ok: false };
    }
    const result = await send(action);
    const detail = result.ok ? undefined : result.detail;
    this.#add({ ...request, isSent: true, ok: result.ok, ...(detail !== undefined && { detail }) });
    return { type: 'http-response', nodeId, ok: result.ok, ...(result.ok && { body: result.json }) };
  }
}

/** Returns why a model failed, for the user. Other errors may contain internals. */
const messageOf = (error: unknown): string =>
  error instanceof LanguageModelError ? error.message : 'its response cannot be used.';
