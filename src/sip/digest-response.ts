import { createHash } from 'node:crypto';

/** The hashes of RFC 7616 §6.1 and RFC 8760 §2, strongest first; each also with `-sess`. */
const hashes = { 'SHA-512-256': 'sha512-256', 'SHA-256': 'sha256', MD5: 'md5' } as const;

export type DigestHash = keyof typeof hashes;

export interface DigestAlgorithm {
  readonly hash: DigestHash;
  /** Whether A1 includes the nonces of the session (RFC 7616 §3.4.2). */
  readonly session: boolean;
  /** 0 is the strongest. */
  readonly rank: number;
}

const names = Object.keys(hashes) as DigestHash[];

/** Parses an algorithm name; `undefined` for unsupported algorithms. */
export function digestAlgorithm(text: string): DigestAlgorithm | undefined {
  const upper = text.toUpperCase();
  const session = upper.endsWith('-SESS');
  const rank = names.indexOf((session ? upper.slice(0, -5) : upper) as DigestHash);
  return rank < 0 ? undefined : { hash: names[rank]!, session, rank };
}

export interface DigestInputs {
  readonly algorithm: DigestAlgorithm;
  readonly username: string;
  readonly realm: string;
  readonly password: string;
  readonly nonce: string;
  readonly method: string;
  /** The `uri` parameter, as sent. */
  readonly uri: string;
  /** The body of the request, which auth-int protects. */
  readonly body: Buffer;
  /** `undefined` for servers that offer no qop (RFC 2069). */
  readonly qop: 'auth' | 'auth-int' | undefined;
  readonly cnonce: string;
  /** Eight hexadecimal digits. */
  readonly nc: string;
}

/** Returns the `response` parameter (RFC 7616 §3.4.1) in lower-case hexadecimal. */
export function digestResponse(inputs: DigestInputs): string {
  const hash = (data: string | Buffer) =>
    createHash(hashes[inputs.algorithm.hash]).update(data).digest('hex');
  const secret = hash(`${inputs.username}:${inputs.realm}:${inputs.password}`);
  const a1 = inputs.algorithm.session ? hash(`${secret}:${inputs.nonce}:${inputs.cnonce}`) : secret;
  const bodyPart = inputs.qop === 'auth-int' ? `:${hash(inputs.body)}` : '';
  const a2 = hash(`${inputs.method}:${inputs.uri}${bodyPart}`);
  const middle = inputs.qop === undefined ? '' : `${inputs.nc}:${inputs.cnonce}:${inputs.qop}:`;
  return hash(`${a1}:${inputs.nonce}:${middle}${a2}`);
}
