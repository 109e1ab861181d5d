import { expect, it } from 'vitest';
import { MemoryCallRecords } from '../../test/support/test-call.ts';
import { silentLogger } from '../core/logger.ts';
import { CallOutcomeBuilder } from './call-outcome.ts';
import { ProviderFailures } from './provider-failures.ts';

it('a failure of all voices ends the call, unless the caller heard the apology', () => {
  const failures = new ProviderFailures({
    callId: 'call_1',
    records: new MemoryCallRecords(),
    outcome: new CallOutcomeBuilder(),
    logger: silentLogger,
    modelTimeoutMs: 4_000,
  });
  const endings = [true, false].map((hasApology) =>
    failures.handleVoiceEvent({ type: 'synthesis-failed', error: new Error('down'), hasApology }),
  );
  expect(endings).toEqual([undefined, { reason: 'provider_error', detail: 'Speech synthesis failed.' }]);
});
