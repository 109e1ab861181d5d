import { flowContext, type CallPlan } from '../calls/call-plan.ts';
import type { CallSession } from '../calls/call-session.ts';
import { plannedFirstMessage, type CallProviders } from '../calls/call-voice-options.ts';
import { openSession, type CallDependencies } from '../calls/open-session.ts';
import type { CallSpeech, Carrier, DialRequest, Leg, PromptHint } from '../contracts/carrier.ts';
import { graphOf } from '../domain/flow/graph.ts';
import { promptHints } from '../domain/flow/prompt-hints.ts';
import { languageOf } from '../domain/languages/languages.ts';

/** Services that dial a call and run it. */
export interface DialDependencies extends CallDependencies {
  readonly carrier: Carrier;
}

/** The plan of a call and its speech and model providers. */
export interface ReadyCall {
  readonly plan: CallPlan;
  readonly providers: CallProviders;
}

export interface CallToDial extends ReadyCall {
  /** Reference of the committed dial intent. */
  readonly reference: string;
  /** E.164. */
  readonly from: string;
  /** E.164. */
  readonly to: string;
  /** See `DialRequest`. Omitted: the request is sent at once. */
  readonly rateGate?: DialRequest['rateGate'];
}

/** Dials a leg through the carrier and runs the call on it. `onLeg` receives the leg before its first event. */
export function dialCall(
  dependencies: DialDependencies,
  { reference, from, to, rateGate, plan: loaded, providers }: CallToDial,
  onLeg: (leg: Leg) => void = () => undefined,
): CallSession {
  const nowMs = dependencies.clock.now();
  const plan = dependencies.calleeTimes?.resolve(loaded, nowMs) ?? loaded;
  const speech = speechOf(plan, providers);
  const leg = dependencies.carrier.dial({
    reference,
    from,
    to,
    ringTimeoutMs: plan.agent.limits.ringTimeoutSeconds * 1000,
    promptHints: hintsOf(plan, nowMs),
    ...(speech !== undefined && { speech }),
    ...(rateGate !== undefined && { rateGate }),
  });
  leg.keepSignalling?.(plan.callId);
  onLeg(leg);
  return openSession(dependencies, plan, providers, leg);
}

/** Returns the first voice and the recogniser of the agent; undefined if it has no voice. */
function speechOf({ agent }: CallPlan, { voices, recogniser }: CallProviders): CallSpeech | undefined {
  const [voice] = voices;
  if (voice === undefined) return undefined;
  const { engine, voiceId } = voice;
  return { language: agent.language, textToSpeech: engine, voiceId, speechToText: recogniser };
}

function hintsOf(plan: CallPlan, nowMs: number): readonly PromptHint[] {
  const hints = promptHints(plan.flow, flowContext(plan, nowMs));
  const text = plannedFirstMessage(plan, nowMs);
  if (text === '') return hints;
  // Only a conversation node waits for the customer to respond. Every other node continues to speak.
  const expects =
    graphOf(plan.flow, languageOf(plan.agent.language)).start.type === 'conversation' ? 'text' : 'nothing';
  return [{ id: 'first-message', text, expects }, ...hints];
}
