/** Verification results of OpenSSL (X509_V_ERR_…) and errors of Node that an operator can act on. */
const tlsFaults: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its TLS certificate has expired',
  CERT_NOT_YET_VALID: 'its TLS certificate is not valid yet',
  CERT_REVOKED: 'its TLS certificate was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its TLS certificate is for another host name',
  HOSTNAME_MISMATCH: 'its TLS certificate is for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its TLS certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its TLS certificate is signed by an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT: 'its TLS certificate is signed by an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its TLS certificate is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its TLS certificate is signed by an unknown authority',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS on this port',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak TLS on this port',
  // Alert 116 of TLS 1.3 (RFC 8446 §6.2). TLS 1.2 has only alert 40, which has other causes too.
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'it demands a TLS client certificate, which is not supported',
  'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE':
    'it rejected the TLS handshake, for example because it demands a client certificate',
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE:
    'it rejected the TLS handshake, for example because it demands a client certificate',
  // An error of OpenSSL that Node gives no other code.
  EPROTO: 'the TLS handshake failed',
};

/** Returns the fault of a TLS connection in words, such as "its TLS certificate has expired". Undefined for other error codes. */
export function tlsFault(code: string): string | undefined {
  const fault = tlsFaults[code];
  if (fault !== undefined) return fault;
  if (/^(CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|INVALID_)/.test(code))
    return 'its TLS certificate is not valid';
  return /^ERR_(SSL|TLS)/.test(code) ? 'the TLS handshake failed' : undefined;
}
