import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlToText } from './html-to-text.ts';

describe('htmlToText', () => {
  it.each([
    ['<p>Hello <b>Ada</b>,</p><p>see you<br>tomorrow.</p>', 'Hello Ada,\n\nsee you\ntomorrow.'],
    ['<div>One</div><div>Two</div><div><br></div><div>Three</div>', 'One\nTwo\n\nThree'],
    ['<ul><li>a</li><li>b</li></ul>end', '* a\n* b\n\nend'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
    [
      'a &amp; b &lt;c&gt; &#128077; &#x1F44D; &nbsp;&auml;&hellip; &unknown; &#0; &#xD800;',
      'a & b <c> 👍 👍  ä… &unknown; \ufffd \ufffd',
    ],
    ['<head><title>x</title></head><style>p{}</style><script>alert(1)</script>text', 'text'],
    ['<!-- hidden <p>x</p> -->a<!doctype html><?php ?>b', 'ab'],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['a<', 'a<'],
    ['<constructor>a</constructor>b', 'ab'],
    ['Yes <img alt="👍" src="x"><img alt="Logo of a firm"> ok', 'Yes 👍 ok'],
    ['multiple   \n\t spaces', 'multiple spaces'],
    ['<p dir="rtl">مرحبا &rlm;שלום</p>', 'مرحبا \u200fשלום'],
  ])('converts %j', (html, text) => expect(htmlToText(html)).toBe(text));

  it.each([
    [
      '<div>Yes</div><div class="gmail_quote"><div class="gmail_attr">On …:</div><blockquote>Hello</blockquote></div>',
      'Yes\n> On …:\n\n> Hello',
    ],
    [
      '<p>Yes</p><div id="appendonsend"></div><hr><div>From: x</div><div>Hello</div>',
      'Yes\n\n> From: x\n> Hello',
    ],
    ['Yes<blockquote><div>a<blockquote>b</blockquote></div></blockquote>No', 'Yes\n\n> a\n\n> b\n\nNo'],
    ['ok<div class="moz-signature">-- <br>Ada</div>', 'ok\n> --\n> Ada'],
  ])('marks quotes in %j', (html, text) => expect(htmlToText(html)).toBe(text));

  it('takes time proportional to the length of hostile HTML', () => {
    for (const unit of [
      '<',
      '<a ',
      '<div>',
      '<!--',
      '<script>',
      '</div>',
      '&',
      '&#',
      '<img alt="',
      '<div class="',
      '<blockquote>',
      '<head>',
      ' ',
    ]) {
      expect(typeof htmlToText(unit.repeat(2_000_000 / unit.length))).toBe('string');
    }
  });

  it('accepts any text', () => {
    const parts = fc.constantFrom(
      '<',
      '>',
      '</',
      'div',
      'blockquote',
      ' class="gmail_quote"',
      '&amp',
      ';',
      '<!--',
      '-->',
      'x',
      '\n',
      '"',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(parts, fc.string({ unit: 'binary' })), { maxLength: 50 }), (units) => {
        expect(typeof htmlToText(units.join(''))).toBe('string');
      }),
    );
  });
});
