import type { Clock, Timer } from '../core/clock.ts';
import { Emitter } from '../core/emitter.ts';
import type { LanguageModel } from '../contracts/language-model.ts';
import type { FlowGraph } from '../domain/flow/flow.ts';
import { sensitiveVariables } from '../domain/flow/graph.ts';
import { optOutIn } from '../domain/opt-out.ts';
import { startFlow, step, type Transition } from '../domain/flow/interpreter.ts';
import type { FlowAction, FlowContext, FlowInput, VariableValue } from '../domain/flow/protocol.ts';
import type { FlowState } from '../domain/flow/state.ts';
import type { CallVoice, VoiceEvent } from '../voice/call-voice.ts';
import type { CallerTurn } from '../voice/ear.ts';
import { judge } from '../voice/judge.ts';
import { fillerAfterMs, type ModelSettings } from '../voice/reply.ts';

export type FlowEndReason = 'end' | 'flow_loop' | 'no_edge';

export type FlowEvent =
  | { readonly type: 'node-entered'; readonly nodeId: string }
  | { readonly type: 'flow-noted'; readonly nodeId: string; readonly text: string }
  | { readonly type: 'disposition-set'; readonly disposition: string; readonly notes: string | undefined }
  | { readonly type: 'callback-scheduled'; readonly at: string; readonly notes: string | undefined }
  /** Everything has been said; `flow-ended` follows unless the customer still wants something. */
  | { readonly type: 'flow-spoken'; readonly why: FlowEndReason }
  | { readonly type: 'flow-ended'; readonly why: FlowEndReason }
  /** The model did not judge which edge holds. */
  | { readonly type: 'judge-failed'; readonly error: unknown }
  | { readonly type: 'flow-failed'; readonly error: unknown };

export interface FlowRunnerOptions {
  /** Its timers must not throw. */
  readonly clock: Clock;
  /** Receives what a listener, or work that nothing awaits, throws. */
  readonly onDefect: (error: unknown) => void;
  readonly flow: FlowGraph;
  readonly context: () => FlowContext;
  readonly voice: CallVoice;
  readonly sendDigits: (digits: string, pauseMs: number) => void;
  /** The agent's system prompt; a node's own prompt comes after it. */
  readonly personality: string;
  /** Judges; undefined where the agent has none. */
  readonly model: LanguageModel | undefined;
  readonly modelSettings: ModelSettings;
  readonly filler: string;
}

/** How long the agent stays on the line after its last words, for what the customer still says. */
const afterLastWordsMs = 600;
/** The same where the customer was asked nothing in the whole call: their first chance to speak. */
const firstChanceMs = 3_000;
/** The longest wait for a customer who is speaking then. */
const lastTurnMaxMs = 5_000;
const speechCheckMs = 100;

/** Carries out what the flow's interpreter decides, and tells it what came back. */
export class FlowRunner {
  readonly #options: FlowRunnerOptions;
  readonly #emitter: Emitter<FlowEvent>;
  readonly #closing = new AbortController();
  #state: FlowState | undefined;
  #timer: Timer | undefined;
  #judgement: AbortController | undefined;
  #nodeId = '';
  readonly #nodeOfUtterance = new Map<number, string>();
  /** What waits until everything has been said. */
  #whenQuiet: (() => void) | undefined;
  /** The agent has said its first message already: the first turn is the caller's. */
  #opened = false;
  /** Whether the customer has been asked for words, or said some that changed the call. */
  #hadChance = false;

  constructor(options: FlowRunnerOptions) {
    this.#options = options;
    this.#emitter = new Emitter(options.onDefect);
  }

  on(listener: (event: FlowEvent) => void): () => void {
    return this.#emitter.on(listener);
  }

  /** The node that had the agent say this; a model's reply belongs to the node that is being carried out. */
  nodeOf(utteranceId: number): string {
    return this.#nodeOfUtterance.get(utteranceId) ?? this.#nodeId;
  }

  /** Those of the flow that may be kept: sensitive keys are not among them. */
  get variables(): Readonly<Record<string, VariableValue>> {
    const secret = sensitiveVariables(this.#options.flow);
    const kept = Object.entries(this.#state?.variables ?? {}).filter(([name]) => !secret.has(name));
    return Object.fromEntries(kept);
  }

  /** Whether the flow asked and every question was given up. */
  get hasNoAnswer(): boolean {
    const { answered = 0, givenUp = 0 } = this.#state?.questions ?? {};
    return givenUp > 0 && answered === 0;
  }

  /** Makes the sound of what will be said first. */
  prepare(firstMessage: string): void {
    const { voice } = this.#options;
    voice.prepare(firstMessage);
    for (const text of this.#openingTexts()) voice.prepare(text);
  }

  /** Who calls and why, as the call itself will say it first; empty where that is not known before. */
  opening(firstMessage: string): string {
    return firstMessage === '' ? (this.#openingTexts()[0] ?? '') : firstMessage;
  }

  /** `callerFirst`: the agent waits to be spoken to, where the flow begins with a conversation. */
  begin(firstMessage: string, firstInterruptible: boolean, callerFirst: boolean): void {
    this.#opened = callerFirst || firstMessage !== '';
    if (firstMessage !== '') this.#options.voice.say(firstMessage, firstInterruptible);
    this.#advance(() => startFlow(this.#options.flow, this.#options.context()));
  }

  /** The voice's events come through here. */
  hear(event: VoiceEvent): void {
    if (event.type === 'answered') {
      const { text, match, confidence } = event.turn;
      // It is asked again: whoever wants no calls says so once more.
      const rejected = event.turn.rejected || optOutIn(text, confidence) === 'doubtful';
      const phrase = match === undefined ? {} : { phraseId: match.phraseId };
      this.#take({ type: 'answered', text, ...phrase, confidence, rejected });
    } else if (event.type === 'overheard') this.#overheard(event.turn);
    else if (event.type === 'keys-collected') this.#take({ type: 'digits', digits: event.digits });
    else if (event.type === 'stayed-silent') this.#take({ type: 'silent' });
    else if (event.type === 'voice-idle') this.#quiet();
  }

  /** What every flow understands takes effect at once: all else stops, also what is spoken to its end otherwise. */
  #overheard({ text, match, confidence }: CallerTurn): void {
    const state = this.#state;
    if (state === undefined || this.#closing.signal.aborted || optOutIn(text, confidence) === 'doubtful')
      return;
    const { flow, context, voice } = this.#options;
    const phrase = match === undefined ? {} : { phraseId: match.phraseId };
    const input = { type: 'overheard', text, ...phrase, confidence } as const;
    this.#advance(() => {
      const transition = step(flow, state, input, context());
      if (transition.actions.length === 0) return transition;
      this.#timer?.cancel();
      this.#whenQuiet = undefined;
      this.#judgement?.abort();
      this.#hadChance = true;
      voice.closeQuestion();
      voice.interruptAll();
      return transition;
    });
  }

  digitsSent(): void {
    this.#take({ type: 'pressed' });
  }

  /** Carries out nothing more. Safe to call twice. */
  close(): void {
    this.#closing.abort();
    this.#timer?.cancel();
    this.#whenQuiet = undefined;
  }

  /** What the flow says before it listens for the first time. */
  #openingTexts(): string[] {
    const { flow, context } = this.#options;
    try {
      return startFlow(flow, context()).actions.flatMap((action) => {
        if (action.type === 'speak') return [action.text];
        return action.type === 'converse' && action.firstMessage !== undefined ? [action.firstMessage] : [];
      });
    } catch {
      // `begin` meets the same fault, and tells of it.
      return [];
    }
  }

  #take(input: FlowInput): void {
    const state = this.#state;
    if (state === undefined) return;
    this.#advance(() => step(this.#options.flow, state, input, this.#options.context()));
  }

  #advance(decide: () => Transition): void {
    if (this.#closing.signal.aborted) return;
    try {
      const { state, actions } = decide();
      this.#state = state;
      for (const action of actions) this.#carryOut(action);
    } catch (error) {
      this.#emitter.emit({ type: 'flow-failed', error });
    }
  }

  #carryOut(action: FlowAction): void {
    const { voice, clock, sendDigits } = this.#options;
    switch (action.type) {
      case 'speak':
        this.#nodeOfUtterance.set(voice.say(action.text, action.interruptible), action.nodeId);
        return;
      case 'listen':
        this.#hadChance ||= action.speech;
        return voice.ask(action);
      case 'converse':
        return this.#converse(action);
      case 'judge':
        this.#judge(action).catch(this.#options.onDefect);
        return;
      case 'press':
        voice.rest();
        return this.#afterSpeech(() => sendDigits(action.digits, action.pauseMs));
      case 'wait':
        voice.rest();
        return this.#afterSpeech(() => {
          this.#timer = clock.after(action.ms, () => this.#take({ type: 'waited' }));
        });
      case 'hang-up':
        return this.#afterSpeech(() => this.#awaitLastWords(action.why));
      default:
        return this.#report(action);
    }
  }

  #report(
    action: Extract<FlowAction, { type: 'node-entered' | 'note' | 'set-disposition' | 'schedule-callback' }>,
  ): void {
    switch (action.type) {
      case 'node-entered':
        this.#nodeId = action.nodeId;
        return this.#emitter.emit(action);
      case 'note':
        return this.#emitter.emit({ type: 'flow-noted', nodeId: action.nodeId, text: action.text });
      case 'set-disposition':
        return this.#emitter.emit({
          type: 'disposition-set',
          disposition: action.disposition,
          notes: action.notes,
        });
      case 'schedule-callback':
        return this.#emitter.emit({ type: 'callback-scheduled', at: action.at, notes: action.notes });
    }
  }

  #converse(action: Extract<FlowAction, { type: 'converse' }>): void {
    const { voice, personality } = this.#options;
    const hasOpened = this.#opened && action.turn === 1;
    this.#opened = false;
    if (action.firstMessage !== undefined) voice.say(action.firstMessage, true);
    else if (!hasOpened)
      voice.converse([personality, action.prompt].filter((part) => part !== '').join('\n\n'));
    const { expectation, timeoutMs } = action;
    this.#hadChance = true;
    voice.ask({ expectation, timeoutMs, answerKind: 'open', keys: null, speech: true, sensitive: false });
  }

  async #judge({ questions }: Extract<FlowAction, { type: 'judge' }>): Promise<void> {
    const { voice, model, modelSettings, clock, filler } = this.#options;
    const judgement = new AbortController();
    this.#judgement = judgement;
    const signal = AbortSignal.any([this.#closing.signal, judgement.signal]);
    const timer = clock.after(fillerAfterMs, () => voice.say(filler, true));
    const abandon = () => timer.cancel();
    signal.addEventListener('abort', abandon, { once: true });
    const onFailure = (error: unknown) => {
      if (!signal.aborted) this.#emitter.emit({ type: 'judge-failed', error });
    };
    const edgeId =
      model === undefined
        ? null
        : await judge(questions, voice.history, model, modelSettings, signal, onFailure);
    abandon();
    signal.removeEventListener('abort', abandon);
    if (judgement.signal.aborted) return;
    this.#take({ type: 'judged', edgeId });
  }

  /** A customer who speaks now is heard to the end before the line is closed. */
  #awaitLastWords(why: FlowEndReason): void {
    this.#emitter.emit({ type: 'flow-spoken', why });
    const { clock, voice } = this.#options;
    const quietUntilMs = clock.monotonicMs() + (this.#hadChance ? afterLastWordsMs : firstChanceMs);
    const deadlineMs = quietUntilMs + lastTurnMaxMs;
    const check = () => {
      const nowMs = clock.monotonicMs();
      const waits = nowMs < quietUntilMs || (voice.callerSpeaking && nowMs < deadlineMs);
      if (waits) this.#timer = clock.after(speechCheckMs, check);
      else this.#emitter.emit({ type: 'flow-ended', why });
    };
    check();
  }

  #afterSpeech(run: () => void): void {
    if (this.#options.voice.speaking) this.#whenQuiet = run;
    else run();
  }

  #quiet(): void {
    const run = this.#whenQuiet;
    this.#whenQuiet = undefined;
    run?.();
  }
}
