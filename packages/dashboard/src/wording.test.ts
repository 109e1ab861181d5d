import { describe, expect, it } from 'vitest';
import { fieldLabel, placeOf, toPageWording } from './wording.ts';

const agent = 'agent_01M8HWF624E6W8XT63T6Q1WBFV';

describe('toPageWording', () => {
  it.each([
    ['The request is invalid. See fields.', 'The request is invalid.'],
    ['Send a number, not a string.', 'Enter a number.'],
    ['Send "dmy" or "mdy".', 'Choose "dmy" or "mdy".'],
    ['Send null, or a text.', 'Leave this empty, or a text.'],
    ['Send at most 80 characters; this has 90.', 'Enter at most 80 characters; this has 90.'],
    [
      'The country is missing. Write the number with a plus sign and country code, or send defaultCountry.',
      'The country is missing. Write the number with a plus sign and country code, or set "Country of national numbers".',
    ],
    ['With dateOrder dmy write 24.11.2026 10:00.', 'Write 24.11.2026 10:00.'],
    [
      'Write 2026-11-24; or send dateOrder: mdy for 11/24/2026 or dmy for 24.11.2026.',
      'Write 2026-11-24; or set "Order of dates": 11/24/2026 or 24.11.2026.',
    ],
    ['Send either `all` or `any`.', 'Enter either "All of these hold" or "One of these holds".'],
    [
      'Decrease minSilenceMs or increase maxSilenceMs.',
      'Decrease "Shortest silence (ms)" or increase "Longest silence (ms)".',
    ],
    [
      'Set modelSettings.voice to null, and voice.voiceId to the voice.',
      'Set "Voice of the language model" to empty, and "Voice" to the voice.',
    ],
    ['The id of the flow.', 'The flow.'],
    [`The agent ${agent} does not exist.`, 'The agent does not exist.'],
    [
      'Row 2 has a number of batch_01M8HWF624E6W8XT63T6Q1WBFV that this agent started within 24 hours.',
      'Row 2 has a number of another batch that this agent started within 24 hours.',
    ],
    [
      'This time is in the past. Omit scheduledAt to call now.',
      'This time is in the past. Leave "Time" empty to call now.',
    ],
  ])('shows %s', (sentence, shown) => {
    expect(toPageWording(sentence)).toBe(shown);
  });

  it.each([
    'Write an email address such as ada@example.com.',
    'The flow uses {{agentId}}, and the file has the column "flowId".',
    'Write an http or https URL such as https://example.com/path.',
    'Set PARLEY_OPENAI_API_KEY and restart the service.',
  ])('keeps data: %s', (sentence) => {
    expect(toPageWording(sentence)).toBe(sentence);
  });
});

describe('labels of fields', () => {
  it('are those of the form, or made of the name', () => {
    expect(fieldLabel('flowId')).toBe('Flow');
    expect(fieldLabel('nodes[2].config.flowId')).toBe('Message flow');
    expect(fieldLabel('voice.noSuchSetting')).toBe('No such setting');
    expect(placeOf('voice.fallback[1].voiceId')).toBe('Voice › Fallback 2 › Voice');
    expect(placeOf('rows[7].phone_number')).toBe('Row 7 › Phone number');
  });
});
