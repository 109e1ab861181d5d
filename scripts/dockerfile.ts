/** The configuration of a container image. */
export interface ImageConfig {
  /** User and group, as numbers. */
  readonly user: string;
  readonly workingFolder: string;
  readonly volume: string;
  /** Such as `3000/tcp`. */
  readonly ports: readonly string[];
  readonly stopSignal: string;
  readonly env: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
}

/**
 * Returns the configuration of the last stage of a Dockerfile in which each instruction has one line and one value. `buildArguments` replace
 * the ARG of the same name, such as `$VERSION`.
 * @throws {Error} if an instruction is missing
 */
export function readDockerfile(text: string, buildArguments: Readonly<Record<string, string>>): ImageConfig {
  const stage = text.slice(text.lastIndexOf('\nFROM '));
  const valuesOf = (instruction: string): string[] =>
    [...stage.matchAll(new RegExp(`^${instruction} (.+)$`, 'gm'))].map(([, value]) =>
      value!.replaceAll(/\$(\w+)/g, (_reference, name: string) => buildArguments[name] ?? ''),
    );
  const valueOf = (instruction: string): string => {
    const [value] = valuesOf(instruction);
    if (value === undefined) throw new Error(`The Dockerfile has no ${instruction}.`);
    return value;
  };
  const listOf = (instruction: string) => JSON.parse(valueOf(instruction)) as string[];
  const pairsOf = (instruction: string): Record<string, string> =>
    Object.fromEntries(valuesOf(instruction).map((value) => value.replaceAll('"', '').split(/=(.*)/s, 2)));
  return {
    user: valueOf('USER'),
    workingFolder: valueOf('WORKDIR'),
    volume: listOf('VOLUME')[0]!,
    ports: valuesOf('EXPOSE'),
    stopSignal: valueOf('STOPSIGNAL'),
    env: pairsOf('ENV'),
    labels: pairsOf('LABEL'),
    entrypoint: listOf('ENTRYPOINT'),
    command: listOf('CMD'),
  };
}
