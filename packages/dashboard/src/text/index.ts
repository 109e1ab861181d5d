import { text as english } from './en/index.ts';

/** All texts of the pages. Another language is a folder like `en` that satisfies the type of `en`. */
export const text = english;
