import type { Leg } from '../contracts/carrier.ts';
import type { LanguageModel } from '../contracts/language-model.ts';
import type { LegAudioEvent } from '../contracts/leg-audio.ts';
import type { Clock } from '../core/clock.ts';
import { Emitter } from '../core/emitter.ts';
import type { Logger } from '../core/logger.ts';
import { languageOf } from '../domain/languages/languages.ts';
import { servicePhrases } from '../domain/service-phrases.ts';
import { History } from '../models/history.ts';
import type { CallerTurn } from '../voice/speech-input-event.ts';
import type {
  Interjection,
  Question,
  Suspension,
  VoiceEvent,
  VoicePipeline,
} from '../voice/voice-pipeline.ts';
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
import { ConsentQuestion, consentQuestionText, type ConsentQuestionOptions } from './consent-question.ts';
import { FlowRunner } from './flow-runner.ts';
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
  #providers: CallProviders;

  constructor(options: CurrentAgentOptions) {
    const { plan, providers, http, records, clock, onInternalError } = options;
    this.#options = options;
    this.#plan = plan;
    this.#providers = providers;
    this.#requests = new CallRequests({ ...noRequests, ...http, ...plan, records, clock });
    this.voice = new SwitchableVoice(this.#createVoice(plan, providers), onInternalError);
    this.runner = this.#createFlowRunner();
  }

  /** The plan of the call with the current agent. */
  get plan(): CallPlan {
    return this.#plan;
  }

  /** Whether the current agent uses a language model or a speech-to-speech model. */
  get hasModel(): boolean {
    return this.models.length > 0 || this.#providers.realtimeModel !== undefined;
  }

  /** The text models of the current agent. */
  get models(): readonly LanguageModel[] {
    return this.#providers.models;
  }

  /** Synthesises the opening texts ahead of time. */
  prepare(): void {
    if (this.plan.record && this.plan.agent.recording.consent === 'verbal')
      this.voice.prepare(consentQuestionText(this.plan, this.renderText));
    this.runner.prepare(this.#firstMessage);
  }

  /** Says that the call will be recorded. Returns the utterance's id. */
  sayRecordingNotice(): number {
    return this.voice.say(this.renderText(this.plan.agent.recording.consentMessage, 'speech'), false);
  }

  /** Asks for consent to the recording. */
  askForConsent(onDone: ConsentQuestionOptions['onDone']): ConsentQuestion {
    return new ConsentQuestion({ plan: this.plan, voice: this.voice, renderText: this.renderText, onDone });
  }

  /** Says whether the call is recorded from now on. */
  confirmConsent(isGiven: boolean): void {
    const { given, refused } = languageOf(this.plan.agent.language).sentences.recordingConsent;
    this.voice.say(isGiven ? given : refused, true);
  }

  /** Starts the flow, after the first message if the agent speaks first. `turn`: what the caller said before and what the agent must still reply to. */
  startConversation(turn?: CallerTurn): void {
    const { firstMessageMode } = this.plan.agent;
    const isCallerFirst = firstMessageMode === 'user' && this.voice.history.entries.length === 0;
    this.#startFlow(isCallerFirst || turn !== undefined);
    if (turn !== undefined) this.runner.handleEarlierTurn(turn);
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
      language: () => this.plan.agent.language,
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
    this.#providers = providers;
    this.#options.records.recordEvent('agent_changed', change);
    this.voice.switchTo(this.#createVoice(plan, providers));
    this.runner.changeAgent(flowAgentOf(plan, providers));
    this.#startFlow(false);
  }
}

/** Creates a voice pipeline that continues the conversation in `history`. */
type CreateVoice = (history: History) => VoicePipeline;

/** A voice pipeline that another one can replace during the call. Utterance ids stay unique. */
class SwitchableVoice implements VoicePipeline {
  readonly history = new History();
  readonly #emitter: Emitter<VoiceEvent>;
  #current: VoicePipeline;
  #unsubscribe: () => void;
  /** Added to the ids of the current pipeline. */
  #idOffset = 0;
  #lastId = 0;
  readonly #suspensions = new Set<Suspension>();

  constructor(create: CreateVoice, onInternalError: (error: unknown) => void) {
    this.#emitter = new Emitter(onInternalError);
    this.#current = create(this.history);
    this.#unsubscribe = this.#forwardEvents();
  }

  /** Closes the current pipeline and starts another one. To be called while neither side speaks. */
  switchTo(create: CreateVoice): void {
    this.#current.close();
    this.#unsubscribe();
    this.#idOffset = this.#lastId;
    this.#current = create(this.history);
    this.#unsubscribe = this.#forwardEvents();
    this.#current.start();
    for (const suspension of this.#suspensions) this.#current.setSuspended(suspension, true);
  }

  on(listener: (event: VoiceEvent) => void): () => void {
    return this.#emitter.on(listener);
  }

  get isSpeaking(): boolean {
    return this.#current.isSpeaking;
  }

  get isCallerSpeaking(): boolean {
    return this.#current.isCallerSpeaking;
  }

  prepare(text: string): void {
    this.#current.prepare(text);
  }

  start(): void {
    this.#current.start();
  }

  detectAnsweringMachine(): void {
    this.#current.detectAnsweringMachine();
  }

  say(text: string, interruptible: boolean): number {
    return this.#callWideId(this.#current.say(text, interruptible));
  }

  oweResponse(): () => void {
    return this.#current.oweResponse();
  }

  askQuestion(question: Question): void {
    this.#current.askQuestion(question);
  }

  closeQuestion(): void {
    this.#current.closeQuestion();
  }

  expectSilence(): void {
    this.#current.expectSilence();
  }

  generateReply(system: string): void {
    this.#current.generateReply(system);
  }

  prepareReply(system: string, text: string): void {
    this.#current.prepareReply(system, text);
  }

  interrupt(): void {
    this.#current.interrupt();
  }

  interruptAll(): void {
    this.#current.interruptAll();
  }

  interject(text: string, interrupt: boolean): Interjection {
    return this.#current.interject(text, interrupt);
  }

  advise(text: string): void {
    this.#current.advise(text);
  }

  setSuspended(suspension: Suspension, isOn: boolean): void {
    if (isOn) this.#suspensions.add(suspension);
    else this.#suspensions.delete(suspension);
    this.#current.setSuspended(suspension, isOn);
  }

  handleAudioEvent(event: LegAudioEvent): void {
    this.#current.handleAudioEvent(event);
  }

  close(): void {
    this.#current.close();
  }

  #forwardEvents(): () => void {
    return this.#current.on((event) => {
      this.#emitter.emit(event.type === 'agent-spoke' ? { ...event, id: this.#callWideId(event.id) } : event);
    });
  }

  #callWideId(id: number): number {
    this.#lastId = Math.max(this.#lastId, this.#idOffset + id);
    return this.#idOffset + id;
  }
}
