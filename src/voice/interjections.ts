import type { Clock, Timer } from '../core/clock.ts';
import type { AgentSpeech } from './agent-speech.ts';
import type { OpenQuestion } from './open-question.ts';
import type { SpeakingSides } from './tool-rounds.ts';
import type { Interjection } from './voice-pipeline.ts';

/** The longest wait for the end of the caller's turn. */
const maxWaitMs = 10_000;
/** The most texts that wait or are spoken at a time. */
const maxInterjections = 10;

export interface InterjectionsOptions {
  readonly clock: Clock;
  readonly agent: AgentSpeech;
  readonly question: OpenQuestion;
  readonly sides: Pick<SpeakingSides, 'isCallerSpeaking'>;
}

/** Texts that the agent speaks in addition to those of its flow. */
export class Interjections {
  readonly #options: InterjectionsOptions;
  #waiting: { readonly text: string; readonly interrupt: boolean }[] = [];
  /** The utterances that play or are queued. */
  readonly #spokenIds = new Set<number>();
  #timer: Timer | undefined;

  constructor(options: InterjectionsOptions) {
    this.#options = options;
  }

  add(text: string, interrupt: boolean): Interjection {
    if (this.#waiting.length + this.#spokenIds.size >= maxInterjections) return 'rejected';
    if (!this.#options.sides.isCallerSpeaking && this.#waiting.length === 0)
      return this.#speak(text, interrupt);
    this.#waiting.push({ text, interrupt });
    this.#timer ??= this.#options.clock.after(maxWaitMs, () => this.callerTurnEnded());
    return 'waiting';
  }

  /** Speaks the texts that waited for the end of the caller's turn. */
  callerTurnEnded(): void {
    const waiting = this.#waiting;
    this.close();
    for (const { text, interrupt } of waiting) this.#speak(text, interrupt);
  }

  utteranceEnded(id: number): void {
    this.#spokenIds.delete(id);
  }

  /** Drops the texts that wait. */
  close(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#waiting = [];
  }

  #speak(text: string, interrupt: boolean): Interjection {
    const { agent, question } = this.#options;
    question.stopTimeout();
    const isBusy = agent.output.isSpeaking;
    const cutPrompt = interrupt ? this.#pendingPrompt : undefined;
    if (interrupt) agent.discardReplies();
    const id = agent.say(text, 'interruptible');
    if (agent.output.has(id)) this.#spokenIds.add(id);
    // The utterances before it are dropped while it is queued: the agent never becomes idle, which would continue the flow.
    if (interrupt) agent.output.interruptBefore(id);
    if (cutPrompt !== undefined && !agent.output.has(cutPrompt.id)) this.#askAgain(cutPrompt.text);
    return isBusy && !(interrupt && agent.output.isCurrent(id)) ? 'queued' : 'speaking';
  }

  /** The prompt of the open question while it plays or is queued; undefined if its text is not known. */
  get #pendingPrompt(): { readonly id: number; readonly text: string } | undefined {
    const { question, agent } = this.#options;
    const { promptId: id, promptText: text } = question;
    return id === undefined || text === undefined || !agent.output.has(id) ? undefined : { id, text };
  }

  #askAgain(text: string): void {
    const { question, agent } = this.#options;
    question.askAgain(agent.say(text, 'interruptible'));
  }
}
