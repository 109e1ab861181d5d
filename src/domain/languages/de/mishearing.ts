import { createMishearingTest } from '../../understanding/mishearing.ts';
import { germanWords } from './words.ts';

/** 13 and 30, zwei and drei, Juni and Juli, Dienstag and Donnerstag. */
export const isGermanEasilyMisheard = createMishearingTest(
  germanWords,
  /^(?:(?:drei|vier|fuenf|funf|sech|sechs|sieb|acht|neun)(?:zehn|zig|ssig)(?:t?e[nrs]?|ste[nrs]?)?|zwei|drei|juni|juli|dienstag|donnerstag|(?:\d+\D)?(?:[23]|1[3-9]|[3-9]0)(?:\D\d+)?)$/u,
);
