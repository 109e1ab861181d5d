import { silentLogger } from '../../src/core/logger.ts';
import { ScriptedPeer } from '../../src/sip/testing/scripted-peer.ts';
import { openUdpTransport } from '../../src/sip/transport/udp-transport.ts';

/**
 * Opens a scripted peer on a UDP socket of this address, which sends to the user agent at 127.0.0.1. Without `port` the
 * system chooses one.
 */
export async function scriptedPeerOnUdp(
  address: string,
  userAgentPort: number,
  port = 0,
): Promise<ScriptedPeer> {
  const transport = await openUdpTransport({ address, port, logger: silentLogger });
  const userAgent = { protocol: 'udp', address: '127.0.0.1', port: userAgentPort } as const;
  return new ScriptedPeer({ open: () => transport }, address, userAgent);
}
