import type { Clock, Timer } from '../core/clock.ts';
import { Emitter } from '../core/emitter.ts';
import type { BuiltinToolName } from '../domain/agent.ts';
import { renderAgentText } from '../domain/flow/agent-text.ts';
import { runBuiltinTool } from '../domain/flow/builtin-tools.ts';
import { detectOptOut } from '../domain/languages/opt-out.ts';
import { isFarewell } from '../domain/understanding/farewell.ts';
import { startFlow, step, type Transition } from '../domain/flow/interpreter.ts';
import type {
  EdgeStatement,
  FlowAction,
  FlowContext,
  FlowInput,
  VariableValue,
} from '../domain/flow/protocol.ts';
import { matchUniversalIntent } from '../domain/flow/universal-nodes.ts';
import type { FlowState } from '../domain/flow/state.ts';
import type { CallerTurn } from '../voice/speech-input-event.ts';
import type { Question, VoiceEvent, VoicePipeline } from '../voice/voice-pipeline.ts';
import type { AgentHandoffs } from './agent-handoffs.ts';
import { likelyReply } from './likely-reply.ts';
import { isAwaited, type AwaitedAction, type HandoffAction } from './awaited-action.ts';
import {
  toFlowEvent,
  toMessageRequest,
  type FlowEndReason,
  type FlowEvent,
  type ReportedAction,
} from './flow-event.ts';
import { FlowResults } from './flow-results.ts';
import { runRequestAction } from './flow-requests.ts';
import type { FlowAgent } from './flow-agent.ts';
import { FlowEnding } from './flow-ending.ts';
import type { CallRequests } from './tools/call-requests.ts';

export interface FlowRunnerOptions {
  /** A clock that catches the errors of timer callbacks (`createGuardedClock`). */
  readonly clock: Clock;
  /** Receives errors of listeners and of unawaited work. */
  readonly onInternalError: (error: unknown) => void;
  readonly agent: FlowAgent;
  readonly context: () => FlowContext;
  readonly voice: VoicePipeline;
  readonly sendDigits: (digits: string, pauseMs: number) => void;
  /** Sends the HTTP requests of the call. */
  readonly requests: Pick<CallRequests, 'send'>;
  readonly handoffs: Pick<AgentHandoffs, 'handOver'>;
}

/** Executes the actions of the flow interpreter and passes the results back to it. */
export class FlowRunner {
  readonly #options: FlowRunnerOptions;
  readonly #emitter: Emitter<FlowEvent>;
  readonly #closing = new AbortController();
  readonly #ending: FlowEnding;
  #agent: FlowAgent;
  #state: FlowState | undefined;
  readonly #results = new FlowResults();
  #timer: Timer | undefined;
  /** A request whose response the flow waits for. */
  #response: AbortController | undefined;
  #nodeId = '';
  readonly #nodeByUtterance = new Map<number, string>();
  #choosableEdges: readonly EdgeStatement[] = [];
  /** Warnings about texts of the agent. */
  readonly #reportedWarnings = new Set<string>();
  /** Runs when all speech has ended. */
  #afterPlayout: (() => void) | undefined;
  /** Whether a conversation at the start of the flow waits for the caller, because the agent spoke its first message or the caller speaks first. */
  #isCallerNext = false;
  /** The question of the last `converse`. */
  #openQuestion: Question | undefined;
  /** Whether the flow has listened for speech or reacted to unsolicited speech. */
  #hasListened = false;

  constructor(options: FlowRunnerOptions) {
    this.#options = options;
    this.#agent = options.agent;
    this.#emitter = new Emitter(options.onInternalError);
    this.#ending = new FlowEnding({ ...options, emit: (event) => this.#emitter.emit(event) });
  }

  on(listener: (event: FlowEvent) => void): () => void {
    return this.#emitter.on(listener);
  }

  /** Returns the node that produced the utterance. A reply of a language model belongs to the current node. */
  nodeOf(utteranceId: number): string {
    return this.#nodeByUtterance.get(utteranceId) ?? this.#nodeId;
  }

  /** The variables of all flows of the call, without sensitive ones. */
  get variables(): Readonly<Record<string, VariableValue>> {
    return this.#results.variables(this.#agent.flow, this.#state);
  }

  /** Whether a flow gave up a question and no question was answered. */
  get hasNoAnswer(): boolean {
    const { answered, givenUp } = this.#results.questions(this.#state);
    return givenUp > 0 && answered === 0;
  }

  /** Returns a text of the agent with its variables filled in. Reports each missing variable once. */
  renderText(text: string, use: 'speech' | 'prompt'): string {
    const context = this.#flowContext();
    const rendered = renderAgentText(text, use, { ...this.#agent, context, state: this.#state });
    for (const warning of rendered.warnings) {
      if (!this.#reportedWarnings.has(warning.text)) this.#report(warning);
      this.#reportedWarnings.add(warning.text);
    }
    return rendered.text;
  }

  /** Synthesises the opening texts ahead of time. */
  prepare(firstMessage: string): void {
    const { voice } = this.#options;
    voice.prepare(firstMessage);
    for (const text of this.#openingTexts()) voice.prepare(text);
  }

  /** Returns the first text of the call; empty if it is not known before the call. */
  openingText(firstMessage: string): string {
    return firstMessage === '' ? (this.#openingTexts()[0] ?? '') : firstMessage;
  }

  /** Replaces the agent and its flow. To be followed by `start`, which starts the new flow. */
  changeAgent(agent: FlowAgent): void {
    this.#results.keep(this.#agent.flow, this.#state);
    this.#agent = agent;
    this.#state = undefined;
    this.#nodeId = '';
  }

  /** Starts the flow. With `isCallerFirst`, a conversation at the start of the flow waits for the caller to speak. */
  start(firstMessage: string, isFirstMessageInterruptible: boolean, isCallerFirst: boolean): void {
    this.#isCallerNext = isCallerFirst || firstMessage !== '';
    if (firstMessage !== '') this.#options.voice.say(firstMessage, isFirstMessageInterruptible);
    this.#advance(() => startFlow(this.#agent.flow, this.#flowContext()));
  }

  /** Processes a voice event. */
  handleVoiceEvent(event: VoiceEvent): void {
    if (event.type === 'question-answered') this.#onAnswered(event.turn);
    else if (event.type === 'unsolicited-speech') this.#onUnsolicited(event.turn);
    else if (event.type === 'digits-collected') this.#onDigitsCollected(event);
    else if (event.type === 'no-input') this.#handleInput({ type: 'no-input' });
    else if (event.type === 'turn-likely-ended') this.#prepareReply(event);
    else if (event.type === 'agent-idle') this.#onAgentIdle();
  }

  /**
   * Processes what the caller said before the flow started. A universal intent takes effect at once. A conversation at the start of the flow replies to
   * anything else; a question does not take it as its answer.
   */
  handleEarlierTurn(turn: CallerTurn): void {
    const heard = { phraseId: turn.match?.phraseId ?? null, text: turn.text };
    const intent = matchUniversalIntent(heard, this.#options.context().language);
    if (intent !== undefined || this.#openQuestion === undefined) return this.#onUnsolicited(turn);
    this.#options.voice.closeQuestion();
    this.#onAnswered(turn);
  }

  #onAnswered(turn: CallerTurn): void {
    const { text, match, confidence } = turn;
    if (this.#ending.canBeKept && (turn.rejected || isFarewell(text))) return this.#waitAgainBeforeHangUp();
    this.#keepCall();
    // After a doubtful opt-out the agent repeats its question, so that the customer can repeat the opt-out.
    const rejected = turn.rejected || this.#isDoubtfulOptOut(turn);
    const phrase = match === undefined ? {} : { phraseId: match.phraseId };
    this.#handleInput({ type: 'answered', text, ...phrase, confidence, rejected });
  }

  #isDoubtfulOptOut({ text, confidence }: CallerTurn): boolean {
    const { language } = this.#options.context();
    return detectOptOut(text, confidence, language) === 'doubtful';
  }

  #onDigitsCollected({ digits, isAnswer }: Extract<VoiceEvent, { type: 'digits-collected' }>): void {
    if (!isAnswer) return;
    this.#keepCall();
    this.#handleInput({ type: 'digits', digits });
  }

  /** Passes unsolicited speech to the flow. A universal intent takes effect at once and interrupts all speech, even uninterruptible speech. */
  #onUnsolicited(turn: CallerTurn): void {
    const { text, match, confidence } = turn;
    const state = this.#state;
    if (state === undefined || this.#closing.signal.aborted || this.#isDoubtfulOptOut(turn)) return;
    const { context, voice } = this.#options;
    const { flow } = this.#agent;
    const phrase = match === undefined ? {} : { phraseId: match.phraseId };
    const input = { type: 'unsolicited', text, ...phrase, confidence } as const;
    this.#advance(() => {
      const transition = step(flow, state, input, context());
      if (transition.actions.length === 0) return transition;
      this.#timer?.cancel();
      this.#ending.cancel();
      this.#afterPlayout = undefined;
      this.#response?.abort();
      this.#hasListened = true;
      this.#isCallerNext = false;
      voice.closeQuestion();
      voice.interruptAll();
      return transition;
    });
  }

  /** Executes a built-in tool of the language model. Returns a text for the model. */
  runBuiltinTool(name: BuiltinToolName, args: Readonly<Record<string, unknown>>): string {
    const { context } = this.#options;
    const { flow } = this.#agent;
    const state = this.#state;
    if (state === undefined || this.#closing.signal.aborted) return 'Error: the call has ended.';
    const result = runBuiltinTool(name, args, { flow, state, context: context() });
    // The question stays open: the caller can keep the call.
    if (result.state.isEnded && !state.isEnded) this.#ending.endedByModel(state);
    this.#advance(() => result);
    return result.text;
  }

  /** The edges that the language model can choose instead of a reply to the last turn. */
  get choosableEdges(): readonly EdgeStatement[] {
    return this.#choosableEdges;
  }

  /** Follows an edge that the language model chose instead of a reply. */
  chooseEdge(edgeId: string): void {
    const state = this.#state;
    if (state === undefined || state.isEnded || this.#closing.signal.aborted) return;
    this.#options.voice.closeQuestion();
    this.#handleInput({ type: 'edge-chosen', nodeId: state.nodeId, edgeId });
  }

  onDigitsSent(): void {
    this.#handleInput({ type: 'digits-sent' });
  }

  /** Stops the flow; no more actions are executed. Safe to call twice. */
  close(): void {
    this.#closing.abort();
    this.#timer?.cancel();
    this.#ending.cancel();
    this.#afterPlayout = undefined;
  }

  /** Returns the texts that the flow speaks before it first waits for a `FlowInput`. */
  #openingTexts(): string[] {
    const { context } = this.#options;
    try {
      return startFlow(this.#agent.flow, context()).actions.flatMap((action) => {
        if (action.type === 'speak') return [action.text];
        return action.type === 'converse' && action.firstMessage !== undefined ? [action.firstMessage] : [];
      });
    } catch {
      // `start` reports the same error.
      return [];
    }
  }

  #flowContext(): FlowContext {
    const { models } = this.#agent;
    const choosesEdges = models.length > 0 && models.every((model) => model.choosesEdges === true);
    return { ...this.#options.context(), choosesEdges, hasModel: models.length > 0 };
  }

  #handleInput(input: FlowInput): void {
    const state = this.#state;
    if (state === undefined) return;
    this.#advance(() => step(this.#agent.flow, state, input, this.#flowContext()));
  }

  #advance(decide: () => Transition): void {
    if (this.#closing.signal.aborted) return;
    try {
      const { state, actions } = decide();
      this.#state = state;
      for (const action of actions) this.#execute(action);
    } catch (error) {
      this.#emitter.emit({ type: 'flow-failed', error });
    }
  }

  #execute(action: FlowAction): void {
    if (isAwaited(action)) {
      this.#runRequest(action).catch(this.#options.onInternalError);
      return;
    }
    const { voice, clock, sendDigits } = this.#options;
    switch (action.type) {
      case 'speak':
        this.#nodeByUtterance.set(voice.say(action.text, action.interruptible), action.nodeId);
        return;
      case 'listen':
        this.#hasListened ||= action.speech;
        this.#isCallerNext = false;
        return voice.askQuestion(action);
      case 'converse':
        return this.#converse(action);
      case 'send-message':
        return this.#emitter.emit({ ...toMessageRequest(action), variables: this.variables });
      case 'send-digits':
        voice.expectSilence();
        return this.#runAfterSpeech(() => sendDigits(action.digits, action.pauseMs));
      case 'wait':
        voice.expectSilence();
        return this.#runAfterSpeech(() => {
          this.#timer = clock.after(action.ms, () => this.#handleInput({ type: 'wait-ended' }));
        });
      default:
        return this.#report(action);
    }
  }

  #report(action: ReportedAction | Extract<FlowAction, { type: 'hang-up' }>): void {
    if (action.type === 'hang-up') return this.#hangUpAfterSpeech(action.reason);
    if (action.type === 'node-entered') this.#nodeId = action.nodeId;
    this.#emitter.emit(toFlowEvent(action));
  }

  #converse(action: Extract<FlowAction, { type: 'converse' }>): void {
    const { voice } = this.#options;
    const isCallerNext = this.#isCallerNext && action.turn === 1;
    this.#isCallerNext = false;
    this.#choosableEdges = action.statements;
    if (action.firstMessage !== undefined) voice.say(action.firstMessage, true);
    else if (!isCallerNext) voice.generateReply(this.#systemPrompt(action.prompt));
    const { expectation, timeoutMs, digits } = action;
    this.#hasListened = true;
    this.#openQuestion = {
      expectation,
      timeoutMs,
      answerKind: 'open',
      digits,
      speech: true,
      sensitive: false,
    };
    voice.askQuestion(this.#openQuestion);
  }

  #systemPrompt(prompt: string): string {
    const personality = this.renderText(this.#agent.personality, 'prompt');
    return [personality, prompt].filter((part) => part !== '').join('\n\n');
  }

  /** Lets the voice generate the reply to a turn that has probably ended, if this reply is the only action with which the flow would continue. */
  #prepareReply(turn: Extract<VoiceEvent, { type: 'turn-likely-ended' }>): void {
    if (this.#state === undefined || this.#closing.signal.aborted) return;
    const moment = { flow: this.#agent.flow, state: this.#state, context: this.#flowContext() };
    const reply = likelyReply(moment, turn);
    if (reply === undefined) return;
    this.#choosableEdges = reply.statements;
    this.#options.voice.prepareReply(this.#systemPrompt(reply.prompt), turn.text);
  }

  /** Executes an action that waits for a response. The flow ignores the response after a universal intent. */
  async #runRequest(action: AwaitedAction): Promise<void> {
    const response = new AbortController();
    this.#response = response;
    const signal = AbortSignal.any([this.#closing.signal, response.signal]);
    if (action.type === 'agent-handoff') return this.#handOver(action, signal);
    const onModelFailed = (error: unknown, isOptional: boolean) =>
      this.#emitter.emit({ type: 'model-request-failed', error, isOptional });
    const input = await runRequestAction(action, { ...this.#options, ...this.#agent, onModelFailed }, signal);
    if (!signal.aborted) this.#handleInput(input);
  }

  async #handOver(action: HandoffAction, signal: AbortSignal): Promise<void> {
    const reason = await this.#options.handoffs.handOver(action, signal);
    if (reason === undefined || signal.aborted) return;
    this.#handleInput({ type: 'handoff-failed', nodeId: action.nodeId, reason });
  }

  /** Listens again after a goodbye of the caller. */
  #waitAgainBeforeHangUp(): void {
    if (this.#openQuestion !== undefined) this.#options.voice.askQuestion(this.#openQuestion);
    this.#hangUpAfterSpeech('end');
  }

  /** Continues a conversation that the language model has ended. */
  #keepCall(): void {
    if (!this.#ending.canBeKept || this.#state === undefined) return;
    this.#afterPlayout = undefined;
    this.#state = this.#ending.keepCall(this.#state);
  }

  #hangUpAfterSpeech(reason: FlowEndReason): void {
    this.#runAfterSpeech(() => this.#ending.hangUp(reason, this.#hasListened));
  }

  /** Runs the function when the agent has stopped speaking. */
  #runAfterSpeech(run: () => void): void {
    if (this.#options.voice.isSpeaking) this.#afterPlayout = run;
    else run();
  }

  #onAgentIdle(): void {
    const run = this.#afterPlayout;
    this.#afterPlayout = undefined;
    run?.();
  }
}
