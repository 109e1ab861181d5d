import type { Carrier, Leg, PromptHint } from '../../contracts/carrier.ts';
import { isFictionalNumber } from '../../core/phone-numbers.ts';
import { Person, type PersonParts } from './person.ts';
import { personaOf, type Persona, type Pickup } from './persona.ts';

export interface TestNetworkOptions extends PersonParts {
  /** The network's own side of the wire: its own SIP socket and its own RTP ports. */
  readonly carrier: Carrier;
  /** Voices that the simulated people take by turns. */
  readonly voiceIds: readonly string[];
  /** At most so many people on the phone at once; further calls meet a network error. */
  readonly mostCalls?: number;
}

export interface TestNetwork {
  /** Tells what the person called with this reference may hear. Forgotten when the call ends, or with the oldest of 10,000. */
  expectPrompts(reference: string, hints: readonly PromptHint[]): void;
  readonly activeCalls: number;
  close(): Promise<void>;
}

const mostHints = 10_000;

/**
 * A carrier that goes nowhere but this machine: numbers of the fictional ranges are answered by simulated people, over
 * real SIP and RTP. A number outside the ranges is refused, never "called".
 */
export function createTestNetwork(options: TestNetworkOptions): TestNetwork {
  const hintsOf = new Map<string, readonly PromptHint[]>();
  const closers = new Set<() => void>();

  options.carrier.onIncoming((leg) => {
    if (!isFictionalNumber(leg.to)) {
      leg.reject('not_found');
      return;
    }
    if (closers.size >= (options.mostCalls ?? 2_000)) {
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
      hints: hintsOf.get(leg.reference) ?? [],
    });
    closers.add(close);
    leg.on((event) => {
      if (event.type !== 'leg-ended') return;
      close();
      closers.delete(close);
      hintsOf.delete(leg.reference);
    });
  });

  return {
    expectPrompts(reference, hints) {
      hintsOf.set(reference, hints);
      if (hintsOf.size > mostHints) hintsOf.delete(hintsOf.keys().next().value!);
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

const refusals = {
  busy: 'busy',
  'network-error': 'unavailable',
  'no-such-number': 'not_found',
} as const satisfies Partial<Record<Pickup['type'], Parameters<Leg['reject']>[0]>>;

/** Lets the phone ring as the persona has it. Returns what ends it all. */
function pickUp(leg: Leg, persona: Persona, options: ConstructorParameters<typeof Person>[0]): () => void {
  const { pickup } = persona;
  if (pickup.type === 'rings-out') return () => undefined;
  if (pickup.type !== 'answers') {
    leg.reject(refusals[pickup.type]);
    return () => undefined;
  }
  const person = new Person(options);
  const ringing = options.clock.after(pickup.afterMs, () => {
    leg.answer().then(
      () => person.start(),
      (error: unknown) => options.logger.debug({ err: error }, 'The caller of a simulated person had gone.'),
    );
  });
  return () => {
    ringing.cancel();
    person.close();
  };
}
