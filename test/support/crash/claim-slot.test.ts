import { expect, it } from 'vitest';
import { claimSlot } from './claim-slot.ts';

it('claims a slot that no other lane has', async () => {
  const slots = await Promise.all([claimSlot(), claimSlot()]);
  expect(slots[0].index).not.toBe(slots[1].index);
  for (const slot of slots) slot.release();
});
