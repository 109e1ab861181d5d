import type { Clock } from '../core/clock.ts';
import type { InternalErrors } from '../core/internal-errors.ts';
import type { Logger } from '../core/logger.ts';
import type { Random } from '../core/random.ts';
import type { DialogLog } from './dialog-log.ts';
import type { SipRequest, SipResponse } from './message.ts';
import type { RetransmissionTimes } from './response-retransmission.ts';
import type { SessionTimerSettings } from './session-timer.ts';
import type { ServerTransaction, SipTransactionLayer } from './transaction-layer.ts';
import type { SipSource, SipTarget, TransportProtocol } from './transport/transport.ts';
import { bracketed, type SipUri } from './uri.ts';

/** Resolves the targets of a URI (RFC 3263), best first. Rejects or resolves with an empty list if there are none. */
export type LocateTargets = (uri: SipUri) => Promise<readonly SipTarget[]>;

/** Handles the messages of a dialog. */
export interface DialogOwner {
  /** Returns whether requests of this dialog are accepted from this source. */
  accepts(source: SipSource): boolean;
  handleRequest(transaction: ServerTransaction): void;
  /** Handles an ACK to our 2xx. */
  handleAck(ack: SipRequest): void;
  /** Handles a 2xx to our INVITE that was already acknowledged. */
  handleRetransmitted2xx(response: SipResponse): void;
}

/** State that the parts of one user agent share. */
export interface UserAgentCore {
  readonly clock: Clock;
  readonly random: Random;
  readonly layer: SipTransactionLayer;
  readonly logger: Logger;
  readonly internalErrors: InternalErrors;
  readonly locate: LocateTargets;
  /** Returns the local address that is advertised to this peer; `undefined` to advertise the bound address. */
  readonly addressFor: ((peer: string) => string) | undefined;
  readonly times: RetransmissionTimes;
  readonly sessionTimer: SessionTimerSettings;
  /** By dialog identifier. */
  readonly dialogs: Map<string, DialogOwner>;
  /** Calls whose termination continues after their owner released them: a CANCEL or BYE without a response yet. */
  readonly terminating: Set<object>;
  /** Has an entry for every call that a peer can know. */
  readonly dialogLog: DialogLog;
}

/** The methods that our dialogs support (RFC 3261 §20.5). */
export const allowedMethods = 'INVITE, ACK, CANCEL, BYE, OPTIONS, PRACK, UPDATE, INFO, REFER, NOTIFY';

/** The supported extensions (§20.37). */
export const supportedExtensions = 'timer, 100rel';

/** Returns the local Contact for a peer: a local address that the peer can reach, and the transport. */
export function contactFor(core: UserAgentCore, protocol: TransportProtocol, peer: string): string {
  const sentBy = core.layer.sentBy(protocol, peer);
  const host = bracketed(core.addressFor?.(peer) ?? sentBy?.host ?? 'localhost.invalid');
  const transport = protocol === 'udp' ? '' : `;transport=${protocol}`;
  return `<sip:parley@${host}:${sentBy?.port ?? 5060}${transport}>`;
}

/** Returns the local host for From if no account specifies one. */
export function localHost(core: UserAgentCore, target: SipTarget): string {
  const { protocol, address } = target;
  return bracketed(
    core.addressFor?.(address) ?? core.layer.sentBy(protocol, address)?.host ?? 'localhost.invalid',
  );
}
