import type { Clock } from '../core/clock.ts';
import type { AgentInLanguage } from '../domain/agent.ts';
import type { FlowAction } from '../domain/flow/protocol.ts';
import type { FlowGraph } from '../domain/flow/flow.ts';
import type { VoicePipeline } from '../voice/voice-pipeline.ts';
import type { CallProviders } from './call-voice-options.ts';
import { CallNotPossible } from './load-call-plan.ts';

/** The most hand-offs of one call. The limit ends loops of agents that hand the call to each other. */
export const maxHandoffs = 10;
/** The longest wait for the configuration of the next agent. */
const loadTimeoutMs = 5_000;
const quietCheckMs = 20;

/** The current version of an agent that continues a call. */
export interface NextAgent {
  readonly agentId: string;
  readonly agentVersion: number;
  readonly agent: AgentInLanguage;
  readonly flow: FlowGraph;
  readonly providers: CallProviders;
}

/** Finds an agent of the workspace that can continue a call, in the language of the call (BCP 47) if it supports it. Rejects with `CallNotPossible` otherwise. */
export type FindNextAgent = (agentId: string, language: string) => Promise<NextAgent>;

export interface AgentHandoffsOptions {
  readonly clock: Clock;
  readonly voice: Pick<VoicePipeline, 'isSpeaking' | 'isCallerSpeaking' | 'oweResponse'>;
  /** Defaults to finding no agent. */
  readonly findAgent: FindNextAgent | undefined;
  /** Returns the language of the call. */
  readonly language: () => string;
  /** Called while neither side speaks. */
  readonly changeAgent: (next: NextAgent, nodeId: string) => void;
  /** Receives an unexpected error of `findAgent`. */
  readonly onError: (error: unknown) => void;
}

type HandoffAction = Extract<FlowAction, { type: 'agent-handoff' }>;

/** Hands a call to other agents. */
export class AgentHandoffs {
  readonly #options: AgentHandoffsOptions;
  #count = 0;

  constructor(options: AgentHandoffsOptions) {
    this.#options = options;
  }

  /**
   * Changes the agent as soon as it is loaded and neither side speaks. Returns the reason if the agent cannot continue the call, and undefined
   * otherwise. Does nothing after the signal is aborted.
   */
  async handOver({ agentId, nodeId }: HandoffAction, signal: AbortSignal): Promise<string | undefined> {
    if (this.#count >= maxHandoffs) return `The limit of ${maxHandoffs} hand-offs per call is reached.`;
    const next = await this.#find(agentId, signal);
    if (typeof next === 'string') return next;
    if (!(await this.#waitUntilQuiet(signal))) return undefined;
    this.#count += 1;
    this.#options.changeAgent(next, nodeId);
    return undefined;
  }

  /** Returns the agent, or the reason if it cannot continue the call. Fillers bridge the wait. */
  async #find(agentId: string, signal: AbortSignal): Promise<NextAgent | string> {
    const { clock, voice, findAgent, language, onError } = this.#options;
    if (findAgent === undefined) return 'The agent of this call cannot be changed.';
    const pay = voice.oweResponse();
    const { promise: timeout, reject } = Promise.withResolvers<never>();
    const timer = clock.after(loadTimeoutMs, () =>
      reject(new CallNotPossible('The agent was not loaded in time.')),
    );
    const stop = () => {
      pay();
      timer.cancel();
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await Promise.race([findAgent(agentId, language()), timeout]);
    } catch (error) {
      if (error instanceof CallNotPossible) return error.message;
      onError(error);
      return 'The agent could not be loaded.';
    } finally {
      stop();
      signal.removeEventListener('abort', stop);
    }
  }

  /** Resolves with true when neither side speaks, and with false if the signal is aborted. */
  async #waitUntilQuiet(signal: AbortSignal): Promise<boolean> {
    const { clock, voice } = this.#options;
    while (!signal.aborted && (voice.isSpeaking || voice.isCallerSpeaking))
      await clock.sleep(quietCheckMs, signal).catch(() => undefined);
    return !signal.aborted;
  }
}
