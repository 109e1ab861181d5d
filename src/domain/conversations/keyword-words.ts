const wordsOf = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');

/**
 * Words that are commands if they are the entire message. English: those of the carriers (CTIA, Messaging Principles and Best Practices)
 * and of 47 CFR §64.1200(a)(10). YES, which some carriers treat as START, is an answer here. One line per group of languages: English;
 * French, Spanish, Portuguese, Italian; German, Dutch, Danish, Norwegian, Swedish, Finnish; Polish, Czech, Russian, Ukrainian, Turkish;
 * Chinese, Japanese, Korean; Arabic, Hebrew, Hindi.
 */
export const keywordWords = {
  stop: wordsOf(`
    stop, stop all, stopall, unsubscribe, unsubscribe me, cancel, end, quit, opt out, optout, revoke, remove, remove me, stop messages, stop sms
    arrêt, arrêter, désabonner, désinscrire, désinscription, désabonnement, desuscribir, desuscribirme, darme de baja, dar de baja, alto, parar, detener, cancelar, baja, sair, descadastrar, ferma, annulla, cancella, disiscrivi, disiscrivimi, disiscrivermi
    descadastre, me descadastre, unsub, ich melde mich ab, pare, parem, vaja, arrêtez, arrête, arrêtez les sms, arrêtez les messages
    cancellami, cancellatemi, mi cancelli, rimuovimi, rimuovetemi, toglimi, toglietemi, annulla iscrizione, cancella iscrizione, smettetela, basta
    ich möchte mich abmelden, aufhören, bitte aufhören, schluss
    stopp, abmelden, abmeldung, abbestellen, austragen, stoppen, afmelden, uitschrijven, afmeld, avmeld, stoppa, avsluta, lopeta
    wypisz, rezygnuję, odhlásit, стоп, отписаться, отмена, відписатися, iptal, dur
    停止, 退订, 退訂, td, 配信停止, 解除, 取消, 停, 수신거부, 중지
    إيقاف, توقف, إلغاء, הסר, रोकें, बंद
  `),
  start: wordsOf(`
    start, unstop, opt in, optin, subscribe, resubscribe, subscribe again, start again, resume
    commencer, reprendre, iniciar, comenzar, alta, começar, inizia
    réabonner, réabonnement, réactiver, reactivar, reactivate, riattiva, riattivare, retomar, reanudar
    wieder anmelden, weer aanmelden, opnieuw aanmelden, anmelden, aanmelden, tilmeld, påmeld, starta, aloita
    zapisz, старт, başla
    开始, 開始, 시작
    ابدأ, התחל, शुरू
  `),
  help: wordsOf(`
    help, info, information
    aide, ayuda, ajuda, aiuto
    hilfe, hulp, hjælp, hjelp, hjälp, apua
    pomoc, помощь, допомога, yardım
    帮助, 幫助, ヘルプ, 도움말
    مساعدة, עזרה, सहायता, मदद
  `),
} as const satisfies Record<string, readonly string[]>;

/** Words for stop that are also subjects of other emails: "Cancel", with the text "my visit on Monday". */
export const ambiguousStops = wordsOf(`
  cancel, end, quit, revoke, remove, arrêter, detener, cancelar, sair, annulla, cancella, basta, abmelden, abmeldung, stoppen, afmelden, avsluta, lopeta
  отмена, 解除, 取消, إلغاء
`);

/** Keywords of which two exchanged letters are understood, because no other word is meant: "stpo", "hlep". */
export const exchangedKeywords = wordsOf(`
  stop, start, help, info, stopp, unsub, unstop, hilfe, hulp, aide, ayuda, ajuda, aiuto, baja, arrêt, stoppen
`);

/** Words with which a message ends, before a name: "Stop. Regards, Mary". */
export const closings = wordsOf(`
  regards, best regards, kind regards, warm regards, many thanks, best wishes, best, cheers, sincerely, yours sincerely, have a nice day, have a good day
  mit freundlichen grüßen, mit freundlichen grüssen, mit freundlichem gruß, freundliche grüße, freundliche grüsse, viele grüße, liebe grüße, beste grüße, schöne grüße, gruß, gruss, grüße, lg, vg, mfg, schönen tag, schönen tag noch
  cordialement, bien cordialement, bien à vous, salutations, sincères salutations, bonne journée, bonne soirée, bises, amicalement
  un saludo, saludos, saludos cordiales, un cordial saludo, atentamente, atte, un abrazo, buen día, buenas tardes
  atenciosamente, cumprimentos, com os melhores cumprimentos, melhores cumprimentos, abraço, abraços, um abraço, att, bom dia, boa tarde
  cordiali saluti, distinti saluti, saluti, un saluto, buona giornata, buona serata
  met vriendelijke groet, met vriendelijke groeten, vriendelijke groet, vriendelijke groeten, groet, groeten, groetjes, mvg, fijne dag, prettige dag
`);

/** Greetings and polite phrases around a keyword. */
export const politePhrases = wordsOf(`
  please, pls, plz, thanks, thank you, thx, kindly, hi, hello, now, immediately, right now, many thanks, thank you very much
  bitte, bitte sehr, danke, vielen dank, danke schön, hallo, guten tag, sofort, jetzt, mfg, mit freundlichen grüßen, lg
  por favor, porfavor, porfa, gracias, muchas gracias, hola, ya, ahora
  merci, merci beaucoup, s'il vous plaît, s'il te plaît, svp, stp, bonjour, cordialement, merci d'avance
  obrigado, obrigada, muito obrigado, muito obrigada, olá, oi, se faz favor, pf, pfv
  per favore, per piacere, grazie, grazie mille, ciao, buongiorno, per cortesia, subito
  alstublieft, alsjeblieft, aub, ajb, dank u, dank u wel, dank je, dank je wel, bedankt, graag, goedendag
`);
