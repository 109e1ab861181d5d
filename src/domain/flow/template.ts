const variablePattern = /\{\{\s*([A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)?)\s*\}\}/g;

/** The variables that a text with `{{…}}` names, each once. */
export function variablesOf(text: string): string[] {
  return [...new Set([...text.matchAll(variablePattern)].map((match) => match[1]!))];
}

/** Whether every `{{` belongs to a variable. */
export function isWellFormed(text: string): boolean {
  return !text.replaceAll(variablePattern, '').includes('{{');
}

/** The text with every variable replaced; what `lookUp` gives stands as it is. */
export function fillIn(text: string, lookUp: (name: string) => string): string {
  if (!text.includes('{{')) return text;
  return text.replaceAll(variablePattern, (_match, name: string) => lookUp(name));
}
