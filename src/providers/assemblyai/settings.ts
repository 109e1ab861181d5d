/** Without a path. */
export const assemblyAiBaseUrl = 'https://streaming.assemblyai.com';
export const vendor = 'AssemblyAI';
