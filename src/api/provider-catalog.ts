/** What one provider offers. */
export interface Offer {
  /** As agents name it. */
  readonly provider: string;
  /** Its voices, or its models. Undefined: it takes any name. */
  readonly names: readonly string[] | undefined;
}

/** Who may be named to speak, hear and think. The same on every node, whether or not it carries calls itself. */
export interface ProviderCatalog {
  readonly textToSpeech: readonly Offer[];
  readonly speechToText: readonly Offer[];
  readonly languageModels: readonly Offer[];
}
