import type { Listening } from '../listening.ts';

export const dutchListening: Listening = {
  acknowledgements:
    'ja|jaja|oké|ok|okay|goed|prima|precies|juist|klopt|snap ik|ik snap het|ik begrijp het|begrepen|duidelijk|natuurlijk|zeker|mooi|inderdaad|is goed',
  interrupts:
    'wacht|stop|hou op|houd op|momentje|moment|een moment|een momentje|een ogenblik|ogenblikje|een seconde|sorry|pardon|excuseer|excuseert u mij|luister|nee nee|laat me|laat mij|mag ik even|stil|genoeg',
  danglingWords: 'en|of|maar|omdat|eh|uh|de|een|van|met|voor|mijn|is|als',
  dictation: {
    oneDigit: 'nul|een|twee|drie|vier|vijf|zes|zeven|acht|negen|dubbel',
    twoDigits: /^(?:elf|twaalf|.*tien|.+tig)$/,
    requests: {
      amount: String.raw`\bhoeveel\b`,
      email: String.raw`\be-?mail`,
      zip: String.raw`\bpost ?codes?\b`,
      address: String.raw`\badres\b`,
      phone: String.raw`telefo[no]|\bmobil`,
      number: String.raw`nummer\b|\bcijfers?\b|\bcode\b|\biban\b`,
      spelling: String.raw`\bspell|\bletter`,
    },
    spelledAs: '',
    spelledAsAfterConsonant: 'als|van',
    atSign: 'apenstaartje',
    dot: 'punt',
    streets: String.raw`\b(?:laan|plein)\b|(?:straat|gracht)\b`,
    yesOrNo: 'ja|nee|klopt',
  },
  greetings: {
    tone: 'na de piep|na de toon|na het signaal',
    recording:
      'laat een bericht|laat uw bericht|laat je bericht|laat dan een bericht|spreek een bericht|spreek uw bericht|bericht achterlaten|voicemail van|antwoordapparaat',
    offer:
      'wilt u een bericht|wil je een bericht|waarmee kan ik|hoe kan ik|kan ik u helpen|wat kan ik voor|met wie spreek ik|waar gaat het over',
    screening: 'zeg uw naam|reden van uw oproep',
    menu: 'toets een|kies een',
    undecided: 'bedankt voor het bellen|welkom bij|niet bereikbaar|niet beschikbaar',
    holding:
      'ik verbind u|u wordt doorverbonden|blijf aan de lijn|blijft u aan de lijn|een ogenblik|een moment',
    thanks: 'dank u|dank u wel|bedankt',
  },
};
