/** Header fields in their usual spelling: RFC 3261 §20 and the extensions in the README of this folder. */
const spellings = [
  'Accept',
  'Alert-Info',
  'Allow',
  'Allow-Events',
  'Authentication-Info',
  'Authorization',
  'Call-ID',
  'Contact',
  'Content-Disposition',
  'Content-Encoding',
  'Content-Length',
  'Content-Type',
  'CSeq',
  'Date',
  'Event',
  'Expires',
  'From',
  'In-Reply-To',
  'Max-Forwards',
  'MIME-Version',
  'Min-Expires',
  'Min-SE',
  'Organization',
  'P-Asserted-Identity',
  'P-Preferred-Identity',
  'Privacy',
  'Proxy-Authenticate',
  'Proxy-Authorization',
  'Proxy-Require',
  'RAck',
  'Reason',
  'Record-Route',
  'Refer-To',
  'Referred-By',
  'Replaces',
  'Require',
  'Retry-After',
  'Route',
  'RSeq',
  'Server',
  'Session-Expires',
  'Subject',
  'Subscription-State',
  'Supported',
  'Timestamp',
  'To',
  'Unsupported',
  'User-Agent',
  'Via',
  'Warning',
  'WWW-Authenticate',
] as const;

/** RFC 3261 §7.3.3, with the compact forms of RFC 3515 (r), 3892 (b), 4028 (x) and 6665 (o, u). */
const compactForms: Readonly<Record<string, (typeof spellings)[number]>> = {
  b: 'Referred-By',
  c: 'Content-Type',
  e: 'Content-Encoding',
  f: 'From',
  i: 'Call-ID',
  k: 'Supported',
  l: 'Content-Length',
  m: 'Contact',
  o: 'Event',
  r: 'Refer-To',
  s: 'Subject',
  t: 'To',
  u: 'Allow-Events',
  v: 'Via',
  x: 'Session-Expires',
};

export interface HeaderName {
  /** Lower case, long form; used for comparison. */
  readonly key: string;
  /** As written to the wire. */
  readonly spelling: string;
}

const knownNames = new Map<string, HeaderName>();
for (const spelling of spellings) {
  const name = { key: spelling.toLowerCase(), spelling };
  knownNames.set(spelling, name);
  knownNames.set(name.key, name);
}
for (const [compact, spelling] of Object.entries(compactForms)) {
  knownNames.set(compact, knownNames.get(spelling)!);
  knownNames.set(compact.toUpperCase(), knownNames.get(spelling)!);
}

/** Finds a name in any spelling: compact, long, any case. `undefined` for unknown names. */
export function findHeaderName(text: string): HeaderName | undefined {
  return knownNames.get(text) ?? knownNames.get(text.toLowerCase());
}

/** Returns the name for any text. Unknown names keep their spelling. */
export function headerName(text: string): HeaderName {
  return findHeaderName(text) ?? { key: text.toLowerCase(), spelling: text };
}
