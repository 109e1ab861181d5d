import { silentLogger } from '../../src/core/logger.ts';
import { ScriptedPeer } from '../../src/sip/testing/scripted-peer.ts';
import { openUdpTransport } from '../../src/sip/transport/udp-transport.ts';

/**
 * Opens a scripted peer on a UDP socket of this address, for an agent on 127.0.0.1. Without `port` the system chooses
 * one.
 */
export async function scriptedPeerOnUdp(address: string, agentPort: number, port = 0): Promise<ScriptedPeer> {
  const transport = await openUdpTransport({ address, port, logger: silentLogger });
  const agent = { protocol: 'udp', address: '127.0.0.1', port: agentPort } as const;
  return new ScriptedPeer({ open: () => transport }, address, agent);
}
