import type { Leg } from '../contracts/carrier.ts';
import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import { servicePhrases } from '../domain/service-phrases.ts';
import { AgentHandoffs, type FindNextAgent, type NextAgent } from './agent-handoffs.ts';
import { flowContext, planAfterHandoff, type CallPlan } from './call-plan.ts';
import type { CallRecords } from './call-records.ts';
import {
  createVoicePipeline,
  firstMessageOf,
  flowAgentOf,
  type CallProviders,
  type RenderText,
} from './call-voice-options.ts';
import { FlowRunner } from './flow-runner.ts';
import { SwitchableVoice, type CreateVoice } from './switchable-voice.ts';
import { CallRequests, noRequests, type CallRequestsOptions } from './tools/call-requests.ts';

export interface CurrentAgentOptions {
  /** The plan of the call with its first agent. */
  readonly plan: CallPlan;
  readonly leg: Leg;
  /** A clock that catches the errors of timer callbacks (`createGuardedClock`). */
  readonly clock: Clock;
  readonly logger: Logger;
  readonly records: CallRecords;
  readonly providers: CallProviders;
  /** Sends the HTTP requests of flows and tools. Defaults to a client that sends none. */
  readonly http?: Pick<CallRequestsOptions, 'egress' | 'secrets'> | undefined;
  /** Finds the agents to which the call is handed over. Defaults to none. */
  readonly findAgent?: FindNextAgent | undefined;
  /** Receives errors of listeners and of unawaited work. */
  readonly onInternalError: (error: unknown) => void;
  /** Receives invalid transitions of the voice, which do not end the call. */
  readonly onInvalidTransition: (error: unknown) => void;
}

/** The agent that conducts a call: its plan, voice, tools and flow. A hand-off replaces them with those of the next agent. */
export class CurrentAgent {
  readonly voice: SwitchableVoice;
  readonly runner: FlowRunner;
  /** Returns a text of the agent with its variables filled in. */
  readonly renderText: RenderText = (text, use) => this.runner.renderText(text, use);
  readonly #options: CurrentAgentOptions;
  readonly #requests: CallRequests;
  #plan: CallPlan;

  constructor(options: CurrentAgentOptions) {
    const { plan, providers, http, records, clock, onInternalError } = options;
    this.#options = options;
    this.#plan = plan;
    this.#requests = new CallRequests({ ...noRequests, ...http, ...plan, records, clock });
    this.voice = new SwitchableVoice(this.#createVoice(plan, providers), onInternalError);
    this.runner = this.#createFlowRunner();
  }

  /** The plan of the call with the current agent. */
  get plan(): CallPlan {
    return this.#plan;
  }

  /** Synthesises the opening texts ahead of time. */
  prepare(): void {
    this.runner.prepare(this.#firstMessage);
  }

  /** Says that the call will be recorded. Returns the utterance's id. */
  sayRecordingNotice(): number {
    return this.voice.say(this.renderText(this.plan.agent.recording.consentMessage, 'speech'), false);
  }

  /** Starts the flow, after the first message if the agent speaks first. */
  startConversation(): void {
    const { firstMessageMode } = this.plan.agent;
    this.#startFlow(firstMessageMode === 'user' && this.voice.history.entries.length === 0);
  }

  /** Reminds a silent caller that the agent is still there. */
  remind(): void {
    this.voice.say(this.renderText(servicePhrases(this.plan.agent).reminder, 'speech'), true);
  }

  /** Stops the flow, the speech and the requests. Safe to call twice. */
  close(): void {
    this.runner.close();
    this.voice.close();
    this.#requests.close();
  }

  get #firstMessage(): string {
    return firstMessageOf(this.plan, this.renderText);
  }

  #startFlow(isCallerFirst: boolean): void {
    this.runner.start(this.#firstMessage, this.plan.agent.interruption.firstMessage, isCallerFirst);
  }

  #createFlowRunner(): FlowRunner {
    const { plan, leg, providers, clock, logger, onInternalError } = this.#options;
    const { callId } = plan;
    const handoffs = new AgentHandoffs({
      clock,
      voice: this.voice,
      findAgent: this.#options.findAgent,
      changeAgent: (next, nodeId) => this.#changeAgent(next, nodeId),
      onError: (err) => logger.error({ err, callId }, 'The next agent of a call could not be loaded.'),
    });
    return new FlowRunner({
      clock,
      onInternalError,
      agent: flowAgentOf(plan, providers),
      context: () => flowContext(this.plan, clock.now()),
      voice: this.voice,
      sendDigits: (digits, pauseMs) => leg.audio.sendDigits(digits, pauseMs),
      requests: this.#requests,
      handoffs,
    });
  }

  #createVoice(plan: CallPlan, providers: CallProviders): CreateVoice {
    const { leg, clock, onInternalError, onInvalidTransition } = this.#options;
    return (history) =>
      createVoicePipeline(plan, providers, {
        history,
        requests: this.#requests,
        renderText: this.renderText,
        edges: {
          list: () => this.runner.choosableEdges,
          choose: (edgeId) => this.runner.chooseEdge(edgeId),
        },
        runBuiltinTool: (name, args) => this.runner.runBuiltinTool(name, args),
        clock,
        onInternalError,
        onInvalidTransition,
        audio: leg.audio,
      });
  }

  /** Continues the call with another agent: its voice, recogniser, model, tools and flow. */
  #changeAgent(next: NextAgent, nodeId: string): void {
    const { agentId, agentVersion, agent, providers } = next;
    const plan = planAfterHandoff(this.plan, next, this.runner.variables);
    const change = { nodeId, fromAgentId: this.plan.agentId, agentId, agentName: agent.name, agentVersion };
    this.#plan = plan;
    this.#options.records.recordEvent('agent_changed', change);
    this.voice.switchTo(this.#createVoice(plan, providers));
    this.runner.changeAgent(flowAgentOf(plan, providers));
    this.#startFlow(false);
  }
}
