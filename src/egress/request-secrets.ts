import { z } from 'zod';

const secretName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'Write a name of letters, digits and _.');

const SecretList = z.record(
  secretName,
  z.strictObject({
    value: z
      .string()
      .min(1)
      .max(4096)
      .regex(/^[\t\x20-\x7E]+$/, 'Write visible ASCII characters.'),
    /** The only hosts to which the secret is sent. */
    hosts: z.array(z.string().min(1).max(253)).min(1).max(100),
    /** The workspaces that may use the secret; all if omitted. */
    workspaces: z.array(z.string()).optional(),
  }),
);

type SecretEntry = z.output<typeof SecretList>[string];

/** A secret that a request refers to and that cannot be sent. The message continues the sentence "The request …". */
export class SecretDenied extends Error {
  override readonly name = 'SecretDenied';
}

/**
 * The operator's secrets for headers of requests that customers configure. A secret is sent only to its hosts, and only for its workspaces,
 * so that a user who can edit an agent cannot read it.
 */
export class RequestSecrets {
  readonly #entries: ReadonlyMap<string, SecretEntry>;

  constructor(entries: ReadonlyMap<string, SecretEntry> = new Map()) {
    this.#entries = entries;
  }

  /** Parses `{"NAME": {"value", "hosts", "workspaces"?}}`. Throws `SyntaxError` or `ZodError`. */
  static parse(json: string): RequestSecrets {
    return new RequestSecrets(new Map(Object.entries(SecretList.parse(JSON.parse(json)))));
  }

  /** @throws {SecretDenied} if the secret does not exist, or is not available to the workspace or for the host */
  valueFor(name: string, { workspaceId, url }: { readonly workspaceId: string; readonly url: URL }): string {
    const entry = this.#entries.get(name);
    const isAvailable = entry?.workspaces === undefined || entry.workspaces.includes(workspaceId);
    if (entry === undefined || !isAvailable)
      throw new SecretDenied(`refers to the secret ${name}, which does not exist`);
    if (!entry.hosts.some((host) => host.toLowerCase() === url.hostname))
      throw new SecretDenied(`refers to the secret ${name}, which is not allowed for ${url.hostname}`);
    return entry.value;
  }
}
