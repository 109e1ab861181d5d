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
    stop, stop all, stopall, unsubscribe, cancel, end, quit, opt out, optout, revoke
    arrêt, arrêter, désabonner, alto, parar, detener, cancelar, baja, sair, descadastrar, ferma, annulla, cancella, disiscrivi
    stopp, abmelden, abbestellen, stoppen, afmelden, uitschrijven, afmeld, avmeld, stoppa, avsluta, lopeta
    wypisz, rezygnuję, odhlásit, стоп, отписаться, отмена, відписатися, iptal, dur
    停止, 退订, 退訂, td, 配信停止, 解除, 수신거부, 중지
    إيقاف, توقف, إلغاء, הסר, रोकें, बंद
  `),
  start: wordsOf(`
    start, unstop, opt in, optin, subscribe, resume
    commencer, reprendre, iniciar, comenzar, alta, começar, inizia
    anmelden, aanmelden, tilmeld, påmeld, starta, aloita
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
