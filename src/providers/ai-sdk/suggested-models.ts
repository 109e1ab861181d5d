/** Models of each vendor that are known to answer fast enough for a call; docs/providers.md has their figures. The first is the default of checks. */
export const suggestedModels = {
  openai: ['gpt-4.1', 'gpt-5.1', 'gpt-4o'],
  anthropic: ['claude-haiku-4-5', 'claude-sonnet-4-6'],
  google: ['gemini-2.5-flash', 'gemini-3.5-flash-lite'],
} as const;
