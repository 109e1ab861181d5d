import type { SampleRate } from '../../audio/sample-rate.ts';
import { FakeLeg } from '../../contracts/testing/fake-leg.ts';
import { rethrowUncaught } from '../../contracts/testing/rethrow-uncaught.ts';
import type { ManualClock } from '../../core/manual-clock.ts';
import type { SpeechOutputEvent } from '../utterance.ts';
import { SpeechOutput } from '../speech-output.ts';
import type { AgentVoice } from '../synthesis.ts';

interface TestSpeechOutputOptions {
  readonly clock: ManualClock;
  readonly voices: readonly AgentVoice[];
  readonly sampleRate?: SampleRate;
  /** Types of events of the leg that do not arrive. */
  readonly lostEvents?: readonly string[];
  readonly onUtteranceNext?: () => void;
}

/** Creates the speech output of an answered call. */
export function createTestSpeechOutput(options: TestSpeechOutputOptions) {
  const { clock, voices, sampleRate = 8000, lostEvents = [], onUtteranceNext = () => undefined } = options;
  const leg = new FakeLeg({ clock, sampleRate });
  const speechOutput = new SpeechOutput({
    clock,
    audio: leg.audio,
    voices,
    onUtteranceNext,
    onInternalError: rethrowUncaught,
  });
  leg.on((event) => {
    if (event.type.startsWith('playout') && !lostEvents.includes(event.type))
      speechOutput.handleAudioEvent(event as Parameters<SpeechOutput['handleAudioEvent']>[0]);
  });
  const events: SpeechOutputEvent[] = [];
  speechOutput.on((event) => events.push(event));
  leg.pickUp();
  const ended = () => events.filter((event) => event.type === 'utterance-ended');
  const heard = () => ended().map(({ heardText }) => heardText);
  return { leg, speechOutput, events, ended, heard };
}
