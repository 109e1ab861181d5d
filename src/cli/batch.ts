import type { Command } from 'commander';
import type { ParleyClient } from '../../packages/sdk/src/client.ts';
import type { Clock } from '../core/clock.ts';
import type { Output } from './output.ts';

type Connect = () => Promise<ParleyClient>;

const runningService: Connect = async () => (await (await import('./connect.ts')).connectToRunning()).client;

/** Of an option that takes several, such as `mon,tue`; given again, it takes more. No spaces: what follows one is the file. */
const commaSeparated = (text: string, before: readonly string[] = []): string[] => [
  ...before,
  ...text.split(',').map((part) => part.trim()),
];

/** Adds `start`, `validate`, `preview`, `status`, `watch`, `pause`, `resume`, `cancel` and `export` to `parley batch`. */
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
    .description('show the first rows of a file as they are understood')
    .option('--rows <count>', 'how many, 1 to 1000', '20')
    .option('--country <country>', 'of numbers without a country code, such as US')
    .action(async (file: string, options: { rows: string; country?: string }) =>
      (await import('./batch/preview.ts')).previewBatch(await connect(), file, options, output()),
    );
  batch
    .command('status <id>')
    .description('show how far it is')
    .action(async (id: string) =>
      (await import('./batch/status.ts')).showStatus(await connect(), id, output()),
    );
  batch
    .command('watch <id>')
    .description('show how it goes on until it is over; Ctrl-C leaves, and the batch goes on')
    .action(async (id: string) =>
      (await import('./batch/watch.ts')).watchBatch(await connect(), id, output()),
    );
  for (const to of ['pause', 'resume'] as const) {
    batch
      .command(`${to} <id>`)
      .description(to === 'pause' ? 'begin no more calls' : 'go on')
      .action(async (batchId: string) =>
        (await import('./batch/change.ts')).changeBatch(await connect(), { batchId, to }, output()),
      );
  }
  batch
    .command('cancel <id>')
    .description('begin no more calls, for good')
    .option('--hangup', 'end the calls under way too')
    .action(async (batchId: string, options: { hangup?: boolean }) =>
      (await import('./batch/change.ts')).changeBatch(
        await connect(),
        { batchId, to: 'cancel', ...options },
        output(),
      ),
    );
  batch
    .command('export <id>')
    .description('write its rows and what came of them as CSV')
    .option('-o, --output <file>', 'left out, or -: standard output')
    .option('--raw', 'leave cells as they are that a spreadsheet would take for formulas')
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
    .description('call every row of a file')
    .option('--agent <agent>', 'id of the agent, or words of its name; left out: the only one that can call')
    .option('--name <name>', 'of the batch, for people; left out: that of the file');
  addHours(start)
    .option('--cps <rate>', 'calls begun in a second (1)')
    .option('--max <calls>', 'calls at once; left out: as many as the plan allows')
    .option('--reserve <calls>', "of the plan's calls at once, how many to leave to others")
    .option(
      '--from <numbers>',
      'to call from, in turn, such as +12025550198,+12025550199; left out: that of the agent',
      commaSeparated,
    )
    .option('--country <country>', 'of numbers without a country code, such as US')
    .option('--dates <order>', 'what comes first in dates: mdy (11/24/2026) or dmy (24.11.2026)')
    .option('--at <time>', 'not before this instant, ISO 8601')
    .option('--attempts <count>', 'calls to each row at most, where nobody is reached: 1 to 10 (1)')
    .option(
      '--retry-on <outcomes>',
      'with --attempts: no_answer,busy,voicemail,failed; left out: all of them',
      commaSeparated,
    )
    .option(
      '--retry-after <delays>',
      'with --attempts: such as 30m,1d; the last repeats (1h)',
      commaSeparated,
    )
    .option('--predial <url>', 'ask there before each call whether it may be made')
    .option('--skip-invalid', 'call the other rows where some have faults')
    .option('--allow-duplicates', 'call a number as often as it stands in the file')
    .option('--repeat', 'start a file again that was started in the last 24 hours')
    .option('--watch', 'show how it goes on')
    .showHelpAfterError('Several are written with commas: --days mon,tue. See npx parley batch start --help.')
    .action(async (file: string, options: object) =>
      (await import('./batch/start.ts')).startBatch(await connect(), file, options, output(), clock),
    );
}

function addValidate(batch: Command, output: () => Output, connect: Connect): void {
  const validate = batch
    .command('validate <csv>')
    .description('tell what a file holds and what is wrong with it; calls nobody')
    .option(
      '--agent <agent>',
      'hold the columns to the flow of this agent: id, or words of its name; left out: the only one that can call',
    );
  addHours(validate)
    .option('--country <country>', 'of numbers without a country code, such as US')
    .option('--dates <order>', 'what comes first in dates: mdy (11/24/2026) or dmy (24.11.2026)')
    .option('--allow-duplicates', 'call a number as often as it stands in the file')
    .showHelpAfterError(
      'Several are written with commas: --days mon,tue. See npx parley batch validate --help.',
    )
    .action(async (file: string, options: object) =>
      (await import('./batch/validate.ts')).validateBatch(await connect(), file, options, output()),
    );
}

/** When calls may begin: what a start and a check of the same file both take. */
const addHours = (command: Command): Command =>
  command
    .option(
      '--window <hours>',
      'when calls may begin, such as 09:00-12:00,14:00-17:00 or 22:00-04:00',
      commaSeparated,
    )
    .option('--days <days>', 'with --window: such as mon,tue,wed', commaSeparated)
    .option('--timezone <zone>', 'with --window: IANA; defaults to that of each person')
    .option(
      '--purpose <purpose>',
      'what the calls are for: sales, service, reminder or collection; defaults to that of the agent',
    )
    .option('--consent', 'everyone in the file has consented to such calls by an artificial voice');
