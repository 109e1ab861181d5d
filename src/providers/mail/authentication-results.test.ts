import { describe, expect, it } from 'vitest';
import { parseMail } from './parse-mail.ts';

const authservId = 'mx.parley.test';

async function resultsOf(fields: readonly string[], author = 'ada@example.com') {
  const lines = [...fields.map((field) => `Authentication-Results: ${field}`), `From: ${author}`, '', 'Yes.'];
  const raw = Buffer.from(lines.join('\r\n'));
  const parsed = await parseMail({
    raw,
    sender: undefined,
    recipients: undefined,
    ownAddress: 'agent@parley.test',
    authservId,
  });
  return parsed.kind === 'message' ? parsed.message.authentication : undefined;
}

const passed = { spf: 'pass', dkim: 'pass', dmarc: 'pass' };

describe('Authentication-Results', () => {
  it.each([
    [
      'spf=pass smtp.mailfrom=example.com; dkim=pass header.d=example.com; dmarc=pass header.from=example.com',
      passed,
    ],
    [
      'spf=pass (mx: domain of ada@example.com; designates) smtp.mailfrom="a;b@example.com";\r\n dkim=fail header.i=@list.example;\r\n dkim=pass header.i=@example.com; dmarc=pass (p=NONE (sp=NONE) dis=NONE) header.from=Example.com',
      passed,
    ],
    [
      'spf=softfail; dkim=permerror; dmarc=fail header.from=example.com',
      { spf: 'fail', dkim: 'error', dmarc: 'fail' },
    ],
    ['none', { spf: 'none', dkim: 'none', dmarc: 'none' }],
    ['arc=pass; dmarc=temperror', { spf: 'none', dkim: 'none', dmarc: 'error' }],
    ['(dmarc=pass header.from=example.com)', { spf: 'none', dkim: 'none', dmarc: 'none' }],
  ])('%s', async (results, authentication) => {
    expect(await resultsOf([`${authservId}; ${results}`])).toEqual(authentication);
    expect(await resultsOf([`MX.parley.test 1; ${results}`])).toEqual(authentication);
  });

  it('of another server are ignored, and so are those below the topmost', async () => {
    const forged = 'dmarc=pass header.from=example.com';
    expect(await resultsOf([`mx.example.net; ${forged}`])).toBeUndefined();
    expect(await resultsOf([`mx.parley.test.example.net; ${forged}`])).toBeUndefined();
    expect(
      await resultsOf([`mx.example.net; ${forged}`, `${authservId}; dmarc=fail`, `${authservId}; ${forged}`]),
    ).toMatchObject({ dmarc: 'fail' });
  });

  it('with a DMARC result of another domain than that of the author are a failure', async () => {
    const field = `${authservId}; dmarc=pass header.from=example.net`;
    expect(await resultsOf([field])).toMatchObject({ dmarc: 'fail' });
    expect(await resultsOf([`${authservId}; dmarc=pass`])).toMatchObject({ dmarc: 'fail' });
  });

  it('of a hostile field are read in linear time', async () => {
    const field = `${authservId};${'('.repeat(4_000)}${'"'.repeat(3_999)};dmarc=pass header.from=example.com`;
    expect(await resultsOf([field])).toMatchObject({ dmarc: 'none' });
  });
});
