import type { NumberSource } from '../contracts/number-source.ts';
import { NumberLookup } from '../core/number-lookup.ts';
import type { Database } from '../store/database.ts';
import { runPeriodically, type StartContext } from './start-context.ts';

/** Interval at which interrupted orders are reconciled with the vendor. */
const reconcileEveryMs = 60_000;

export interface Numbers {
  readonly numberSources: readonly NumberSource[];
  readonly numberLookup: NumberLookup;
}

/** Opens the configured number sources in order, the test network as the last source, and the lookup of number details. */
export async function openNumbers(context: StartContext, database: Database): Promise<Numbers> {
  const { config, dependencies, closers } = context;
  const { clock, logger } = dependencies;
  const numberLookup = new NumberLookup(clock);
  closers.add('number lookup', () => numberLookup.close());
  const configuredSources = await Promise.all(
    config.numberSources.map((name) => openSource(context, database, name)),
  );
  const { createTestNetworkSource } = await import('../api/numbers/test-network-source.ts');
  const numberSources = [
    ...configuredSources,
    ...(config.testNetwork ? [createTestNetworkSource(database, numberLookup)] : []),
  ];
  const { reconcileNumberOrders } = await import('../api/numbers/reconcile-orders.ts');
  runPeriodically(context, reconcileEveryMs, () =>
    reconcileNumberOrders({ database, sources: numberSources, clock, logger }),
  );
  return { numberSources, numberLookup };
}

async function openSource(
  { config, dependencies: { clock } }: StartContext,
  database: Database,
  name: StartContext['config']['numberSources'][number],
): Promise<NumberSource> {
  // The configuration guarantees the credentials of each named source.
  switch (name) {
    case 'inventory': {
      const { createInventorySource } = await import('../api/numbers/inventory-source.ts');
      return createInventorySource(database);
    }
    case 'twilio': {
      const { createTwilioNumbers } = await import('../providers/twilio/number-vendor.ts');
      const { twilioAccountSid: accountSid, twilioAuthToken: authToken } = config;
      return createTwilioNumbers({ accountSid: accountSid!, authToken: authToken!, clock });
    }
    case 'telnyx': {
      const { createTelnyxNumbers } = await import('../providers/telnyx/number-vendor.ts');
      return createTelnyxNumbers({ apiKey: config.telnyxApiKey!, clock });
    }
  }
}
