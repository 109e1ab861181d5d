import type { Carrier, Leg, PromptHint } from '../../contracts/carrier.ts';
import { isFictionalNumber } from '../../core/phone-numbers.ts';
import { SimulatedCallee, type SimulatedCalleeDependencies } from './simulated-callee.ts';
import { personaOf, type Persona, type Pickup } from './persona.ts';

export interface TestNetworkOptions extends SimulatedCalleeDependencies {
  /** The carrier of the test network, with its own SIP socket and RTP ports. */
  readonly carrier: Carrier;
  /** Voices that the simulated callees use in rotation. */
  readonly voiceIds: readonly string[];
  /** Maximum number of concurrent calls; further calls end with a network error. Default 2,000. */
  readonly maxCalls?: number;
}

export interface TestNetwork {
  /**
   * Sets the prompts that the callee of the call with this reference can recognise. They are removed when the call
   * ends. At most 10,000 calls have stored prompts.
   */
  expectPrompts(reference: string, hints: readonly PromptHint[]): void;
  readonly activeCalls: number;
  close(): Promise<void>;
}

const maxHints = 10_000;

/**
 * Creates a phone network within this machine: simulated callees answer calls to numbers of the fictional ranges, over
 * real SIP and RTP. Calls to other numbers are rejected.
 */
export function createTestNetwork(options: TestNetworkOptions): TestNetwork {
  const hintsByReference = new Map<string, readonly PromptHint[]>();
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
    const persona = personaOf(leg.to);
    const voiceId = options.voiceIds[Number(leg.to.at(-3)) % options.voiceIds.length]!;
    const close = pickUp(leg, persona, {
      ...options,
      leg,
      persona,
      voiceId,
      hints: hintsByReference.get(leg.reference) ?? [],
    });
    closers.add(close);
    leg.on((event) => {
      if (event.type !== 'leg-ended') return;
      close();
      closers.delete(close);
      hintsByReference.delete(leg.reference);
    });
  });

  return {
    expectPrompts(reference, hints) {
      hintsByReference.set(reference, hints);
      if (hintsByReference.size > maxHints) hintsByReference.delete(hintsByReference.keys().next().value!);
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
