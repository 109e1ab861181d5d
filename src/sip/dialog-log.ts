import type { Dialog } from './dialog.ts';
import { messageWithoutBody, type SipRequest } from './message.ts';
import { serializeMessage } from './serialize-message.ts';
import type { SipSource, SipTarget } from './transport/transport.ts';
import { formatUri } from './uri.ts';

/** A peer's address without the connection, which ends with the process. */
export type LoggedPeer = Omit<SipTarget, 'connection'>;

/**
 * The data with which another process ends a call after a crash. Requests are stored as on the wire, in Latin-1,
 * without their body: an outbound INVITE with its Via, so that a CANCEL matches it; an inbound INVITE with its source;
 * the next BYE of a dialog.
 */
export type DialogLogEntry =
  | { readonly type: 'calling'; readonly invite: string; readonly target: LoggedPeer }
  | {
      readonly type: 'offered';
      readonly invite: string;
      readonly source: LoggedPeer;
      readonly localTag: string;
    }
  | {
      readonly type: 'confirmed';
      readonly bye: string;
      /** The URI of the next hop of the BYE. */
      readonly hop: string;
      /** The source address of the request or response that created the dialog. */
      readonly flow?: LoggedPeer | undefined;
      /** Username of the account with which a challenge is answered. */
      readonly username?: string | undefined;
    };

/** Stores the data with which another process ends calls after a crash. No method throws. */
export interface DialogLog {
  /** Replaces the entry of this key. */
  put(key: string, entry: DialogLogEntry): void;
  /**
   * Resolves when the last entry of this key is written, or after a time limit; `undefined` if it is already written.
   * Never rejects. Without this method, entries are written when `put` returns.
   */
  whenWritten?(key: string): Promise<void> | undefined;
  /** Does nothing if there is no entry. */
  remove(key: string): void;
}

/** Stores nothing: after a crash, calls end by the timeouts of the remote side. */
export const noDialogLog: DialogLog = { put: () => undefined, remove: () => undefined };

/** Returns the entry of an outbound INVITE, as it was sent. */
export function callingEntry(invite: SipRequest, target: SipTarget): DialogLogEntry {
  return { type: 'calling', invite: textOf(invite), target: withoutConnection(target) };
}

/** Returns the entry of an inbound INVITE without a final response. */
export function offeredEntry(invite: SipRequest, source: SipSource, localTag: string): DialogLogEntry {
  return { type: 'offered', invite: textOf(invite), source: withoutConnection(source), localTag };
}

/** Returns the entry of a confirmed dialog. */
export function confirmedEntry(
  dialog: Dialog,
  options: { readonly flow?: SipSource | undefined; readonly username?: string | undefined },
): DialogLogEntry {
  return {
    type: 'confirmed',
    bye: textOf(dialog.nextBye()),
    hop: formatUri(dialog.nextHop),
    flow: options.flow && withoutConnection(options.flow),
    username: options.username,
  };
}

const textOf = (request: SipRequest): string =>
  serializeMessage(messageWithoutBody(request)).toString('latin1');

function withoutConnection({ connection: _connection, ...peer }: SipTarget): LoggedPeer {
  return peer;
}
