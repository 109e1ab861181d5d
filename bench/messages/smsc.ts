/** An SMSC in a separate process, made with the package `smpp`: it accepts every message and sends a delivery receipt. Started by `carriers.ts`. */
import { connect, createServer, type PduFields, type Session } from 'smpp';
import type { AddressInfo } from 'node:net';

/** The first argument `submit` makes a client that only submits and waits for receipts: `submit PORT COUNT WINDOW`. */
const [mode, port, count, window] = process.argv.slice(2);

/** Messages of this process to the benchmark. Times are fractional ms since the Unix epoch. */
export type SmscMessage =
  | { readonly type: 'listening'; readonly port: number }
  | {
      readonly type: 'accepted';
      readonly messages: readonly { readonly text: string; readonly atMs: number }[];
    }
  | { readonly type: 'submitted'; readonly perSecond: number };

const post = (message: SmscMessage) => process.send!(message);
const reportEveryMs = 100;
const retryMs = 500;

/** Repeats a receipt that is rejected because the receiver has too many. */
function sendReceipt(session: Session, receipt: PduFields): void {
  session.deliver_sm(receipt, ({ command_status }) => {
    if (command_status !== 0) setTimeout(() => sendReceipt(session, receipt), retryMs);
  });
}

function serve(): void {
  let accepted: { text: string; atMs: number }[] = [];
  let nextId = 0;
  const server = createServer((session: Session) => {
    session.on('error', () => undefined);
    session.on('bind_transceiver', (pdu) => session.send(pdu.response({ system_id: 'bench' })));
    session.on('enquire_link', (pdu) => session.send(pdu.response()));
    session.on('submit_sm', (pdu) => {
      const id = String((nextId += 1));
      const text = String((pdu.short_message as { readonly message: Buffer | string }).message);
      accepted.push({ text, atMs: performance.timeOrigin + performance.now() });
      session.send(pdu.response({ message_id: id }));
      sendReceipt(session, {
        esm_class: 4,
        source_addr: pdu.destination_addr!,
        destination_addr: pdu.source_addr!,
        short_message: `id:${id} sub:001 dlvrd:001 submit date:2601051200 done date:2601051201 stat:DELIVRD err:000 text:`,
      });
    });
  });
  server.listen(0, '127.0.0.1', () =>
    post({ type: 'listening', port: (server.address() as AddressInfo).port }),
  );
  setInterval(() => {
    if (accepted.length === 0) return;
    post({ type: 'accepted', messages: accepted });
    accepted = [];
  }, reportEveryMs);
}

/** The reference: submits short messages with a window, acknowledges the receipts, and stores nothing. */
function submit(total: number, windowSize: number): void {
  let sent = 0;
  let received = 0;
  let startedMs = 0;
  const session: Session = connect({ url: `smpp://127.0.0.1:${port}` }, () => {
    session.bind_transceiver({ system_id: 'bench', password: 'bench' }, () => {
      startedMs = performance.now();
      for (let index = 0; index < windowSize; index += 1) submitNext();
    });
  });
  const submitNext = (): void => {
    if (sent === total) return;
    sent += 1;
    const fields = {
      source_addr: '15550001111',
      destination_addr: '14155550123',
      registered_delivery: 1,
      short_message: `${sent}`,
    };
    session.submit_sm(fields, submitNext);
  };
  session.on('deliver_sm', (pdu) => {
    session.send(pdu.response());
    received += 1;
    if (received < total) return;
    post({ type: 'submitted', perSecond: (total / (performance.now() - startedMs)) * 1000 });
    session.close();
    process.disconnect();
  });
}

process.on('disconnect', () => process.exit(0));
if (mode === 'submit') submit(Number(count), Number(window));
else serve();
