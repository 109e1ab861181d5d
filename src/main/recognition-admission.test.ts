import { describe, expect, it } from 'vitest';
import { FakeLeg } from '../contracts/testing/fake-leg.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { RecognitionAdmission } from './recognition-admission.ts';

const newLeg = (): FakeLeg => new FakeLeg({ clock: new ManualClock(0) });

describe('admission by speech recognition', () => {
  it('has no limit where the recogniser has none', () => {
    expect(new RecognitionAdmission({}).hasCapacity).toBe(true);
  });

  it('counts incoming calls until they are answered or over', () => {
    const admission = new RecognitionAdmission({ freeStreams: 2 });
    const legs = [newLeg(), newLeg()];
    admission.watch(legs[0]!);
    expect(admission.hasCapacity).toBe(true);
    admission.watch(legs[1]!);
    expect(admission.hasCapacity).toBe(false);
    legs[0]!.pickUp();
    legs[1]!.hangup();
    admission.watch(newLeg());
    expect(admission.hasCapacity).toBe(true);
  });
});
