import type { Command } from 'commander';
import type { ParleyClient } from '../../packages/sdk/src/client.ts';
import type { Clock } from '../core/clock.ts';
import type { Output } from './output.ts';

type Connect = () => Promise<ParleyClient>;

const runningService: Connect = async () => (await (await import('./connect.ts')).connectToRunning()).client;

/** Parses an option with comma-separated values, such as `mon,tue`. A repeated option adds values. */
const commaSeparated = (text: string, previous: readonly string[] = []): string[] => [
  ...previous,
  ...text.split(',').map((part) => part.trim()),
];

/** Collects the values of a repeated option whose values may contain commas. */
const repeated = (text: string, previous: readonly string[] = []): string[] => [...previous, text];

const columnOption = [
  '--column <name=header>',
  'use the column with this header under this name, such as phone=Telefon; several headers are joined to one column: appointment=Datum,Uhrzeit (repeatable)',
  repeated,
] as const;

/** Adds `start`, `validate`, `preview`, `status`, `approve`, `watch`, `pause`, `resume`, `cancel`, `again` and `export` to `parley batch`. */
export function addBatchCommands(
  batch: Command,
  output: () => Output,
  connect: Connect = runningService,
  clock?: Pick<Clock, 'sleep'>,
): void {
  addStart(batch, output, connect, clock);
  addValidate(batch, output, connect);
  batch
    .command('preview <csv>')
    .description('show how the first rows of a file are interpreted')
    .option('--rows <count>', 'number of rows, 1 to 1000', '20')
    .option(...columnOption)
    .option('--country <country>', 'country of numbers without a country code, such as US')
    .option('--channel <channel>', 'interpret a file of messages: sms or email')
    .action(async (file: string, options: { rows: string }) =>
      (await import('./batch/preview.ts')).previewBatch(await connect(), file, options, output()),
    );
  batch
    .command('status <id>')
    .description('show the progress of a batch')
    .action(async (id: string) => {
      const { isMessageBatch, showMessageStatus } = await import('./batch/messages.ts');
      if (isMessageBatch(id)) return showMessageStatus(await connect(), id, output());
      await (await import('./batch/status.ts')).showStatus(await connect(), id, output());
    });
  batch
    .command('approve <id>')
    .description('send all messages of a batch of messages that waits for approval')
    .action(async (id: string) =>
      (await import('./batch/messages.ts')).approveMessages(await connect(), id, output()),
    );
  batch
    .command('watch <id>')
    .description('show the progress until the end; Ctrl-C exits and does not stop the batch')
    .action(async (id: string) => {
      const { isMessageBatch, watchMessages } = await import('./batch/messages.ts');
      if (isMessageBatch(id)) return watchMessages(await connect(), id, output());
      await (await import('./batch/watch.ts')).watchBatch(await connect(), id, output());
    });
  for (const change of ['pause', 'resume'] as const) {
    batch
      .command(`${change} <id>`)
      .description(
        change === 'pause'
          ? 'start no more calls or messages until the batch is resumed'
          : 'continue a paused batch',
      )
      .action(async (batchId: string) => {
        await (await import('./batch/change.ts')).changeBatch(await connect(), { batchId, change }, output());
      });
  }
  batch
    .command('cancel <id>')
    .description('end a batch: its pending rows are never called or written to')
    .option('--hangup', 'also hang up active calls')
    .action(async (batchId: string, options: { hangup?: boolean }) =>
      (await import('./batch/change.ts')).changeBatch(
        await connect(),
        { batchId, change: 'cancel', ...options },
        output(),
      ),
    );
  addResults(batch, output, connect);
}

/** Adds the commands for the results of a batch. */
function addResults(batch: Command, output: () => Output, connect: Connect): void {
  batch
    .command('again <id>')
    .description('call the people again whom an ended batch did not reach')
    .option(
      '--outcomes <outcomes>',
      'outcomes to call again: any of no_answer,busy,voicemail,failed,unknown (default: all but unknown)',
      commaSeparated,
    )
    .option('--name <name>', 'name of the new batch (default: the same name)')
    .option('--from <numbers>', 'numbers to call from in turn (default: those of the batch)', commaSeparated)
    .option('--at <time>', 'time of the first call, ISO 8601')
    .option('--dry-run', 'only count the rows')
    .option('--watch', 'show the progress')
    .action(async (id: string, options: object) =>
      (await import('./batch/again.ts')).callAgain(await connect(), id, options, output()),
    );
  batch
    .command('export <id>')
    .description('write the rows and their results as CSV')
    .option('-o, --output <file>', 'output file, - for standard output (default: -)')
    .option(
      '--only <filter>',
      'only rows with this status, outcome, attempt or variable of the flow, such as outcome=answered or confirmed=yes (repeatable)',
      repeated,
    )
    .option('--titles', 'head answers with the title of their question instead of the name of their variable')
    .option('--excel', 'write a file for Excel: with its separator, local times and links to recordings')
    .option(
      '--locale <locale>',
      'with --excel: locale of Excel, such as de-DE (default: locale of this machine)',
    )
    .option('--raw', 'do not escape cells that a spreadsheet would treat as formulas')
    .action(async (id: string, options: object) =>
      (await import('./batch/export.ts')).exportBatch(await connect(), id, options, output()),
    );
}

function addStart(
  batch: Command,
  output: () => Output,
  connect: Connect,
  clock?: Pick<Clock, 'sleep'>,
): void {
  const start = batch
    .command('start <csv>')
    .description('call every row of a file, or write to it with --messages')
    .option(
      '--agent <agent>',
      'id of the agent, or words of its name (default: the only agent that can call)',
    )
    .option('--messages', 'write to every row: send the message of a flow instead of calling')
    .option(
      '--flow <flow>',
      'with --messages: id or words of the name of the flow (default: the only active one)',
    )
    .option(
      '--approval <approval>',
      'with --messages: first (one approval of all, the default), each, or none',
    )
    .option('--name <name>', 'name of the batch (default: name of the file)');
  addCallingRuleOptions(start)
    .option('--cps <rate>', 'call starts or messages per second (default: 1)')
    .option('--max <calls>', 'maximum concurrent calls (default: limit of the plan)')
    .option('--reserve <calls>', 'concurrent calls of the plan that this batch leaves free')
    .option(
      '--from <numbers>',
      'numbers to call from in turn, such as +12025550198,+12025550199 (default: number of the agent)',
      commaSeparated,
    )
    .option(...columnOption)
    .option('--country <country>', 'country of numbers without a country code, such as US')
    .option('--dates <order>', 'order of dates: mdy (11/24/2026) or dmy (24.11.2026)')
    .option('--at <time>', 'time of the first call, ISO 8601')
    .option('--attempts <count>', 'maximum calls per row if no person is reached, 1 to 10 (default: 1)')
    .option(
      '--retry-on <outcomes>',
      'with --attempts: any of no_answer,busy,voicemail,failed (default: all)',
      commaSeparated,
    )
    .option(
      '--retry-after <delays>',
      'with --attempts: delays before the retries, such as 30m,1d; the last delay repeats (default: 1h)',
      commaSeparated,
    )
    .option('--predial <url>', 'URL of your server that allows or rejects each call before it is dialed')
    .option(
      '--predial-secret <secret>',
      'with --predial: secret that signs the requests to this URL: whsec_ followed by 24 to 64 bytes in base64',
    )
    .option('--skip-invalid', 'skip invalid rows and call the valid rows')
    .option('--allow-duplicates', 'call a number once per row in which it occurs')
    .option('--skip-recent', 'skip numbers of other batches of the agent of the last 24 hours')
    .option(
      '--repeat',
      'call the numbers again even if the same file or numbers were started within the last 24 hours',
    )
    .option('--watch', 'show the progress')
    .showHelpAfterError(
      'Separate several values by commas: --days mon,tue. See npx parley-server batch start --help.',
    )
    .action(async (file: string, options: object) =>
      (await import('./batch/start.ts')).startBatch(await connect(), file, options, output(), clock),
    );
}

function addValidate(batch: Command, output: () => Output, connect: Connect): void {
  const validate = batch
    .command('validate <csv>')
    .description('check a file and report its faults, without calls or messages')
    .option(
      '--agent <agent>',
      'check the columns for the flow of this agent: id, or words of its name (default: the only agent that can call)',
    )
    .option('--messages', 'check the file for messages instead of calls')
    .option(
      '--flow <flow>',
      'with --messages: check the columns for this flow: id, or words of its name (default: the only active one)',
    );
  addCallingRuleOptions(validate)
    .option(...columnOption)
    .option('--country <country>', 'country of numbers without a country code, such as US')
    .option('--dates <order>', 'order of dates: mdy (11/24/2026) or dmy (24.11.2026)')
    .option('--allow-duplicates', 'call a number once per row in which it occurs')
    .option('--skip-recent', 'skip numbers of other batches of the agent of the last 24 hours')
    .showHelpAfterError(
      'Separate several values by commas: --days mon,tue. See npx parley-server batch validate --help.',
    )
    .action(async (file: string, options: object) =>
      (await import('./batch/validate.ts')).validateBatch(await connect(), file, options, output()),
    );
}

/** Adds the options for calling hours, purpose and consent, which `start` and `validate` share. */
const addCallingRuleOptions = (command: Command): Command =>
  command
    .option(
      '--window <hours>',
      'calling hours, such as 09:00-12:00,14:00-17:00 or 22:00-04:00',
      commaSeparated,
    )
    .option('--days <days>', 'with --window: weekdays, such as mon,tue,wed', commaSeparated)
    .option('--timezone <zone>', 'with --window: IANA time zone (default: the time zone of each person)')
    .option(
      '--purpose <purpose>',
      'purpose of the calls: sales, service, reminder or collection (default: the purpose of the agent)',
    )
    .option('--consent', 'every person in the file has consented to calls by an artificial voice');
