import { checkComponents, type ComponentCheck } from '../api/health.ts';
import type { HealthCheck, ProviderCheck, ProviderChecks } from '../api/node-status.ts';
import type { Clock } from '../core/clock.ts';
import type { Config } from '../core/config.ts';
import type { Random } from '../core/random.ts';
import { checkProviders } from './check-models.ts';
import { checkSpeechVendors } from './check-speech-vendors.ts';

/** Requests within this time share one result, because the checks cost tokens. */
const sharedMs = 10_000;

interface CheckedContext {
  readonly config: Config;
  readonly dependencies: { readonly clock: Clock; readonly random: Random };
  /** The health checks of this node, which has open connections to its carriers. */
  readonly checks: readonly ComponentCheck[];
}

/** Returns the function that checks all configured providers, and the carriers of this node. It never rejects. */
export function openProviderChecks({
  config,
  dependencies: { clock, random },
  checks,
}: CheckedContext): () => Promise<ProviderChecks> {
  let last: { readonly atMs: number; readonly result: Promise<ProviderChecks> } | undefined;
  const run = async (): Promise<ProviderChecks> => {
    const results = await Promise.all([
      checkProviders(config, clock),
      checkSpeechVendors(config, clock, random),
      checkComponents(checks.filter(isOpenConnection), clock),
    ]);
    return { checkedAtMs: clock.now(), checks: results.flat().map(toProviderCheck) };
  };
  return () => {
    const nowMs = clock.monotonicMs();
    if (last === undefined || nowMs - last.atMs >= sharedMs) last = { atMs: nowMs, result: run() };
    return last.result;
  };
}

const carrierPattern = /^(?:messages by )/;

/** Trunks, carriers of messages and local models, which have no check of their own. */
const isOpenConnection = ({ name }: ComponentCheck): boolean =>
  name === 'sip' || carrierPattern.test(name) || name.startsWith('sherpa ');

function toProviderCheck({ name, ok, detail }: HealthCheck): ProviderCheck {
  const [, provider, speech] = /^(.*) (STT|TTS)$/.exec(name) ?? [];
  if (provider !== undefined)
    return { kind: speech === 'STT' ? 'recogniser' : 'voice', provider, ok, detail };
  if (name === 'sip' || carrierPattern.test(name))
    return { kind: 'carrier', provider: name.replace(carrierPattern, ''), ok, detail };
  return { kind: 'language_model', provider: name, ok, detail };
}
