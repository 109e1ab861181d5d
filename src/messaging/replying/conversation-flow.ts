import type { LanguageModel } from '../../contracts/language-model.ts';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import type { AttentionReason } from '../../domain/conversations/attention.ts';
import { keywordOf } from '../../domain/conversations/keyword.ts';
import { writtenInput } from '../../domain/conversations/written-answer.ts';
import type { AgentInLanguage } from '../../domain/agent.ts';
import { renderAgentText } from '../../domain/flow/agent-text.ts';
import { runBuiltinTool } from '../../domain/flow/builtin-tools.ts';
import type { FlowGraph } from '../../domain/flow/flow.ts';
import { graphOf, sensitiveVariables } from '../../domain/flow/graph.ts';
import { startFlow, step, type Transition } from '../../domain/flow/interpreter.ts';
import type { FlowAction, FlowContext, FlowInput } from '../../domain/flow/protocol.ts';
import type { FlowState } from '../../domain/flow/state.ts';
import { nodeOfUniversalIntent } from '../../domain/flow/universal-nodes.ts';
import { classify } from '../../models/classify.ts';
import { extractFields } from '../../models/extract-fields.ts';
import { understandAnswer } from '../../models/understand-answer.ts';
import type { History } from '../../models/history.ts';
import type { ModelSettings } from '../../models/model-answer.ts';
import type { RequestSender } from '../../models/tools/http-request.ts';
import type { FlowEffect } from './flow-effects.ts';

/** The data of an agent that `ConversationFlow` uses. */
export interface ConversationAgent {
  readonly agentId: string | null;
  /** The flow of the agent; null if it has none. */
  readonly flowId: string | null;
  readonly flowVersion: number | null;
  readonly config: AgentInLanguage;
  readonly flow: FlowGraph;
  readonly models: readonly LanguageModel[];
  readonly settings: ModelSettings;
}

/** The text that the flow requests from the language model of its agent. */
export interface FlowTextRequest {
  readonly agent: ConversationAgent;
  readonly personality: string;
  readonly prompt: string;
  readonly runBuiltinTool: (
    name: Parameters<typeof runBuiltinTool>[0],
    args: Readonly<Record<string, unknown>>,
  ) => string;
  readonly renderText: (text: string) => string;
}

export interface ConversationFlowOptions {
  readonly agent: ConversationAgent;
  /** `variables`: those of earlier flows of the conversation. */
  readonly contextOf: (agent: ConversationAgent, variables: FlowState['variables']) => FlowContext;
  readonly history: History;
  readonly requests: RequestSender;
  /** Writes a text with the language model of the agent. */
  readonly writeWithModel: (request: FlowTextRequest) => Promise<string>;
  /** Returns the agent that continues the conversation, in its language so far if the agent supports it, or a sentence why it cannot. */
  readonly loadAgent: (agentId: string, language: string) => Promise<ConversationAgent | string>;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Maximum number of requests for one reply: to servers, language models and other agents. */
const maxRequests = 40;
const optOutNode = nodeOfUniversalIntent('opt_out');
/** A language model does not distinguish whether the customer wants no more messages or no more calls, so the opt-out concerns both. */
const callOptOut: FlowEffect = { type: 'disposition', disposition: 'do_not_call', notes: '' };
const personNode = nodeOfUniversalIntent('person');

/** Runs the flow of a conversation from one message of the customer to the next one. */
export class ConversationFlow {
  readonly #options: ConversationFlowOptions;
  #agent: ConversationAgent;
  #state: FlowState | undefined;
  #hasHandedOver = false;
  #variables: FlowState['variables'];
  readonly #texts: string[] = [];
  readonly #effects: FlowEffect[] = [];
  #attention: AttentionReason | undefined;
  #isGenerated = false;

  /** @param variables those of earlier flows of the conversation */
  constructor(
    options: ConversationFlowOptions,
    state: FlowState | undefined,
    variables: FlowState['variables'],
  ) {
    this.#options = options;
    this.#variables = variables;
    this.#agent = options.agent;
    this.#state = state;
  }

  get texts(): readonly string[] {
    return this.#texts;
  }

  get effects(): readonly FlowEffect[] {
    return this.#effects;
  }

  /** The agent after the reply. */
  get agent(): ConversationAgent {
    return this.#agent;
  }

  get state(): FlowState | undefined {
    return this.#state;
  }

  /** Variables of earlier flows of the conversation. */
  get variables(): FlowState['variables'] {
    return this.#variables;
  }

  /** Whether another agent has taken over. */
  get hasHandedOver(): boolean {
    return this.#hasHandedOver;
  }

  get attention(): AttentionReason | undefined {
    return this.#attention;
  }

  /** Whether a language model wrote a part of the reply. */
  get isGenerated(): boolean {
    return this.#isGenerated;
  }

  /**
   * Passes the text of the customer to the flow, and runs it until it waits for the next one. `hasOpening`: whether the customer received an earlier
   * message. If so, that message asked the question with which the flow starts.
   */
  async run(text: string, hasOpening: boolean): Promise<void> {
    let transition: Transition | undefined = this.#begin(text, hasOpening);
    for (let requests = 0; transition !== undefined; requests += 1) {
      if (requests > maxRequests) throw new Error('The flow makes too many requests in one reply.');
      transition = await this.#execute(transition, text);
    }
  }

  #begin(text: string, hasOpening: boolean): Transition {
    const { flow } = this.#agent;
    const context = this.#context();
    if (this.#state !== undefined) return step(flow, this.#state, this.#inputOf(text, this.#state), context);
    const started = startFlow(flow, context, firstInput(text));
    const { type } = graphOf(flow, this.#context().language).start;
    const isAsked = hasOpening && (type === 'ask' || type === 'conversation');
    return isAsked ? step(flow, started.state, this.#inputOf(text, started.state), context) : started;
  }

  #inputOf(text: string, state: FlowState): FlowInput {
    const { flow, config } = this.#agent;
    return writtenInput(text, { flow, state, language: config.language });
  }

  #context(): FlowContext {
    const context = this.#options.contextOf(this.#agent, this.#variables);
    return { ...context, hasModel: this.#agent.models.length > 0 };
  }

  /** Executes the actions of a step. Returns the next step; undefined if the flow waits for the customer, or has ended. */
  async #execute({ state, actions }: Transition, text: string): Promise<Transition | undefined> {
    const entered = actions.flatMap((action) => (action.type === 'node-entered' ? [action.nodeId] : []));
    // An opt-out such as "Do not call me" concerns calls, not messages. The built-in node of the flow records that opt-out.
    if (entered.includes(optOutNode) && keywordOf(text) === 'stop') return this.#stop({ type: 'opt-out' });
    if (actions.some((action) => action.type === 'answer-understood' && action.as === 'opt_out'))
      return this.#stop({ type: 'opt-out' }, callOptOut);
    if (entered.includes(personNode)) return this.#stop();
    this.#state = state;
    for (const action of actions) {
      const next = await this.#run(action, text);
      if (next !== undefined) return next;
    }
    return undefined;
  }

  /** Ends the reply without a text. The flow keeps the state that it had before the current step. */
  #stop(...effects: FlowEffect[]): undefined {
    this.#texts.length = 0;
    if (effects.length === 0) this.#attention = 'person_requested';
    this.#effects.push(...effects);
    return undefined;
  }

  async #run(action: FlowAction, text: string): Promise<Transition | undefined> {
    switch (action.type) {
      case 'speak':
        this.#texts.push(action.text);
        return undefined;
      case 'converse':
        return this.#converse(action);
      case 'http-request':
      case 'classify':
      case 'understand':
      case 'extract':
      case 'wait':
        return this.#advance(await this.#resultOf(action));
      case 'agent-handoff':
        return this.#handOver(action, text);
      default:
        this.#record(action);
        return undefined;
    }
  }

  #advance(input: FlowInput): Transition {
    return step(this.#agent.flow, this.#state!, input, this.#context());
  }

  #record(action: FlowAction): void {
    if (action.type === 'set-disposition') {
      const { disposition, notes = '' } = action;
      this.#effects.push({ type: 'disposition', disposition, notes });
    } else if (action.type === 'schedule-callback') {
      const { at, notes = '', by } = action;
      this.#effects.push({ type: 'callback', at, notes, by });
    } else if (action.type === 'send-message') {
      const { nodeId, flowId, to } = action;
      const variables = nonSensitiveVariables(this.#agent.flow, this.#state);
      this.#effects.push({ type: 'message', nodeId, flowId, to, variables });
    } else if (action.type === 'warning') {
      this.#options.logger.debug({ node: action.nodeId, warning: action.text }, 'A flow has a warning.');
    }
  }

  async #resultOf(
    action: Extract<FlowAction, { type: 'http-request' | 'classify' | 'understand' | 'extract' | 'wait' }>,
  ): Promise<FlowInput> {
    if (action.type === 'wait') return { type: 'wait-ended' };
    const { requests, history, signal } = this.#options;
    const { models, settings } = this.#agent;
    if (action.type === 'classify') {
      const { statements } = action;
      const edgeId =
        models.length === 0 ? null : await classify(statements, history, models, settings, signal);
      return { type: 'classified', edgeId };
    }
    const { nodeId } = action;
    if (action.type === 'understand')
      return { type: 'understood', nodeId, interpretation: await this.#understand(action) };
    if (action.type === 'extract')
      return { type: 'extracted', nodeId, values: await this.#extract(action.fields) };
    const result = await requests.send(action, { nodeId }, action.method === 'GET', signal);
    return result.ok
      ? { type: 'http-response', nodeId, ok: true, body: result.json }
      : { type: 'http-response', nodeId, ok: false };
  }

  async #understand(
    action: Extract<FlowAction, { type: 'understand' }>,
  ): ReturnType<typeof understandAnswer> {
    const { models, settings } = this.#agent;
    const { clock, history, signal, logger } = this.#options;
    const onFailure = (error: unknown) => {
      if (!signal.aborted) logger.warn({ err: error }, 'A language model interpreted no answer.');
    };
    const interpretation = await understandAnswer(action, {
      clock,
      history,
      models,
      settings,
      signal,
      onFailure,
    });
    signal.throwIfAborted();
    return interpretation;
  }

  async #extract(
    fields: Extract<FlowAction, { type: 'extract' }>['fields'],
  ): Promise<Readonly<Record<string, unknown>> | null> {
    const { history, signal, logger } = this.#options;
    const { models, settings } = this.#agent;
    try {
      return models.length === 0 ? null : await extractFields(fields, history, models, settings, signal);
    } catch (error) {
      signal.throwIfAborted();
      logger.warn({ err: error }, 'A language model extracted no values.');
      return null;
    }
  }

  async #converse(action: Extract<FlowAction, { type: 'converse' }>): Promise<undefined> {
    if (action.firstMessage !== undefined) {
      this.#texts.push(action.firstMessage);
      return undefined;
    }
    const agent = this.#agent;
    this.#isGenerated = true;
    const text = await this.#options.writeWithModel({
      agent,
      personality: this.#render(agent.config.personality, 'prompt'),
      prompt: action.prompt,
      runBuiltinTool: (name, args) => {
        const result = runBuiltinTool(name, args, {
          flow: agent.flow,
          state: this.#state!,
          context: this.#context(),
        });
        this.#state = result.state;
        for (const effect of result.actions) this.#record(effect);
        return result.text;
      },
      renderText: (template) => this.#render(template, 'prompt'),
    });
    if (text !== '') this.#texts.push(text);
    return undefined;
  }

  #render(text: string, use: 'speech' | 'prompt'): string {
    const { flow } = this.#agent;
    return renderAgentText(text, use, { flow, context: this.#context(), state: this.#state }).text;
  }

  /** Lets another agent continue with its own flow, which starts with the text of the customer. */
  async #handOver(
    { nodeId, agentId }: Extract<FlowAction, { type: 'agent-handoff' }>,
    text: string,
  ): Promise<Transition> {
    const next = await this.#options.loadAgent(agentId, this.#agent.config.language);
    if (typeof next === 'string') return this.#advance({ type: 'handoff-failed', nodeId, reason: next });
    this.#variables = { ...this.#variables, ...nonSensitiveVariables(this.#agent.flow, this.#state) };
    this.#agent = next;
    this.#hasHandedOver = true;
    return startFlow(next.flow, this.#context(), firstInput(text));
  }
}

const firstInput = (text: string): Extract<FlowInput, { type: 'answered' }> => ({
  type: 'answered',
  text,
  confidence: 1,
  rejected: false,
});

/** Returns the variables of a flow, without sensitive ones. */
function nonSensitiveVariables(flow: FlowGraph, state: FlowState | undefined): FlowState['variables'] {
  const sensitive = sensitiveVariables(flow);
  const entries = Object.entries(state?.variables ?? {}).filter(([name]) => !sensitive.has(name));
  return Object.fromEntries(entries);
}
