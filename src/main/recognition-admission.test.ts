import { describe, expect, it } from 'vitest';
import { FakeLeg } from '../contracts/testing/fake-leg.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { RecognitionAdmission } from './recognition-admission.ts';

const newLeg = (): FakeLeg => new FakeLeg({ clock: new ManualClock(0) });

describe('RecognitionAdmission', () => {
  it('has no limit if the recogniser has none', () => {
    expect(new RecognitionAdmission({}).hasCapacity).toBe(true);
  });

  it('counts incoming calls until they are answered or end', () => {
    const admission = new RecognitionAdmission({ freeStreams: 2 });
    const legs = [newLeg(), newLeg()];
    admission.trackSetup(legs[0]!);
    expect(admission.hasCapacity).toBe(true);
    admission.trackSetup(legs[1]!);
    expect(admission.hasCapacity).toBe(false);
    legs[0]!.pickUp();
    legs[1]!.hangup();
    admission.trackSetup(newLeg());
    expect(admission.hasCapacity).toBe(true);
  });
});
