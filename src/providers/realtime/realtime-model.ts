import type { RealtimeModel, RealtimeOptions, RealtimeSession } from '../../contracts/realtime-model.ts';
import type { CircuitBreakers } from '../websocket/circuit-breaker.ts';
import type { VendorDependencies } from '../websocket/speech-to-text.ts';
import { VendorSession } from './session.ts';
import type { RealtimeSettings, RealtimeVendor } from './vendor.ts';

/** Creates a speech-to-speech model of a vendor. `provider`: the first part of its id. */
export function createRealtimeModel(
  vendor: RealtimeVendor,
  {
    provider,
    model,
    breakers,
    ...settings
  }: RealtimeSettings & {
    readonly provider: string;
    /** The vendor's name of the model. */
    readonly model: string;
    readonly breakers: CircuitBreakers;
  },
  dependencies: VendorDependencies,
): RealtimeModel {
  const id = `${provider}/${model}`;
  const name = nameOf(vendor, settings.baseUrl);
  const breaker = breakers.of(name, { baseUrl: settings.baseUrl, apiKey: settings.apiKey ?? '' });
  const session = { ...settings, vendor: { ...vendor, name }, model, modelId: id, breaker };
  const open = (options: RealtimeOptions) => new VendorSession(session, options, dependencies);
  return { id, open, checkHealth: () => checkSession(id, open(checkOptions), dependencies) };
}

/** Returns the name in error messages: the host of a server that is not the vendor's. */
function nameOf({ name, defaultBaseUrl }: RealtimeVendor, baseUrl: string): string {
  const { hostname, host } = new URL(baseUrl);
  const vendorHost = new URL(defaultBaseUrl).hostname;
  return hostname === vendorHost || hostname.endsWith(`.${vendorHost}`) ? name : host;
}

const checkOptions: RealtimeOptions = {
  instructions: '',
  tools: [],
  voice: undefined,
  speed: 1,
  language: 'en-US',
  keyterms: [],
  maxTokens: 50,
};

/** Waits until the vendor has accepted the session or rejected it, and closes the session. Costs no tokens. */
async function checkSession(
  id: string,
  session: RealtimeSession,
  { clock }: VendorDependencies,
): ReturnType<RealtimeModel['checkHealth']> {
  const startedMs = clock.monotonicMs();
  const { promise, resolve } = Promise.withResolvers<Error | undefined>();
  session.on((event) => {
    if (event.type === 'ready') resolve(undefined);
    else if (event.type === 'failed') resolve(event.error);
  });
  const error = await promise;
  session.close();
  const elapsedMs = Math.round(clock.monotonicMs() - startedMs);
  if (error === undefined)
    return { ok: true, detail: `Opened a session of ${id}: answered in ${elapsedMs} ms.` };
  return { ok: false, detail: `Tried to open a session of ${id}: ${error.message}`, error };
}
