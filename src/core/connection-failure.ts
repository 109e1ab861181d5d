const wrongPort = 'it does not speak TLS on this port; correct the port, or connect without TLS';
const oldVersions = 'it supports only old versions of TLS; enable TLS 1.2 or 1.3 there';
const unknownAuthority =
  'its TLS certificate is signed by an unknown authority; let it send its intermediate certificates, or set NODE_EXTRA_CA_CERTS to a file with the certificate of the authority';
const rejected = 'it rejected the TLS handshake, for example because it demands a client certificate';

/** Verification results of OpenSSL (X509_V_ERR_…) and errors of Node that an operator can act on: what is wrong, and what to do. */
const tlsFailures: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its TLS certificate has expired; renew it, or correct the clock of this machine',
  CERT_NOT_YET_VALID:
    'its TLS certificate is not valid yet; correct the clock of this machine, or replace it',
  CERT_REVOKED: 'its TLS certificate was revoked; replace it',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its TLS certificate is self-signed; replace it, or set NODE_EXTRA_CA_CERTS to a file with it',
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  INVALID_PURPOSE: 'its TLS certificate is not for servers; replace it',
  ERR_SSL_WRONG_VERSION_NUMBER: wrongPort,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: wrongPort,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: oldVersions,
  ERR_SSL_UNSUPPORTED_PROTOCOL: oldVersions,
  // Alert 116 of TLS 1.3 (RFC 8446 §6.2). TLS 1.2 has only alert 40, which has other causes too.
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'it demands a TLS client certificate, which is not supported',
  'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE': rejected,
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: rejected,
};

const socketFailures: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'it refused the connection',
  ECONNRESET: 'it closed the connection',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name cannot be resolved',
  ETIMEDOUT: 'it did not respond',
  EHOSTUNREACH: 'it is unreachable',
  ENETUNREACH: 'it is unreachable',
};

/** The part of an error of Node's sockets, or of a library that wraps it, that describes the failure. */
interface ConnectionError {
  readonly code?: string | number;
  /** The code, if nodemailer has replaced it. */
  readonly originalCode?: string;
  readonly message?: string;
  readonly cause?: unknown;
  /** The name that was expected, and the certificate that has others. */
  readonly host?: string;
  readonly cert?: {
    readonly subjectaltname?: string | undefined;
    readonly subject?: { readonly CN?: string | string[] };
  };
}

const maxCauses = 5;

/**
 * Returns the failure of a TLS connection and what to do, as the end of a sentence: "its TLS certificate has expired; renew it, …". Also reads the
 * causes of the error. Undefined for errors of another kind.
 */
export const describeTlsFailure = (error: unknown): string | undefined => findFailure(error, tlsFailureOf);

/** Returns the failure of a connection as the end of a sentence, with TLS or without: "it refused the connection". Undefined for errors of another kind. */
export const describeConnectionFailure = (error: unknown): string | undefined =>
  findFailure(
    error,
    (cause) => socketFailures[codeOf(cause)] ?? socketFailures[String(cause.code)] ?? tlsFailureOf(cause),
  );

function findFailure(
  error: unknown,
  describe: (cause: ConnectionError) => string | undefined,
): string | undefined {
  let cause = error as ConnectionError | undefined | null;
  for (let depth = 0; depth < maxCauses && typeof cause === 'object' && cause !== null; depth += 1) {
    const failure = describe(cause);
    if (failure !== undefined) return failure;
    cause = cause.cause as ConnectionError | undefined;
  }
  return undefined;
}

/** Returns an error with only this code. The other fields of an error of a connection may contain the URL, and certificates. */
export const codedError = (code: string, message = code): Error =>
  Object.assign(new Error(message), { code });

/** Returns whether a certificate was rejected with this code. The client has then sent nothing after the handshake. */
export const isCertificateCode = (code: string): boolean =>
  /^(CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|INVALID_|UNSPECIFIED$|HOSTNAME_MISMATCH$|ERR_TLS_CERT_)/.test(
    code,
  );

function tlsFailureOf(error: ConnectionError): string | undefined {
  const code = codeOf(error);
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH') return nameFailure(error);
  const failure = tlsFailures[code];
  if (failure !== undefined) return failure;
  if (isCertificateCode(code)) return `its TLS certificate is not valid${reasonOf(error)}; replace it`;
  return code === 'EPROTO' || /^ERR_(SSL|TLS)/.test(code) ? 'the TLS handshake failed' : undefined;
}

/** Node reports an error of OpenSSL that occurs while it writes as EPROTO: "write EPROTO 40…:error:0A00010B:SSL routines:…:wrong version number:…". */
function codeOf({ code, originalCode, message }: ConnectionError): string {
  const known = String(originalCode ?? code ?? '');
  const reason = /:SSL routines:[^:]{0,100}:([^:]{1,100}):/.exec(String(message))?.[1];
  return known === 'EPROTO' && reason !== undefined
    ? `ERR_SSL_${reason.toUpperCase().replaceAll(' ', '_')}`
    : known;
}

/** Returns the sentence of OpenSSL: " (EE certificate key too weak)". */
function reasonOf({ message }: ConnectionError): string {
  const reason = /^[\w ]{1,100}$/.exec(message ?? '')?.[0];
  return reason === undefined ? '' : ` (${reason})`;
}

/** Names of a certificate that are listed. */
const maxNames = 4;
const maxNameLength = 100;

function nameFailure(error: ConnectionError): string {
  const host = nameOf(error.host ?? '');
  if (host === undefined || error.cert === undefined)
    return 'its TLS certificate is for another host name; use a name of the certificate';
  const names = namesOf(error.cert);
  if (names.length === 0) return `its TLS certificate names no host; install one for ${host}`;
  const further = names.length > maxNames ? `${names.length - maxNames} more` : undefined;
  const listed = [...names.slice(0, maxNames), ...(further === undefined ? [] : [further])];
  const last = listed.pop()!;
  const all = listed.length === 0 ? last : `${listed.join(', ')} and ${last}`;
  return `its TLS certificate is for ${all}, not for ${host}; connect by a name of the certificate, or install one for ${host}`;
}

/** The Common Name counts only without other names (RFC 9525 §2). */
function namesOf({ subjectaltname, subject }: NonNullable<ConnectionError['cert']>): string[] {
  const alternatives = (subjectaltname ?? '')
    .split(', ')
    .flatMap((name) => /^(?:DNS|IP Address):(.+)$/.exec(name)?.[1] ?? []);
  const names = alternatives.length > 0 ? alternatives : [subject?.CN ?? []].flat();
  return names.flatMap((name) => nameOf(name) ?? []);
}

/** A certificate can contain any text; a host name or an address has only these characters. */
const nameOf = (name: string): string | undefined =>
  /^[\w.*:-]+$/.test(name) ? name.slice(0, maxNameLength) : undefined;
