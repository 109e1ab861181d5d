import { systemClock } from '../core/clock.ts';
import { readConfig, type Config } from '../core/config.ts';
import { createLogger } from '../core/logger.ts';
import { systemRandom } from '../core/random.ts';
import { writeBootstrap } from './connect.ts';
import { CommandError, type Output } from './output.ts';

export interface RecoverOptions {
  /** The email address of an owner, or `true` for the first owner. */
  readonly password?: string | true;
}

/**
 * Creates a key with every permission on the machine of the service, for an operator who has lost the first key, or sets a new password of an owner.
 * Writes it to bootstrap.json.
 * @throws {CommandError} for a service at `PARLEY_URL`
 */
export async function recover({ password }: RecoverOptions, output: Output): Promise<void> {
  const config = readConfig(process.env);
  if (config.serviceUrl !== undefined)
    throw new CommandError('Access is recovered on the machine of the service only. Unset PARLEY_URL there.');
  if (password === undefined) await recoverKey(config, output);
  else await recoverPassword(config, password === true ? undefined : password, output);
}

const dependencies = () => ({ clock: systemClock, random: systemRandom, logger: createLogger('warn') });

async function recoverKey(config: Config, output: Output): Promise<void> {
  const { recoverKey: run } = await import('../main.ts');
  const { workspaceId, keyId, apiKey } = await run(config, dependencies());
  const file = writeBootstrap(config.dataDir, { workspaceId, apiKey });
  output.line(
    `The key ${keyId} has every permission. It is in ${file}, which the commands of this machine use.`,
  );
  if (output.isTerminal) output.line(`API key (shown only once):\n\n  ${output.paint('bold', apiKey)}\n`);
  output.line(
    'The old keys are unchanged. List them with: npx parley-server keys list; revoke one with: npx parley-server keys delete <id>',
  );
  // The secret is only in the file.
  output.result({ keyId, workspaceId, file });
}

async function recoverPassword(config: Config, owner: string | undefined, output: Output): Promise<void> {
  const { recoverPassword: run } = await import('../main.ts');
  const { workspaceId, email, password } = await run(config, dependencies(), owner);
  const file = writeBootstrap(config.dataDir, { adminEmail: email, adminPassword: password });
  output.line(`${email} has a new password, and is signed out everywhere. The password is in ${file}.`);
  if (output.isTerminal) output.line(`Password (shown only once):\n\n  ${output.paint('bold', password)}\n`);
  output.line('Change it after the sign-in.');
  // The password is only in the file.
  output.result({ email, workspaceId, file });
}
