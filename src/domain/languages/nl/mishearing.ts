import { createMishearingTest } from '../../understanding/mishearing.ts';
import { dutchWords } from './words.ts';

/** 13 and 30, zeven and negen, juni and juli, dinsdag and donderdag. */
export const isDutchEasilyMisheard = createMishearingTest(
  dutchWords,
  /^(?:tachtig|(?:der|veer|vijf|zes|zeven|ach|acht|negen)(?:tien|tig)(?:de|ste)?|zeven|negen|zevende|negende|juni|juli|dinsdag|donderdag|(?:\d+\D)?(?:[79]|1[3-9]|[3-9]0)(?:\D\d+)?)$/u,
);
