import { silentLogger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { seededRandom } from '../../core/random.ts';
import { createSipTransactionLayer } from '../create-transaction-layer.ts';
import type { InviteOptions, OutboundInvite } from '../invite-client.ts';
import type { InboundInvite } from '../invite-server.ts';
import { nameAddr } from '../name-addr.ts';
import type { SipTarget } from '../transport/transport.ts';
import { parseUri } from '../uri.ts';
import { createUserAgent, type UserAgent, type UserAgentOptions } from '../user-agent.ts';
import { MemoryNetwork } from './memory-network.ts';
import { RecordedMedia } from './recorded-media.ts';
import { ScriptedPeer } from './scripted-peer.ts';

const agentTarget: SipTarget = { protocol: 'udp', address: '192.0.2.1', port: 5060 };
export const peerTarget: SipTarget = { protocol: 'udp', address: '192.0.2.2', port: 5060 };

/** A user agent at 192.0.2.1 and scripted peers, on a manual clock. */
export class AgentUnderTest {
  readonly clock = new ManualClock();
  readonly network = new MemoryNetwork();
  readonly peer = new ScriptedPeer(this.network, '192.0.2.2', agentTarget);
  readonly media = new RecordedMedia();
  readonly agent: UserAgent;
  /** The events of the calls, in order. */
  readonly events: string[] = [];
  invites: InboundInvite[] = [];

  constructor(options: Partial<UserAgentOptions> = {}) {
    const { clock } = this;
    const random = seededRandom(1);
    const layer = createSipTransactionLayer({
      clock,
      random,
      transports: [this.network.open('udp', '192.0.2.1')],
      logger: silentLogger,
    });
    this.agent = createUserAgent({
      clock,
      random,
      layer,
      logger: silentLogger,
      locate: async () => [],
      ...options,
    });
    this.agent.onInvite((invite) => this.#accept(invite));
  }

  call(options: Partial<InviteOptions> = {}): OutboundInvite {
    return this.agent.invite({
      uri: 'sip:+12025550123@192.0.2.2',
      target: peerTarget,
      callId: 'call-out',
      from: nameAddr(parseUri('sip:+12025550100@192.0.2.1')),
      media: this.media,
      handlers: {
        onProvisional: (status) => this.events.push(String(status)),
        onRinging: (earlyMedia) => this.events.push(earlyMedia ? 'ringing with media' : 'ringing'),
        onAnswered: () => this.events.push('answered'),
        onEnded: ({ cause, status }) => this.events.push(status === undefined ? cause : `${cause} ${status}`),
        onDigit: ({ digit }) => this.events.push(`digit ${digit}`),
      },
      ...options,
    });
  }

  /** Places a call that is answered and acknowledged. */
  async answeredCall(
    sdp = 'theirs',
    fields: readonly (readonly [string, string])[] = [],
  ): Promise<OutboundInvite> {
    const call = this.call();
    await this.settle();
    this.peer.reply(this.peer.requests('INVITE').at(-1)!, 200, { sdp, fields });
    await this.settle();
    return call;
  }

  /** Delivers all messages that are in flight. The time does not advance. */
  settle(): Promise<void> {
    return this.clock.advance(0);
  }

  #accept(invite: InboundInvite): void {
    this.invites.push(invite);
    invite.accept({
      media: this.media,
      onEnded: ({ cause, status }) => this.events.push(status === undefined ? cause : `${cause} ${status}`),
      onDigit: ({ digit }) => this.events.push(`digit ${digit}`),
    });
  }

  /** Closes the user agent and the peer. Advances the clock by 5 s meanwhile. */
  async close(): Promise<void> {
    const closed = this.agent.close();
    await this.clock.advance(5000);
    await closed;
    await this.peer.close();
  }
}
