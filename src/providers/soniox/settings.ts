/** Without a path. */
export const sonioxBaseUrl = 'https://stt-rt.soniox.com';
export const vendor = 'Soniox';
