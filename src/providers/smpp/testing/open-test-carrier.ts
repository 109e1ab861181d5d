import type { CarrierInbox } from '../../../contracts/message-carrier.ts';
import { withParts } from '../../../contracts/testing/memory-part-store.ts';
import { silentLogger } from '../../../core/logger.ts';
import { ManualClock } from '../../../core/manual-clock.ts';
import { seededRandom } from '../../../core/random.ts';
import { SmppCarrier, type SmppSettings } from '../smpp-carrier.ts';
import { password, ScriptedSmsc, systemId } from './scripted-smsc.ts';

/** Returns the settings of a carrier that connects to a scripted SMSC. */
export const settingsOf = (smsc: ScriptedSmsc, clock: ManualClock): SmppSettings => ({
  url: { host: '127.0.0.1', port: smsc.port, tls: false, systemId, password, systemType: '' },
  window: 10,
  clock,
  random: seededRandom(1),
  logger: silentLogger,
});

/** Resolves when the carrier has noticed that the SMSC is bound, or is not. */
export async function untilHealth(carrier: SmppCarrier, isBound: boolean): Promise<void> {
  while ((await carrier.checkHealth()).ok !== isBound) await new Promise((resolve) => setImmediate(resolve));
}

/** Opens a carrier that is bound to a scripted SMSC. */
export async function openTestCarrier(inbox: CarrierInbox) {
  const clock = new ManualClock();
  const smsc = await ScriptedSmsc.start();
  const carrier = new SmppCarrier(settingsOf(smsc, clock), withParts(inbox, clock));
  await untilHealth(carrier, true);
  return { clock, smsc, carrier };
}
