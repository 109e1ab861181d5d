import { fractionOf } from '../webhook-crash/plan.ts';
import type { Channel } from './records.ts';

/**
 * What a peer does with a message:
 * - `throttled`, `temporary`: rejects it for now;
 * - `refused`: rejects it forever;
 * - `cut-before`: ends the connection and does not accept the message;
 * - `cut-after`: accepts the message and ends the connection without a response;
 * - `kill-before-response`: accepts it, and the program is killed before the response;
 * - `kill-after-response`: accepts it, and the program is killed right after the response;
 * - `slow`: accepts it and responds later.
 */
export type PeerFault =
  | 'none'
  | 'throttled'
  | 'temporary'
  | 'refused'
  | 'cut-before'
  | 'cut-after'
  | 'kill-before-response'
  | 'kill-after-response'
  | 'slow';

const shares: readonly (readonly [PeerFault, share: number])[] = [
  ['throttled', 0.06],
  ['temporary', 0.04],
  ['refused', 0.03],
  ['cut-before', 0.03],
  ['cut-after', 0.03],
  ['kill-before-response', 0.03],
  ['kill-after-response', 0.03],
  ['slow', 0.08],
];

/** Returns the fault of an attempt to hand over a message or a part. Later attempts of a message have no permanent or uncertain fault. */
export function peerFaultOf(
  seed: number,
  place: { readonly channel: Channel; readonly key: string; readonly part: number; readonly attempt: number },
): PeerFault {
  const { channel, key, part, attempt } = place;
  let rest = fractionOf(seed, 'peer', channel, key, part, attempt);
  for (const [fault, share] of shares) {
    rest -= share;
    if (rest < 0) return attempt < 3 ? fault : 'none';
  }
  return 'none';
}

/** Returns the delay of a `slow` response in ms. */
export const slowMs = (seed: number, key: string): number => 100 + fractionOf(seed, 'slow', key) * 1_400;
