/** Seconds from 1900 (RFC 5905 §6) to 1970. */
const ntpEpochSeconds = 2_208_988_800;

/** RFC 3550 §4: seconds since 1900 and the fraction of a second, 32 bits each. */
export interface NtpTime {
  readonly seconds: number;
  readonly fraction: number;
}

export function ntpTimeOf(unixMs: number): NtpTime {
  const seconds = Math.floor(unixMs / 1000);
  const fraction = Math.floor(((unixMs - seconds * 1000) / 1000) * 2 ** 32);
  return { seconds: (seconds + ntpEpochSeconds) % 2 ** 32, fraction };
}

/** The middle 32 bits, in units of 1/65536 s, as LSR and DLSR have them (RFC 3550 §6.4.1). */
export function middleOf(time: NtpTime): number {
  return (((time.seconds & 0xffff) << 16) | (time.fraction >>> 16)) >>> 0;
}

/**
 * RFC 3550 §6.4.1: arrival - LSR - DLSR. Undefined where the peer has had no report of ours, or claims what cannot be.
 */
export function roundTripMs(
  arrivalUnixMs: number,
  lastSenderReport: number,
  delayUnits: number,
): number | undefined {
  if (lastSenderReport === 0) return undefined;
  const units = (middleOf(ntpTimeOf(arrivalUnixMs)) - lastSenderReport - delayUnits) | 0;
  const durationMs = (units * 1000) / 65_536;
  return durationMs < 0 || durationMs > 60_000 ? undefined : durationMs;
}
