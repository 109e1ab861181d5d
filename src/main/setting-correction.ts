import { describeTlsFailure } from '../core/connection-failure.ts';

/** Returns the settings to correct after the error of a provider. After a fault of TLS, only its address can be wrong. */
export function settingCorrection(
  error: unknown,
  keySetting: string,
  baseUrlSetting: string,
  others: readonly string[] = [],
): string {
  if (describeTlsFailure(error) !== undefined) return `The address is set by ${baseUrlSetting}.`;
  const settings = [keySetting, baseUrlSetting, ...others];
  return `Correct ${settings.slice(0, -1).join(', ')} or ${settings.at(-1)}.`;
}
