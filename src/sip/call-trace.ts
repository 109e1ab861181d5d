import type { Dialog } from './dialog.ts';
import { messageWithoutBody, type SipRequest } from './message.ts';
import { serializeMessage } from './serialize-message.ts';
import type { SipSource, SipTarget } from './transport/transport.ts';
import { formatUri } from './uri.ts';

/** An address without its connection, which dies with the process. */
export type TracedPeer = Omit<SipTarget, 'connection'>;

/**
 * What has to be known of a call to end it when the process that carried it is gone. Requests are as on the wire, in Latin-1, without
 * their body: an INVITE of ours with its Via, so that a CANCEL matches it; one to us with what was seen of its sender; the BYE that
 * comes next.
 */
export type CallTrace =
  | { readonly type: 'calling'; readonly invite: string; readonly target: TracedPeer }
  | {
      readonly type: 'offered';
      readonly invite: string;
      readonly source: TracedPeer;
      readonly localTag: string;
    }
  | {
      readonly type: 'confirmed';
      readonly bye: string;
      /** The URI that the BYE goes to first. */
      readonly hop: string;
      readonly flow?: TracedPeer | undefined;
      /** Of the account that meets a challenge. */
      readonly username?: string | undefined;
    };

/** Keeps the traces of calls where the next process finds them. No method throws. */
export interface CallTraces {
  /** Replaces what was kept under this key. */
  keep(key: string, trace: CallTrace): void;
  /**
   * Resolves when the trace that this key was given last is written, or after a limit of time; undefined where it is written. Never rejects.
   * Traces without this method are written when `keep` returns.
   */
  written?(key: string): Promise<void> | undefined;
  /** Does nothing where nothing was kept. */
  forget(key: string): void;
}

/** Where a call that outlives its process is left to the time-outs of the other side. */
export const noTraces: CallTraces = { keep: () => undefined, forget: () => undefined };

/** An INVITE of ours, as it was sent. */
export function traceOfCalling(invite: SipRequest, target: SipTarget): CallTrace {
  return { type: 'calling', invite: textOf(invite), target: withoutConnection(target) };
}

/** An INVITE to us that has no final answer yet. */
export function traceOfOffered(invite: SipRequest, source: SipSource, localTag: string): CallTrace {
  return { type: 'offered', invite: textOf(invite), source: withoutConnection(source), localTag };
}

/** A dialog that was confirmed. `flow`: where it was seen to come from. */
export function traceOfConfirmed(
  dialog: Dialog,
  more: { readonly flow?: SipSource | undefined; readonly username?: string | undefined },
): CallTrace {
  return {
    type: 'confirmed',
    bye: textOf(dialog.nextBye()),
    hop: formatUri(dialog.nextHop),
    flow: more.flow && withoutConnection(more.flow),
    username: more.username,
  };
}

const textOf = (request: SipRequest): string =>
  serializeMessage(messageWithoutBody(request)).toString('latin1');

function withoutConnection({ connection: _gone, ...peer }: SipTarget): TracedPeer {
  return peer;
}
