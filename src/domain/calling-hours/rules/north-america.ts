import { noCalls, dayHours, weekHours, type CallingRule } from '../calling-rule.ts';
import {
  after,
  easter,
  from,
  HolidayCalendar,
  on,
  saturdayOnFriday,
  sundayOnMonday,
  type Holiday,
} from '../holidays.ts';

const version = '2026-11-21';
const dayMs = 86_400_000;
const threeADay = { count: 3, periodMs: dayMs };

const newYear = on(1, 1);
const kingDay = from(1, 15, 1);
const presidentsDay = from(2, 15, 1);
const memorialDay = from(5, 25, 1);
const juneteenth = on(6, 19);
const independenceDay = on(7, 4);
const laborDay = from(9, 1, 1);
const columbusDay = from(10, 8, 1);
const veteransDay = on(11, 11);
const thanksgiving = from(11, 22, 4);
const christmas = on(12, 25);
const goodFriday = easter(-2);
const mardiGras = easter(-47);
const electionDay = from(11, 2, 2);

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
  rest: Pick<CallingRule, 'week' | 'holidays' | 'limit'>,
): CallingRule => ({
  id: `us-${region.toLowerCase()}`,
  citation,
  version,
  basis: 'law',
  confidence,
  countries: ['US'],
  regions: [region],
  ...rest,
});

const closedOn = (more: readonly Holiday[] = []) => ({
  calendar: new HolidayCalendar([...federal, ...more], saturdayOnFriday),
  hours: noCalls,
});

/**
 * States whose hours are stricter than the federal ones. Rules for automated calls count, since every call of Parley is one. Where it is not
 * known whether a state keeps a federal holiday it is kept.
 */
const states: readonly CallingRule[] = [
  state('AL', 'Ala. Admin. Code r. 770-X-5-.17(1)(b); Ala. Code § 1-3-8', 'text', {
    week: weekHours('08:00-20:00', '08:00-20:00', 'none'),
    holidays: closedOn([mardiGras, from(4, 22, 1), from(6, 1, 1), on(12, 1)]),
  }),
  state('CT', 'Conn. Gen. Stat. § 42-288a, as amended by P.A. 23-98', 'reported', {
    week: weekHours('09:00-20:00'),
  }),
  state('FL', 'Fla. Stat. § 501.616(6)', 'text', { week: weekHours('08:00-20:00'), limit: threeADay }),
  state('KY', 'KRS 367.46955', 'reported', { week: weekHours('10:00-21:00') }),
  state('LA', 'LPSC General Order R-29617 § (V)(A)(2)', 'reported', {
    week: weekHours('08:00-20:00', '08:00-20:00', 'none'),
    holidays: closedOn([on(1, 8), on(1, 19), mardiGras, goodFriday, electionDay, after(thanksgiving, 1)]),
  }),
  state('MA', 'M.G.L. c. 159C', 'reported', { week: weekHours('08:00-20:00') }),
  state('MD', 'Md. Code, Com. Law § 14-4502 (Stop the Spam Calls Act of 2023)', 'reported', {
    week: weekHours('08:00-20:00'),
    limit: threeADay,
  }),
  state('ME', '10 M.R.S. § 1498 (automated calls)', 'reported', {
    week: weekHours('09:00-17:00', 'none'),
  }),
  state('MI', 'Michigan, as tabulated by the trade', 'reported', { week: weekHours('09:00-21:00') }),
  state('MN', 'Minn. Stat. § 325E.30', 'reported', { week: weekHours('09:00-21:00') }),
  state('MS', 'Miss. Code §§ 77-3-603(a), 77-3-723(1)', 'text', {
    week: weekHours('08:00-21:00', '08:00-21:00', 'none'),
  }),
  state('NE', '291 Neb. Admin. Code ch. 11 § 3 (prerecorded messages)', 'reported', {
    week: weekHours('08:00-21:00', '08:00-21:00', '13:00-21:00'),
    holidays: {
      calendar: new HolidayCalendar(federal, saturdayOnFriday),
      hours: dayHours('13:00-21:00'),
    },
  }),
  state('NM', 'N.M. Stat. § 57-12-22(B)(5)', 'text', { week: weekHours('09:00-21:00') }),
  state('NV', 'NRS 597.814(2)(a) (from 9 a.m.); until 8 p.m. as tabulated by the trade', 'reported', {
    week: weekHours('09:00-20:00'),
  }),
  state('OK', 'Okla. Stat. tit. 15 §§ 755.1(C)(2) (automated calls, from 9 a.m.), 775C.4', 'reported', {
    week: weekHours('09:00-20:00'),
    limit: threeADay,
  }),
  state('PA', '73 P.S. § 2245(a)(1), (10); no Sundays since 2026-10-18', 'reported', {
    week: weekHours('08:00-21:00', '08:00-21:00', 'none'),
    holidays: closedOn([goodFriday, on(6, 14), electionDay]),
  }),
  state('RI', 'R.I. Gen. Laws §§ 5-61-2(2), 5-61-3.6', 'text', {
    week: weekHours('09:00-18:00', '10:00-17:00', 'none'),
    holidays: closedOn([on(5, 4), from(8, 8, 1), electionDay]),
  }),
  state('SD', 'SDCL 37-30-28 (automated dialing)', 'text', { week: weekHours('09:00-21:00', 'none') }),
  state('TX', 'Tex. Bus. & Com. Code § 301.051', 'reported', {
    week: weekHours('09:00-21:00', '09:00-21:00', '12:00-21:00'),
  }),
  state('UT', 'Utah Code § 13-25a-103(3)', 'text', {
    week: weekHours('08:00-21:00', '08:00-21:00', 'none'),
    holidays: closedOn([on(7, 24)]),
  }),
  state('WA', 'RCW 19.158.040(2)', 'text', { week: weekHours('08:00-20:00') }),
  state('WY', 'Wyo. Stat. § 40-12-302', 'reported', { week: weekHours('08:00-20:00') }),
];

const canada: readonly CallingRule[] = [
  {
    id: 'ca',
    citation: 'CRTC Unsolicited Telecommunications Rules, part III ss. 23-24',
    version,
    basis: 'law',
    confidence: 'reported',
    countries: ['CA'],
    week: weekHours('09:00-21:30', '10:00-18:00'),
  },
  {
    id: 'ca-bc',
    citation: 'British Columbia, Telemarketer Licensing Regulation (no calls on statutory holidays)',
    version,
    basis: 'law',
    confidence: 'reported',
    countries: ['CA'],
    regions: ['BC'],
    week: weekHours('09:00-21:30', '10:00-18:00'),
    holidays: {
      calendar: new HolidayCalendar(
        [
          newYear,
          from(2, 15, 1),
          goodFriday,
          from(5, 18, 1),
          on(7, 1),
          from(8, 1, 1),
          laborDay,
          on(9, 30),
          from(10, 8, 1),
          veteransDay,
          christmas,
        ],
        sundayOnMonday,
      ),
      hours: noCalls,
    },
  },
];

export const northAmericanRules: readonly CallingRule[] = [
  {
    id: 'us-federal',
    citation: '47 CFR § 64.1200(c)(1)',
    version,
    basis: 'law',
    confidence: 'text',
    countries: ['US', 'PR', 'VI', 'GU', 'AS', 'MP'],
    week: weekHours('08:00-21:00'),
  },
  ...states,
  ...canada,
];
