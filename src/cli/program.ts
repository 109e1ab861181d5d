import { CommanderError, type Command } from 'commander';
import { systemClock } from '../core/clock.ts';
import { ConfigError } from '../core/config.ts';
import { readVersion } from '../core/version.ts';
import { addBackupCommands } from './backup.ts';
import { addBatchCommands } from './batch.ts';
import { ParleyCommand } from './command.ts';
import { addPersonCommands } from './persons.ts';
import { addCallCommands } from './calls.ts';
import { formatError } from './format-error.ts';
import { addInboxCommand, addMessageCommands } from './messages.ts';
import type { RecoverOptions } from './recover.ts';
import { addResources } from './resources.ts';
import { addSuppressionCommands } from './suppressions.ts';
import { addTaskCommands } from './tasks.ts';
import { addWebhookCommands } from './webhooks.ts';
import { createOutput, UsageError, type Output } from './output.ts';

/** 0: success, 1: failure, 2: usage error. */
export type ExitCode = 0 | 1 | 2;

const serviceHelp = `
The command uses the service at PARLEY_URL with the key in PARLEY_API_KEY. Without PARLEY_URL it uses the service of
the data folder PARLEY_DATA_DIR with the key in this folder. If no service runs there, the command starts one with the
same settings and stops it when the command ends.`;

/** Creates the command line. The file of a command is loaded when the command runs. */
export function createProgram(outputFor: (json: boolean) => Output = createOutput): Command {
  const program: Command = new ParleyCommand('parley')
    .description('Self-hosted voice and messaging agents.')
    .version(readVersion(), '--version', 'show the version')
    .option('--json', 'print the result as JSON')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true });
  const output = () => outputFor(program.opts<{ json?: boolean }>().json === true);

  program
    .command('serve')
    .description('run the service')
    .action(async () => (await import('./serve.ts')).serve(output()));

  program
    .command('demo')
    .description('call a simulated person with the demo agent, and show the conversation')
    .option('--persona <digits>', 'persona that answers, 00 to 19 (docs/test-network.md)', '00')
    .addHelpText('after', serviceHelp)
    .action(async (options: { persona: string }) => (await import('./demo.ts')).demo(options, output()));

  program
    .command('call <number>')
    .description('call a number with an agent, and show the conversation')
    .option(
      '--agent <agent>',
      'id of the agent, or words of its name (default: the only agent that can call)',
    )
    .option('--name <name>', 'name of the callee, used by flows as {{customer.name}}')
    .option('--stt <provider/model>', 'recogniser of this call, such as deepgram/nova-3')
    .option('--tts <provider/voice>', 'voice of this call, such as builtin/slt')
    .option('--model <provider/name>', 'language model of this call, such as openai/gpt-4.1')
    .addHelpText('after', serviceHelp)
    .action(async (number: string, options: object) =>
      (await import('./call.ts')).call(number, options, output()),
    );

  addOperatorCommands(program, output);
  addBackupCommands(program, output);
  const keys = addKeys(program, output);
  const batch = program.command('batch').description('call the rows of a CSV file');
  addBatchCommands(batch, output);
  const calls = program.command('calls').description('list, end and export calls, save recordings');
  addCallCommands(calls, output);
  addMessages(program, output);
  const suppressions = program
    .command('suppressions')
    .description('addresses that are not called and receive no messages');
  addSuppressionCommands(suppressions, output);
  const webhooks = program
    .command('webhooks')
    .description('endpoints that receive events, and their deliveries');
  addWebhookCommands(webhooks, output);
  addPersonCommands(program, output);
  const tasks = program.command('tasks').description('what a person has to do');
  addTaskCommands(tasks, output);
  const existing: Readonly<Record<string, Command>> = {
    keys,
    batches: batch,
    calls,
    suppressions,
    tasks,
    webhooks,
  };
  const resourceCommand = (name: string) =>
    existing[name] ?? program.command(name).description(`manage ${name}`);
  addResources(resourceCommand, output);
  return program;
}

function addOperatorCommands(program: Command, output: () => Output): void {
  program
    .command('doctor')
    .description(
      'check ports, addresses, disk, database, trunks, carriers of messages, API key and language models',
    )
    .option(
      '--providers',
      'replace these checks by one request to each configured provider, and print the latency',
    )
    .option('--report', 'instead, print what a bug report needs, without secrets, numbers and names')
    .action(async ({ report = false, ...options }: { report?: boolean }) =>
      report
        ? (await import('./doctor-report.ts')).printReport(output(), systemClock)
        : (await import('./doctor.ts')).doctor(output(), options),
    );

  program
    .command('ready')
    .description('exit with 0 if the service accepts calls, otherwise with 1')
    .option('--wait <seconds>', 'wait up to this time until it does')
    .action(async (options: { wait?: string }) =>
      (await import('./ready.ts')).ready(options, output(), systemClock),
    );

  program
    .command('recover')
    .description(
      'create a key with every permission on the machine of the service, if the first key is lost; the service may run',
    )
    .option('--password [email]', 'instead, set a new password of this owner (default: the first owner)')
    .action(async (options: RecoverOptions) => (await import('./recover.ts')).recover(options, output()));

  program
    .command('mcp')
    .description('serve the API to AI assistants (Model Context Protocol) on standard input and output')
    .option('--http', 'serve over HTTP on this machine; each request needs an API key')
    .option('--port <port>', 'with --http: port, 0 selects a free port', '3100')
    .option('--workspace <id>', 'workspace id (default: the home workspace of the key)')
    .option('--tools <groups>', 'default, all, or groups such as default,webhooks (docs/mcp.md)', 'default')
    .action(async (options: { port: string; tools: string }) =>
      (await import('./mcp.ts')).mcp(options, output()),
    );
}

function addMessages(program: Command, output: () => Output): void {
  const message = program.command('message').description('send messages, approve and reject them');
  addMessageCommands(message, output, serviceHelp);
  const inbox = program
    .command('inbox')
    .description('show what arrived at simulated phones and mailboxes, and answer there');
  addInboxCommand(inbox, output);
}

function addKeys(program: Command, output: () => Output): Command {
  const keys = program.command('keys').description('API keys');
  keys
    .command('create')
    .description('create an API key and show it once')
    .requiredOption('--name <name>', 'purpose of the key')
    .option('--preset <preset>', 'full, developer, operator or read-only (default: developer)')
    .option('--scopes <scopes...>', 'individual scopes instead of a preset')
    .option('--workspaces <ids...>', 'the workspaces that the key can enter, and no other')
    .option('--expires-at <time>', 'expiry, ISO 8601')
    .action(async (options: { name: string }) => (await import('./keys.ts')).createKey(options, output()));
  keys
    .command('rotate <id>')
    .description('replace a key by a new one with the same permissions, and show it once')
    .option(
      '--overlap <time>',
      'time for which the old key stays valid, such as 30m or 7d; 0 ends it at once',
      '24h',
    )
    .action(async (id: string, options: { overlap: string }) =>
      (await import('./keys.ts')).rotateKey(id, options, output()),
    );
  return keys;
}

/**
 * Runs one command line, given without the program name. Never rejects. An error is written to standard error: as text, or as
 * one JSON value with `--json`.
 */
export async function runCommand(
  args: readonly string[],
  outputFor: (json: boolean) => Output = createOutput,
  writeError: (text: string) => void = (text) => void process.stderr.write(text),
): Promise<ExitCode> {
  const json = args.includes('--json');
  const program = createProgram(outputFor);
  for (const command of [program, ...program.commands.flatMap((command) => [command, ...command.commands])]) {
    command.exitOverride().configureOutput({ writeErr: json ? () => {} : writeError });
  }
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    const code = exitCodeOf(error);
    // Commander has written its own errors, unless its output is disabled.
    const isReported = error instanceof CommanderError && !json;
    if (code !== 0 && !isReported) writeError(`${formatError(error, json)}\n`);
    return code;
  }
}

function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  return error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
}
