import { ManualClock } from '../../core/manual-clock.ts';
import { inboundPartStoreSuite } from './inbound-part-store-suite.ts';
import { MemoryPartStore } from './memory-part-store.ts';

inboundPartStoreSuite('MemoryPartStore', async () => {
  const clock = new ManualClock();
  return {
    store: new MemoryPartStore(clock),
    advance: (durationMs) => clock.advance(durationMs),
    now: () => clock.now(),
  };
});
