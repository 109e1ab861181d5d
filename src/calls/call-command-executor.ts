import type { CallCommand, CallCommandMessage, CallCommandResult } from '../contracts/call-commands.ts';
import { adviceEvent } from '../store/calls/call-timeline.ts';
import type { Interjection } from '../voice/voice-pipeline.ts';
import type { CallPhases } from './call-phase.ts';
import type { CallRecords } from './call-records.ts';
import type { CurrentAgent } from './current-agent.ts';

/** The most results that a call remembers for repeated commands. */
const maxResults = 200;

export interface CallCommandExecutorOptions {
  readonly agent: CurrentAgent;
  readonly phases: CallPhases;
  readonly records: CallRecords;
  readonly end: (detail: string | undefined) => void;
  /** Called when a hold or mute begins or ends. */
  readonly onSuspended: (type: 'mute' | 'hold', on: boolean) => void;
}

/** Executes the commands to one call, each once. */
export class CallCommandExecutor {
  readonly #options: CallCommandExecutorOptions;
  readonly #results = new Map<string, CallCommandResult>();
  readonly #active = new Set<'mute' | 'hold'>();

  constructor(options: CallCommandExecutorOptions) {
    this.#options = options;
  }

  /** Executes a command, or returns the result of its first execution. */
  execute({ commandId, command, author }: CallCommandMessage): CallCommandResult {
    const known = this.#results.get(commandId);
    if (known !== undefined) return known;
    const result = this.#execute(command, author);
    const [oldest] = this.#results.keys();
    if (this.#results.size >= maxResults && oldest !== undefined) this.#results.delete(oldest);
    this.#results.set(commandId, result);
    return result;
  }

  #execute(command: CallCommand, author: string | undefined): CallCommandResult {
    const { phases, end } = this.#options;
    if (phases.current === 'closing' || phases.current === 'closed') return { outcome: 'ended' };
    if (command.type === 'end') {
      this.#record(command.type, author);
      end(command.detail);
      return { outcome: 'done', effect: 'ending' };
    }
    if (command.type === 'whisper') return this.#whisper(command.text, author);
    if (phases.current !== 'talking') return rejected('The conversation of the call has not started.');
    if (command.type === 'say') return this.#say(command, author);
    return this.#suspend(command, author);
  }

  #whisper(text: string, author: string | undefined): CallCommandResult {
    const { agent, records } = this.#options;
    if (!agent.hasModel) return rejected('The agent uses no language model, so it cannot follow advice.');
    agent.voice.advise(text);
    records.recordEvent(adviceEvent, { text, author });
    return { outcome: 'done', effect: 'advised' };
  }

  #say(
    { text, interrupt }: Extract<CallCommand, { type: 'say' }>,
    author: string | undefined,
  ): CallCommandResult {
    if (this.#active.has('hold')) return rejected('The call is on hold. End the hold first.');
    if (this.#active.has('mute')) return rejected('The agent is muted. End the mute first.');
    const interjection: Interjection = this.#options.agent.voice.interject(text, interrupt);
    if (interjection === 'rejected')
      return rejected('Too many texts wait to be spoken. Send the next one after they are spoken.');
    this.#record('say', author, { interrupt });
    return { outcome: 'done', effect: interjection };
  }

  #suspend(
    { type, on }: Extract<CallCommand, { type: 'mute' | 'hold' }>,
    author: string | undefined,
  ): CallCommandResult {
    if (on !== this.#active.has(type)) {
      if (on) this.#active.add(type);
      else this.#active.delete(type);
      this.#options.agent.voice.setSuspended(type, on);
      this.#record(type, author, { on });
      this.#options.onSuspended(type, on);
    }
    if (type === 'mute') return { outcome: 'done', effect: on ? 'muted' : 'unmuted' };
    return { outcome: 'done', effect: on ? 'held' : 'resumed' };
  }

  #record(
    command: CallCommand['type'],
    author: string | undefined,
    detail: Readonly<Record<string, unknown>> = {},
  ): void {
    this.#options.records.recordEvent('command', { command, author, ...detail });
  }
}

const rejected = (reason: string): CallCommandResult => ({ outcome: 'rejected', reason });
