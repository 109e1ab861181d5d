import type { CallSpeech, Carrier, DialRequest, Leg } from '../../contracts/carrier.ts';
import type { SpeechToText } from '../../contracts/speech-to-text.ts';
import type { TextToSpeech } from '../../contracts/text-to-speech.ts';
import { primarySubtag } from '../../core/language-subtags.ts';
import { isFictionalNumber } from '../../core/phone-numbers.ts';
import { testLanguageOf } from '../../core/test-addresses.ts';
import { SimulatedCallee, type SimulatedCalleeDependencies } from './simulated-callee.ts';
import { personaOf, type Persona, type Pickup } from './persona.ts';

export interface TestNetworkOptions extends SimulatedCalleeDependencies {
  /** The recogniser and the voice of callees who speak English. */
  readonly speechToText: SpeechToText;
  readonly textToSpeech: TextToSpeech;
  /** The carrier of the test network, with its own SIP socket and RTP ports. */
  readonly carrier: Carrier;
  /** English voices that the simulated callees use in rotation. */
  readonly voiceIds: readonly string[];
  /** Maximum number of concurrent calls; further calls end with a network error. Default 2,000. */
  readonly maxCalls?: number;
}

export interface TestNetwork {
  /**
   * Sets the prompts that the callee of the call with this reference can recognise, and the speech of the agent. They are removed when the
   * call ends. At most 10,000 calls have them.
   */
  expectCall(call: ExpectedCall): void;
  readonly activeCalls: number;
  close(): Promise<void>;
}

const maxExpectedCalls = 10_000;

type ExpectedCall = Pick<DialRequest, 'reference' | 'promptHints' | 'speech'>;

/**
 * Creates a phone network within this machine: simulated callees answer calls to numbers of the fictional ranges, over
 * real SIP and RTP. Calls to other numbers are rejected.
 */
export function createTestNetwork(options: TestNetworkOptions): TestNetwork {
  const expectedCalls = new Map<string, ExpectedCall>();
  const closers = new Set<() => void>();

  options.carrier.onIncoming((leg) => {
    if (!isFictionalNumber(leg.to)) {
      leg.reject('not_found');
      return;
    }
    if (closers.size >= (options.maxCalls ?? 2_000)) {
      leg.reject('unavailable');
      return;
    }
    const { promptHints: hints = [], speech: ofCall } = expectedCalls.get(leg.reference) ?? {};
    const german = germanSpeech(leg.to, ofCall);
    const persona = personaOf(leg.to, german === undefined ? 'en' : 'de');
    const speech = german ?? englishSpeech(leg.to, options);
    const { clock, logger } = options;
    const close = pickUp(leg, persona, { clock, logger, leg, persona, speech, hints });
    closers.add(close);
    leg.on((event) => {
      if (event.type !== 'leg-ended') return;
      close();
      closers.delete(close);
      expectedCalls.delete(leg.reference);
    });
  });

  return {
    expectCall(call) {
      expectedCalls.set(call.reference, call);
      if (expectedCalls.size > maxExpectedCalls) expectedCalls.delete(expectedCalls.keys().next().value!);
    },
    get activeCalls() {
      return closers.size;
    },
    async close() {
      for (const close of closers) close();
      closers.clear();
      await options.carrier.close();
    },
  };
}

/** Returns the speech of a callee at a German number if the call is in German: no other voice and recogniser support it. */
const germanSpeech = (number: string, ofCall: CallSpeech | undefined): CallSpeech | undefined =>
  ofCall !== undefined && testLanguageOf(number) === 'de' && primarySubtag(ofCall.language) === 'de'
    ? ofCall
    : undefined;

/** Returns the speech of a callee who speaks English. The third digit from the end selects the voice. */
function englishSpeech(
  number: string,
  { textToSpeech, speechToText, voiceIds }: TestNetworkOptions,
): CallSpeech {
  const voiceId = voiceIds[Number(number.at(-3)) % voiceIds.length]!;
  return { language: 'en-US', textToSpeech, voiceId, speechToText };
}

const rejections = {
  busy: 'busy',
  'network-error': 'unavailable',
  'no-such-number': 'not_found',
} as const satisfies Partial<Record<Pickup['type'], Parameters<Leg['reject']>[0]>>;

/** Simulates the phone of the persona until it is answered. Returns a function that ends the simulation. */
function pickUp(
  leg: Leg,
  persona: Persona,
  options: ConstructorParameters<typeof SimulatedCallee>[0],
): () => void {
  const { pickup } = persona;
  if (pickup.type === 'rings-out') return () => undefined;
  if (pickup.type !== 'answers') {
    leg.reject(rejections[pickup.type]);
    return () => undefined;
  }
  const callee = new SimulatedCallee(options);
  const ringing = options.clock.after(pickup.afterMs, () => {
    leg.answer().then(
      () => callee.start(),
      (error: unknown) =>
        options.logger.debug({ err: error }, 'The caller of a simulated callee hung up before the answer.'),
    );
  });
  return () => {
    ringing.cancel();
    callee.close();
  };
}
