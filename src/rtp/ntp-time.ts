/** Seconds from 1900 (RFC 5905 §6) to 1970. */
const ntpEpochSeconds = 2_208_988_800;

/** An NTP timestamp (RFC 3550 §4): seconds since 1900 and the fraction of a second, 32 bits each. */
export interface NtpTime {
  readonly seconds: number;
  readonly fraction: number;
}

export function toNtpTime(unixMs: number): NtpTime {
  const seconds = Math.floor(unixMs / 1000);
  const fraction = Math.floor(((unixMs - seconds * 1000) / 1000) * 2 ** 32);
  return { seconds: (seconds + ntpEpochSeconds) % 2 ** 32, fraction };
}

/** Returns the middle 32 bits in units of 1/65536 s, the format of LSR and DLSR (RFC 3550 §6.4.1). */
export function middle32Bits(time: NtpTime): number {
  return (((time.seconds & 0xffff) << 16) | (time.fraction >>> 16)) >>> 0;
}

/**
 * Returns the round-trip time (RFC 3550 §6.4.1: arrival - LSR - DLSR). `undefined` if the peer has received no report
 * from us, or if its values are impossible.
 */
export function roundTripMs(
  arrivalUnixMs: number,
  lastSenderReport: number,
  delayUnits: number,
): number | undefined {
  if (lastSenderReport === 0) return undefined;
  const units = (middle32Bits(toNtpTime(arrivalUnixMs)) - lastSenderReport - delayUnits) | 0;
  const durationMs = (units * 1000) / 65_536;
  return durationMs < 0 || durationMs > 60_000 ? undefined : durationMs;
}
