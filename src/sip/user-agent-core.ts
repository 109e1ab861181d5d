import type { Clock } from '../core/clock.ts';
import type { InternalErrors } from '../core/internal-errors.ts';
import type { Logger } from '../core/logger.ts';
import type { Random } from '../core/random.ts';
import type { CallTraces } from './call-trace.ts';
import type { SipRequest, SipResponse } from './message.ts';
import type { RetransmissionTimes } from './repeated-response.ts';
import type { SessionTimerSettings } from './session-timer.ts';
import type { ServerTransaction, SipTransactionLayer } from './transaction-layer.ts';
import type { SipSource, SipTarget, TransportProtocol } from './transport/transport.ts';
import { bracketed, type SipUri } from './uri.ts';

/** Finds where a URI is served (RFC 3263), best first. Rejects, or resolves with none, where nothing is. */
export type Locate = (uri: SipUri) => Promise<readonly SipTarget[]>;

/** Who hears what happens within a dialog. */
export interface DialogOwner {
  /** Whether requests of this dialog are accepted from this source. */
  accepts(source: SipSource): boolean;
  handleRequest(transaction: ServerTransaction): void;
  /** An ACK to a 2xx of ours. */
  handleAck(ack: SipRequest): void;
  /** A 2xx to an INVITE of ours that was acknowledged before. */
  handleRepeated2xx(response: SipResponse): void;
}

/** What the parts of one user agent share. */
export interface UserAgentCore {
  readonly clock: Clock;
  readonly random: Random;
  readonly layer: SipTransactionLayer;
  readonly logger: Logger;
  readonly internalErrors: InternalErrors;
  readonly locate: Locate;
  /** How we are named to a peer at this address, where that differs from what the transport is bound to. */
  readonly addressFor: ((peer: string) => string) | undefined;
  readonly times: RetransmissionTimes;
  readonly sessionTimer: SessionTimerSettings;
  /** By the name of the dialog. */
  readonly dialogs: Map<string, DialogOwner>;
  /** Work that goes on after its owner let go: a CANCEL that waits, a BYE without an answer. */
  readonly unfinished: Set<object>;
  /** Of every call that the other side knows of. */
  readonly traces: CallTraces;
}

/** The methods that a dialog of ours understands (RFC 3261 §20.5). */
export const allow = 'INVITE, ACK, CANCEL, BYE, OPTIONS, PRACK, UPDATE, INFO, REFER, NOTIFY';

/** The extensions that we know (§20.37). */
export const supported = 'timer, 100rel';

/** Our Contact as the other side, at this address, reaches it by this protocol. */
export function contactFor(core: UserAgentCore, protocol: TransportProtocol, peer: string): string {
  const sentBy = core.layer.sentBy(protocol, peer);
  const host = bracketed(core.addressFor?.(peer) ?? sentBy?.host ?? 'localhost.invalid');
  const transport = protocol === 'udp' ? '' : `;transport=${protocol}`;
  return `<sip:parley@${host}:${sentBy?.port ?? 5060}${transport}>`;
}

/** A URI of our own, fit for From where no account gives one. */
export function localHost(core: UserAgentCore, target: SipTarget): string {
  const { protocol, address } = target;
  return bracketed(
    core.addressFor?.(address) ?? core.layer.sentBy(protocol, address)?.host ?? 'localhost.invalid',
  );
}
