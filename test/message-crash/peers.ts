/**
 * The carriers and the customers of a run, as a process that is not killed: an SMSC and a mail server on loopback. They append a record of
 * each message to a file before they respond.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Customers } from './customers.ts';
import { MailServer } from './mail-server.ts';
import type { PeerContext } from './peer-context.ts';
import { RecordFile, type Channel } from './records.ts';
import { Smsc } from './smsc.ts';

/** Settings from the parent, as JSON in the only argument. */
export interface PeersSettings {
  readonly seed: number;
  readonly file: string;
  readonly ownNumber: string;
  readonly ownMail: string;
  readonly mailPorts: readonly number[];
}

export type PeersCommand =
  | { readonly type: 'down'; readonly channel: Channel; readonly forMs: number }
  /** A customer opts out. */
  | { readonly type: 'stop'; readonly customer: string }
  | { readonly type: 'finish' };

export type PeersMessage =
  | { readonly type: 'ports'; readonly smpp: number; readonly smtp: number }
  | { readonly type: 'kill'; readonly reason: string }
  /** Messages of customers and receipts that the program has not acknowledged. */
  | { readonly type: 'pending'; readonly names: readonly string[] };

const settings = JSON.parse(process.argv[2]!) as PeersSettings;
const reportEveryMs = 50;
const records = new RecordFile(settings.file);
let isEnded = false;

const send = (message: PeersMessage): void => void process.send?.(message);

const context: PeerContext = {
  seed: settings.seed,
  ownNumber: settings.ownNumber,
  record: (record) => records.write(record),
  onArrival: (arrival) => customers.react(arrival),
  requestKill: (reason) => send({ type: 'kill', reason }),
  isEnded: () => isEnded,
};
const smsc = new Smsc(context);
const mailServer = new MailServer(context);
const customers = new Customers({ ...settings, context, smsc: () => smsc });

async function takeDown(channel: Channel, forMs: number): Promise<void> {
  const peer = channel === 'sms' ? smsc : mailServer;
  await peer.close();
  await sleep(forMs);
  await peer.open();
}

process.on('message', (command: PeersCommand) => {
  if (command.type === 'down') void takeDown(command.channel, command.forMs);
  else if (command.type === 'stop') customers.stop(command.customer);
  else {
    isEnded = true;
    process.exit(0);
  }
});
process.on('disconnect', () => process.exit(0));
send({ type: 'ports', smpp: await smsc.open(), smtp: await mailServer.open() });
setInterval(() => send({ type: 'pending', names: [...smsc.pending, ...customers.pending] }), reportEveryMs);
