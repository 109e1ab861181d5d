import type { LanguageTool } from '../../contracts/language-model.ts';
import { edgeToolPrefix } from '../../domain/agent.ts';
import type { EdgeStatement } from '../../domain/flow/protocol.ts';

export interface EdgeToolsOptions {
  /** Returns the edges of the current turn; empty if the model cannot choose one. */
  readonly list: () => readonly EdgeStatement[];
  /** Follows an edge. */
  readonly choose: (edgeId: string) => void;
}

const parameters = { type: 'object', properties: {}, additionalProperties: false };

/** Offers the edges of a conversation as tools, so that the model can choose an edge or reply in one request. */
export class EdgeTools {
  readonly #options: EdgeToolsOptions;

  constructor(options: EdgeToolsOptions) {
    this.#options = options;
  }

  get definitions(): readonly LanguageTool[] {
    return this.#options.list().map(({ text }, index) => ({
      name: `${edgeToolPrefix}${index + 1}`,
      description: `Continues with another step of the call. Call it, without any text, as soon as this is true: ${text}`,
      parameters,
    }));
  }

  /** Whether an edge of the current turn has this name. */
  has(name: string): boolean {
    return this.#edgeOf(name) !== undefined;
  }

  /** Follows the edge. The model needs no result. */
  run(name: string): undefined {
    const edge = this.#edgeOf(name);
    if (edge !== undefined) this.#options.choose(edge.edgeId);
    return undefined;
  }

  #edgeOf(name: string): EdgeStatement | undefined {
    return this.#options.list().find((_, index) => name === `${edgeToolPrefix}${index + 1}`);
  }
}
