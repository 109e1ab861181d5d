import type { Command } from 'commander';
import type { ParleyClient } from '../../packages/sdk/src/client.ts';
import type { Output } from './output.ts';

/** Connects to the running service. */
export type ConnectClient = () => Promise<ParleyClient>;

const runningClient: ConnectClient = async () =>
  (await (await import('./connect.ts')).connectToRunning()).client;

/** Adds `send`, `list`, `show`, `approve`, `reject`, `takeover` and `release` to `parley message`. */
export function addMessageCommands(
  message: Command,
  output: () => Output,
  serviceHelp = '',
  connect: ConnectClient = runningClient,
): void {
  message
    .command('send <to>')
    .description('send a message to a phone number or an email address, and show its status')
    .option('--text <text>', 'text of the message')
    .option('--flow <flow>', 'id or words of the name of a message flow (default: the only active one)')
    .option('--subject <subject>', 'subject of an email with --text')
    .option('--name <name>', 'name of the recipient, used by flows as {{customer.name}}')
    .option('--set <name=value...>', 'variables of the flow')
    .option('--draft', 'wait for approval instead of sending')
    .option('--follow', 'show the conversation until Ctrl-C')
    .addHelpText('after', serviceHelp)
    .action(async (to: string, options: object) =>
      (await import('./message/send.ts')).sendMessage(to, options, output()),
    );
  message
    .command('list')
    .description('list the last message of each conversation, newest conversation first')
    .option('--status <status>', 'all messages with this status, such as pending_approval')
    .option('--search <text>', 'conversations with this text, recipient or flow name')
    .option('--limit <count>', 'number of conversations, 1 to 1000', '20')
    .action(async (options: { limit: string }) =>
      (await import('./message/list.ts')).listMessages(await connect(), options, output()),
    );
  message
    .command('show <conversation>')
    .description('show the messages of a conversation')
    .option('--follow', 'show each change until Ctrl-C')
    .action(async (id: string, options: object) =>
      (await import('./message/show.ts')).showConversation(await connect(), id, options, output()),
    );
  message
    .command('approve <id>')
    .description('approve a message that waits for approval; the id of its conversation is also accepted')
    .option('--text <text>', 'replaces the text')
    .action(async (id: string, options: object) =>
      (await import('./message/decide.ts')).approve(await connect(), id, options, output()),
    );
  message
    .command('reject <id>')
    .description(
      'reject a message that waits for approval (the id of its conversation is also accepted), or an approved or scheduled message that is not being sent yet',
    )
    .option('--reason <reason>', 'reason, shown with the message')
    .action(async (id: string, options: object) =>
      (await import('./message/decide.ts')).reject(await connect(), id, options, output()),
    );
  addTakeoverCommands(message, output, connect);
}

function addTakeoverCommands(message: Command, output: () => Output, connect: ConnectClient): void {
  message
    .command('takeover <conversation>')
    .description('take over a conversation: replies of the agent wait for approval')
    .action(async (id: string) =>
      (await import('./message/take-over.ts')).takeOver(await connect(), id, output()),
    );
  message
    .command('release <conversation>')
    .description('end the takeover of a conversation: the agent replies automatically again')
    .action(async (id: string) =>
      (await import('./message/take-over.ts')).release(await connect(), id, output()),
    );
}

/** Adds the arguments of `parley inbox` and its command `reply`. */
export function addInboxCommand(
  inbox: Command,
  output: () => Output,
  connect: ConnectClient = runningClient,
): void {
  inbox
    .argument('[address]', 'number or email address of a simulated person (default: all)')
    .option('--follow', 'show new messages until Ctrl-C')
    .option('--limit <count>', 'number of messages, 1 to 200', '20')
    .action(async (address: string | undefined, options: { limit: string }) =>
      (await import('./inbox.ts')).inbox(await connect(), address, options, output()),
    );
  inbox
    .command('reply <address> <text>')
    .description('answer the last message at this address, in place of the simulated person')
    .action(async (address: string, text: string) =>
      (await import('./inbox.ts')).replyFromInbox(await connect(), address, text, output()),
    );
}
