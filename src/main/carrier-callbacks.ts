import type { CarrierCallbacks } from '../api/context.ts';
import { idSource } from '../core/ids.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { InboundHandler } from '../messaging/receiving/inbox.ts';
import type { Database } from '../store/database.ts';
import { messageRoutesOf } from './messaging.ts';
import { loadNumberZones } from './number-zones.ts';
import { carrierCallbacksOf } from './sms-carriers.ts';
import type { StartContext } from './start-context.ts';

/** Returns where carriers deliver messages and receipts by HTTP; undefined if none does. */
export async function openCarrierCallbacks(
  { config, dependencies }: StartContext,
  database: Database,
  secrets: SecretBox,
): Promise<CarrierCallbacks | undefined> {
  const { inboxOf } = await import('../messaging/receiving/inbox.ts');
  const { receiveMessage } = await import('../messaging/receiving/receive-message.ts');
  const { MailTokens } = await import('../messaging/mail-tokens.ts');
  const { clock, random } = dependencies;
  const receiving = {
    ...dependencies,
    database,
    ids: idSource(clock, random),
    tokens: new MailTokens(secrets),
    zones: await loadNumberZones(),
    routes: messageRoutesOf(config, dependencies),
  };
  const onInbound: InboundHandler = (carrier, message) => receiveMessage(receiving, carrier, message);
  return carrierCallbacksOf(config, dependencies, (carrier) =>
    inboxOf(carrier, { database, clock, onInbound }),
  );
}
