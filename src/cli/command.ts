import { Command } from 'commander';
import { nearestName } from '../core/nearest-name.ts';

/** A command that suggests what an unknown command or option may mean, also for synonyms: `cancel` for `stop`. */
export class ParleyCommand extends Command {
  override createCommand(name?: string): ParleyCommand {
    return new ParleyCommand(name);
  }

  /** Called by Commander. */
  unknownCommand(): never {
    const unknown = this.args[0]!;
    const name = nearestName(unknown, this.#subcommands());
    return this.error(`error: unknown command '${unknown}'${suggestionOf(name)}`, {
      code: 'commander.unknownCommand',
    });
  }

  /** Called by Commander. */
  unknownOption(flag: string): never {
    return this.error(`error: unknown option '${flag}'${this.#suggestionFor(flag)}`, {
      code: 'commander.unknownOption',
    });
  }

  #suggestionFor(flag: string): string {
    const help = this.createHelp();
    const options = [...help.visibleOptions(this), ...help.visibleGlobalOptions(this)];
    const optionNames = options.flatMap(({ long }) => (long == null ? [] : [long.slice(2)]));
    const argumentNames = this.registeredArguments.map((argument) => argument.name());
    const name = flag.startsWith('--')
      ? nearestName(flag.slice(2), [...optionNames, ...argumentNames])
      : undefined;
    if (name === undefined) return `\n(See: parley ${pathOf(this)} --help)`;
    if (optionNames.includes(name)) return suggestionOf(`--${name}`);
    const usage = argumentNames.map((argument) => `<${argument}>`).join(' ');
    return `\n(Write the ${name} without an option: parley ${pathOf(this)} ${usage})`;
  }

  #subcommands(): string[] {
    return this.createHelp()
      .visibleCommands(this)
      .map((command) => command.name());
  }
}

const suggestionOf = (name: string | undefined): string =>
  name === undefined ? '' : `\n(Did you mean ${name}?)`;

/** Returns for example `batch start`. */
const pathOf = (command: Command): string =>
  command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`.trim();
