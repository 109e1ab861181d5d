import type { HealthCheck } from '../api/node-status.ts';
import type { MessageCarrier, PartsInbox } from '../contracts/message-carrier.ts';
import type { Clock } from '../core/clock.ts';
import type { Config } from '../core/config.ts';
import type { CarrierRegistration, CarrierServices } from '../messaging/open-messaging.ts';
import { mailCarriers } from './mail.ts';
import { smsCarriers } from './sms-carriers.ts';
import type { Dependencies } from './start-context.ts';

const pollMs = 100;
/** Maximum wait for a connection. */
const connectTimeoutMs = 5_000;

/** Connects to the mail server, the mailbox and the carrier of SMS that are configured, and disconnects. Sends nothing. Never rejects. */
export function checkMessageCarriers(config: Config, dependencies: Dependencies): Promise<HealthCheck[]> {
  const registrations = [...smsCarriers(config, dependencies), ...mailCarriers(config, dependencies)];
  return Promise.all(registrations.map((registration) => check(registration, dependencies)));
}

const reject = () => Promise.reject(new Error('The service does not run.'));
/** A refused message stays at its carrier, which delivers it again when the service runs. */
const refusingInbox: PartsInbox = {
  onMessage: reject,
  onReceipt: reject,
  parts: { add: reject, markDelivered: reject, listDue: async () => [] },
};

async function check(registration: CarrierRegistration, dependencies: Dependencies): Promise<HealthCheck> {
  const name = `messages by ${registration.route.carrier}`;
  try {
    // Only the test network, which is not checked, uses the database.
    const carrier = await registration.open(refusingInbox, dependencies as CarrierServices);
    try {
      return { name, ...(await untilConnected(carrier, dependencies.clock)) };
    } finally {
      await carrier.close();
    }
  } catch (error) {
    return { name, ok: false, detail: (error as Error).message };
  }
}

/** Returns the first healthy result, or the last one before the timeout: some carriers connect in the background. */
async function untilConnected(
  carrier: MessageCarrier,
  clock: Clock,
): Promise<Pick<HealthCheck, 'ok' | 'detail'>> {
  const deadlineMs = clock.monotonicMs() + connectTimeoutMs;
  for (;;) {
    const health = await carrier.checkHealth();
    if (health.ok || clock.monotonicMs() >= deadlineMs) return health;
    await clock.sleep(pollMs);
  }
}
