import { noCalls, dayHours, weekHours, type CallingRule } from '../calling-rule.ts';
import {
  daysAfter,
  easter,
  weekdayFrom,
  HolidayCalendar,
  monday,
  on,
  saturdayOnFriday,
  sundayOnMonday,
  thursday,
  tuesday,
  type Holiday,
} from '../holidays.ts';
import { everyPurpose, salesOnly } from '../purpose.ts';

const version = '2026-11-22';
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const threeCallsPerDay = [{ count: 3, periodMs: dayMs }];

const newYear = on(1, 1);
const kingDay = weekdayFrom(1, 15, monday);
const presidentsDay = weekdayFrom(2, 15, monday);
const memorialDay = weekdayFrom(5, 25, monday);
const juneteenth = on(6, 19);
const independenceDay = on(7, 4);
const laborDay = weekdayFrom(9, 1, monday);
const columbusDay = weekdayFrom(10, 8, monday);
const veteransDay = on(11, 11);
const thanksgiving = weekdayFrom(11, 22, thursday);
const christmas = on(12, 25);
const goodFriday = easter(-2);
const mardiGras = easter(-47);
const electionDay = weekdayFrom(11, 2, tuesday);

const battleOfNewOrleansDay = on(1, 8);
const confederateMemorialDay = weekdayFrom(4, 22, monday);
const rhodeIslandIndependenceDay = on(5, 4);
const jeffersonDavisBirthday = weekdayFrom(6, 1, monday);
const flagDay = on(6, 14);
const pioneerDay = on(7, 24);
const victoryDay = weekdayFrom(8, 8, monday);
const hueyLongDay = on(8, 30);
const allSaintsDay = on(11, 1);
const rosaParksDay = on(12, 1);

const familyDay = weekdayFrom(2, 15, monday);
const victoriaDay = weekdayFrom(5, 18, monday);
const canadaDay = on(7, 1);
const britishColumbiaDay = weekdayFrom(8, 1, monday);
const truthAndReconciliationDay = on(9, 30);
const canadianThanksgiving = weekdayFrom(10, 8, monday);
const remembranceDay = on(11, 11);

/** 5 U.S.C. § 6103(a). */
const federal: readonly Holiday[] = [
  newYear,
  kingDay,
  presidentsDay,
  memorialDay,
  juneteenth,
  independenceDay,
  laborDay,
  columbusDay,
  veteransDay,
  thanksgiving,
  christmas,
];

const state = (
  region: string,
  citation: string,
  confidence: CallingRule['confidence'],
  rest: Omit<Partial<CallingRule>, 'id' | 'citation' | 'version' | 'basis' | 'confidence'>,
): CallingRule => ({
  id: `us-${region.toLowerCase()}`,
  citation,
  version,
  basis: 'law',
  confidence,
  purposes: salesOnly,
  countries: ['US'],
  regions: [region],
  ...rest,
});

/** No calls on the federal holidays and the further ones of a state. */
const closedOnFederalHolidaysAnd = (further: readonly Holiday[]) => ({
  calendar: new HolidayCalendar([...federal, ...further], saturdayOnFriday),
  hours: noCalls,
});

/**
 * States with stricter hours than the federal ones. Rules on automated calls apply, because every call of Parley is automated. If it is
 * unknown whether a state observes a federal holiday, the holiday applies. The arguments of `weekHours` are the hours from Monday to Friday, on
 * Saturday and on Sunday.
 */
const states: readonly CallingRule[] = [
  state('AL', 'Ala. Admin. Code r. 770-X-5-.17(1)(b); Ala. Code § 1-3-8', 'high', {
    week: weekHours('08:00-20:00', '08:00-20:00', 'none'),
    holidays: closedOnFederalHolidaysAnd([
      mardiGras,
      confederateMemorialDay,
      jeffersonDavisBirthday,
      rosaParksDay,
    ]),
  }),
  state('CA', 'Cal. Public Utilities Code § 2872(c) (automatic dialing-announcing devices)', 'high', {
    purposes: everyPurpose,
    week: weekHours('09:00-21:00'),
  }),
  state('CT', 'Conn. Gen. Stat. § 42-288a, as amended by P.A. 23-98', 'medium', {
    week: weekHours('09:00-20:00'),
  }),
  state('FL', 'Fla. Stat. § 501.616(6)', 'high', {
    week: weekHours('08:00-20:00'),
    limits: threeCallsPerDay,
  }),
  state('IL', '815 ILCS 305/15 (recorded messages)', 'low', { week: weekHours('09:00-21:00') }),
  state('KY', 'KRS 367.46955', 'medium', { week: weekHours('10:00-21:00') }),
  state('LA', 'LPSC General Order R-29617 § (V)(A)(2); La. R.S. 1:55 (holidays)', 'medium', {
    week: weekHours('08:00-20:00', '08:00-20:00', 'none'),
    holidays: closedOnFederalHolidaysAnd([
      battleOfNewOrleansDay,
      mardiGras,
      goodFriday,
      hueyLongDay,
      allSaintsDay,
      electionDay,
      daysAfter(thanksgiving, 1),
    ]),
  }),
  state('MA', '201 CMR 12.02(2)', 'medium', { week: weekHours('08:00-20:00') }),
  state('MD', 'Md. Code, Com. Law § 14-4502 (Stop the Spam Calls Act of 2023)', 'medium', {
    week: weekHours('08:00-20:00'),
    limits: threeCallsPerDay,
  }),
  state(
    'ME',
    '10 M.R.S. § 1498(3) (automated calls; 1 completed call per 8 h, all calls are counted)',
    'high',
    {
      week: weekHours('09:00-17:00', 'none'),
      limits: [{ count: 1, periodMs: 8 * hourMs }],
    },
  ),
  state('MI', 'Michigan, as tabulated by the trade', 'low', { week: weekHours('09:00-21:00') }),
  state('MN', 'Minn. Stat. § 325E.30', 'medium', { week: weekHours('09:00-21:00') }),
  state('MS', 'Miss. Code §§ 77-3-603(a), 77-3-723(1)', 'high', {
    week: weekHours('08:00-21:00', '08:00-21:00', 'none'),
  }),
  state('NE', '291 Neb. Admin. Code ch. 11 § 3 (prerecorded messages)', 'medium', {
    purposes: everyPurpose,
    week: weekHours('08:00-21:00', '08:00-21:00', '13:00-21:00'),
    holidays: {
      calendar: new HolidayCalendar(federal, saturdayOnFriday),
      hours: dayHours('13:00-21:00'),
    },
  }),
  state('NM', 'N.M. Stat. § 57-12-22(B)(5)', 'high', { week: weekHours('09:00-21:00') }),
  state('NV', 'NRS 597.814(2)(a) (from 9 a.m.); until 8 p.m. as tabulated by the trade', 'low', {
    week: weekHours('09:00-20:00'),
  }),
  state('OK', 'Okla. Stat. tit. 15 §§ 755.1(C)(2) (automated calls, from 9 a.m.), 775C.4', 'medium', {
    week: weekHours('09:00-20:00'),
    limits: threeCallsPerDay,
  }),
  state('OR', 'Oregon HB 3865 (2025)', 'medium', {
    since: '2026-01-01',
    week: weekHours('08:00-20:00'),
    limits: threeCallsPerDay,
  }),
  state('PA', '73 P.S. § 2245(a)(1), (10); SB 992 as passed by the Senate (9-19, no Sundays)', 'low', {
    since: '2026-10-18',
    week: weekHours('09:00-19:00', '09:00-19:00', 'none'),
    holidays: closedOnFederalHolidaysAnd([goodFriday, flagDay, electionDay]),
  }),
  state('RI', 'R.I. Gen. Laws §§ 5-61-2(2), 5-61-3.6', 'high', {
    week: weekHours('09:00-18:00', '10:00-17:00', 'none'),
    holidays: closedOnFederalHolidaysAnd([rhodeIslandIndependenceDay, victoryDay, electionDay]),
  }),
  state(
    'SC',
    'S.C. Code § 16-17-446(C)(3) (announcing devices; validity doubtful since Cahaly v. LaRosa)',
    'low',
    {
      purposes: everyPurpose,
      week: weekHours('08:00-19:00'),
    },
  ),
  state('SD', 'SDCL 37-30-28 (automated dialing)', 'high', { week: weekHours('09:00-21:00', 'none') }),
  state('TX', 'Tex. Bus. & Com. Code § 301.051', 'medium', {
    week: weekHours('09:00-21:00', '09:00-21:00', '12:00-21:00'),
  }),
  state('UT', 'Utah Code § 13-25a-103(3)', 'high', {
    week: weekHours('08:00-21:00', '08:00-21:00', 'none'),
    holidays: closedOnFederalHolidaysAnd([pioneerDay]),
  }),
  state('WA', 'RCW 19.158.040(2)', 'high', { week: weekHours('08:00-20:00') }),
  state('WY', 'Wyo. Stat. § 40-12-302', 'low', { week: weekHours('08:00-20:00') }),
];

const canada: readonly CallingRule[] = [
  {
    id: 'ca',
    citation: 'CRTC Unsolicited Telecommunications Rules, part III ss. 23-24',
    version,
    basis: 'law',
    confidence: 'medium',
    purposes: salesOnly,
    countries: ['CA'],
    week: weekHours('09:00-21:30', '10:00-18:00'),
  },
  {
    id: 'ca-bc',
    citation: 'British Columbia, Telemarketer Licensing Regulation (no calls on statutory holidays)',
    version,
    basis: 'law',
    confidence: 'low',
    purposes: salesOnly,
    countries: ['CA'],
    regions: ['BC'],
    week: weekHours('09:00-21:30', '10:00-18:00'),
    holidays: {
      calendar: new HolidayCalendar(
        [
          newYear,
          familyDay,
          goodFriday,
          victoriaDay,
          canadaDay,
          britishColumbiaDay,
          laborDay,
          truthAndReconciliationDay,
          canadianThanksgiving,
          remembranceDay,
          christmas,
        ],
        sundayOnMonday,
      ),
      hours: noCalls,
    },
  },
];

const unitedStates = ['US', 'PR', 'VI', 'GU', 'AS', 'MP'];

const federalRules: readonly CallingRule[] = [
  {
    id: 'us-federal',
    citation: '47 CFR § 64.1200(c)(1); 16 CFR § 310.4(c); 15 U.S.C. § 1692c(a)(1) (collection)',
    version,
    basis: 'law',
    confidence: 'high',
    purposes: ['sales', 'collection'],
    countries: unitedStates,
    week: weekHours('08:00-21:00'),
  },
  {
    id: 'us-artificial-voice',
    citation: '47 CFR § 64.1200(a)(3)(ii)-(iv) (calls with an artificial voice without prior consent)',
    version,
    since: '2023-07-20',
    basis: 'law',
    confidence: 'medium',
    purposes: everyPurpose,
    liftedByConsent: true,
    countries: unitedStates,
    limits: [{ count: 3, periodMs: 30 * dayMs }],
  },
  {
    id: 'us-artificial-voice-health',
    citation: '47 CFR § 64.1200(a)(3)(v) (health care messages without prior consent)',
    version,
    since: '2023-07-20',
    basis: 'law',
    confidence: 'medium',
    purposes: ['reminder'],
    liftedByConsent: true,
    countries: unitedStates,
    limits: [
      { count: 1, periodMs: dayMs },
      { count: 3, periodMs: 7 * dayMs },
    ],
  },
];

export const northAmericanRules: readonly CallingRule[] = [...federalRules, ...states, ...canada];
