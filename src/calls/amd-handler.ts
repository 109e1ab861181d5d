import type { Clock } from '../core/clock.ts';
import { languageOf } from '../domain/languages/languages.ts';
import { detectOptOut } from '../domain/languages/opt-out.ts';
import type { AmdResult } from '../voice/answering-machine.ts';
import type { CallerTurn } from '../voice/speech-input-event.ts';
import type { VoiceEvent, VoicePipeline } from '../voice/voice-pipeline.ts';
import { amdActionFor } from './amd-action.ts';
import type { CallOutcomeBuilder, Ending } from './call-outcome.ts';
import type { CallPhases } from './call-phase.ts';
import type { CallPlan } from './call-plan.ts';
import type { CallRecords } from './call-records.ts';
import { CallScreeningResponder, type ScreeningResult } from './call-screening-responder.ts';
import { firstMessageOf } from './call-voice-options.ts';
import type { FlowRunner } from './flow-runner.ts';
import { VoicemailMessage } from './voicemail-message.ts';

export interface AmdHandlerOptions {
  readonly plan: CallPlan;
  readonly clock: Clock;
  readonly voice: VoicePipeline;
  readonly runner: FlowRunner;
  readonly phases: CallPhases;
  readonly outcome: CallOutcomeBuilder;
  readonly records: CallRecords;
  /** `request`: an opt-out that precedes the conversation. */
  readonly startConversation: (request?: CallerTurn) => void;
  readonly end: (ending: Ending) => void;
}

/** Handles the result of answering-machine detection: starts the conversation, introduces the agent, leaves a message or ends the call. */
export class AmdHandler {
  readonly #options: AmdHandlerOptions;
  #screeningResponder: CallScreeningResponder | undefined;
  #voicemailMessage: VoicemailMessage | undefined;

  constructor(options: AmdHandlerOptions) {
    this.#options = options;
  }

  /** Processes a voice event. Returns whether the conversation must not receive it. */
  handleVoiceEvent(event: VoiceEvent): boolean {
    const { phases, startConversation } = this.#options;
    this.#voicemailMessage?.handleVoiceEvent(event);
    if (this.#isOptOutBeforeConversation(event)) {
      startConversation(event.turn);
      return true;
    }
    if (phases.current !== 'call-screening') return phases.current !== 'talking';
    this.#screeningResponder?.handleVoiceEvent(event);
    return true;
  }

  /** Handles an AMD result. A second result may correct the first one. */
  onAmdResult(result: AmdResult): void {
    const { plan, phases, outcome, records, voice, startConversation } = this.#options;
    if (phases.current !== 'detecting' && phases.current !== 'talking') return;
    records.recordEvent('amd_result', { answeredBy: result });
    const action = amdActionFor(result, plan);
    if (action === 'talk') {
      if (voice.history.entries.some(({ role }) => role === 'user')) outcome.recordInput();
      if (phases.current === 'detecting') startConversation();
    } else if (action === 'identify') this.#introduceAgent();
    else
      this.#onMachineAnswered(
        action === 'leave-message',
        result === 'ivr' ? 'An IVR menu answered.' : undefined,
      );
  }

  close(): void {
    this.#voicemailMessage?.close();
  }

  /** Whether the caller opts out before the conversation starts. The opt-out is handled at once, without a greeting. */
  #isOptOutBeforeConversation(
    event: VoiceEvent,
  ): event is Extract<VoiceEvent, { type: 'question-answered' | 'unsolicited-speech' }> {
    const phase = this.#options.phases.current;
    if (phase !== 'detecting' && phase !== 'call-screening') return false;
    if (event.type !== 'question-answered' && event.type !== 'unsolicited-speech') return false;
    const { text, confidence, rejected } = event.turn;
    const language = languageOf(this.#options.plan.agent.language);
    return !rejected && detectOptOut(text, confidence, language) === 'clear';
  }

  #onMachineAnswered(leaveMessage: boolean, detail?: string): void {
    const { plan, clock, voice, runner, phases, end } = this.#options;
    runner.close();
    voice.closeQuestion();
    voice.interrupt();
    if (!leaveMessage) return end({ reason: 'voicemail', ...(detail !== undefined && { detail }) });
    const message = runner.renderText(plan.agent.voicemail.message, 'speech');
    phases.enter('leaving-message');
    this.#voicemailMessage = new VoicemailMessage(clock, voice, message, () => end({ reason: 'voicemail' }));
  }

  #introduceAgent(): void {
    const { plan, clock, voice, runner, phases } = this.#options;
    phases.enter('call-screening');
    const opening = runner.openingText(firstMessageOf(plan, (text, use) => runner.renderText(text, use)));
    const { sentences } = languageOf(plan.agent.language);
    const introduction = opening === '' ? runner.renderText(sentences.introduction, 'speech') : opening;
    const onDone = (result: ScreeningResult) => this.#onScreeningResult(result);
    this.#screeningResponder = new CallScreeningResponder(clock, voice, introduction, onDone);
  }

  #onScreeningResult(result: ScreeningResult): void {
    const { plan, outcome, startConversation, end } = this.#options;
    if (result === 'no-answer')
      return end({ reason: 'silence', detail: 'The call was screened and no person answered.' });
    if (result === 'machine')
      return this.#onMachineAnswered(amdActionFor('machine', plan) === 'leave-message');
    outcome.recordInput();
    startConversation();
  }
}
