/** Words of mail programs, in the languages of their users. Lower case. */

/** Names of the fields in the header block that Outlook and others write above a quoted message. */
const headerNames = {
  from: 'from von de da van från fra od lähettäjä kimden от від feladó 差出人 发件人 寄件者 보낸사람 من מאת',
  sent: 'sent date gesendet datum envoyé date enviado enviada fecha data inviato verzonden skickat datum sendt dato wysłano lähetetty gönderildi tarih отправлено дата 送信日時 日時 发送时间 日期 보낸날짜 날짜 أُرسلت التاريخ נשלח תאריך',
  to: 'to an à a para aan till til do vastaanottaja kime кому címzett 宛先 收件人 받는사람 إلى אל cc cci kopie',
  subject:
    'subject betreff objet asunto assunto oggetto onderwerp ämne emne temat aihe konu тема tárgy 件名 主题 主旨 제목 الموضوع נושא',
} as const;

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

export const quotedHeaderNames = {
  from: words(headerNames.from),
  sent: words(headerNames.sent),
  to: words(headerNames.to),
  subject: words(headerNames.subject),
} as const;

/** Titles of separators such as `-----Original Message-----`. */
export const separatorTitles: readonly string[] = [
  'original message',
  'original-nachricht',
  'originalnachricht',
  'ursprüngliche nachricht',
  'originalmeldung',
  "message d'origine",
  'message original',
  'mensaje original',
  'mensagem original',
  'messaggio originale',
  'oorspronkelijk bericht',
  'ursprungligt meddelande',
  'oprindelig meddelelse',
  'original meddelelse',
  'opprinnelig melding',
  'alkuperäinen viesti',
  'wiadomość oryginalna',
  'oryginalna wiadomość',
  'původní zpráva',
  'eredeti üzenet',
  'orijinal mesaj',
  'исходное сообщение',
  'пересылаемое сообщение',
  '元のメッセージ',
  '原始邮件',
  '原始郵件',
  '원본 메시지',
  'forwarded message',
  'begin forwarded message',
  'weitergeleitete nachricht',
  'message transféré',
  'mensaje reenviado',
  'mensagem encaminhada',
  'messaggio inoltrato',
  'doorgestuurd bericht',
];

/** Ends of lines such as `On 5 May 2026, Ada <ada@example.com> wrote:`, before the colon. */
export const attributionEnds: readonly string[] = [
  'wrote',
  'writes',
  'schrieb',
  'geschrieben',
  'folgendes geschrieben',
  'a écrit',
  'escribió',
  'escreveu',
  'ha scritto',
  'schreef',
  'geschreven',
  'skrev',
  'napisał',
  'napisała',
  'napisał(a)',
  'pisze',
  'napsal',
  'napsal(a)',
  'kirjoitti',
  'ezt írta',
  'yazdı',
  'şunu yazdı',
  'написал',
  'написала',
  'написал(а)',
  'пишет',
  'пише',
  'のメール',
  'は書きました',
  '写道',
  '寫道',
  '님이 작성',
  'كتب',
  'كتبت',
  'כתב',
  'כתבה',
  'כתב/ה',
];

/** The words with which attributions begin: `On 5 May 2026`, `Às 10:00 de 05/05/2026`. */
export const attributionStart =
  /^(?:am|op|den|on|el|em|no dia|le|il|il giorno|på|pe|ti|ma|w dniu|às \d{1,2}[:h]\d\d de)(?:\s|$)/;

/** Beginnings of attributions without a verb. */
export const quotationStarts: readonly string[] = ['quoting ', 'zitat von ', 'citando ', 'citation de '];

/** Beginnings of attributions whose end is not fixed: `Am 5. Mai 2026 um 10:00 schrieb Ada <ada@example.com>:`. */
export const attributionVerbs: readonly string[] = [
  'schrieb',
  'schreef',
  'skrev',
  'wrote',
  'escribió',
  'escreveu',
  'a écrit',
  'ha scritto',
  'kirjoitti',
  'writes',
];

/** Beginnings of lines that telephones and mail programs add below a message. */
export const deviceLines: readonly string[] = [
  'sent from my ',
  'sent from yahoo mail',
  'sent from mail for windows',
  'sent from outlook',
  'sent via ',
  'sent with proton mail',
  'get outlook for ',
  'von meinem iphone gesendet',
  'von meinem ipad gesendet',
  'von meinem mobiltelefon gesendet',
  'von meinem smartphone gesendet',
  'diese nachricht wurde von meinem ',
  'gesendet mit der ',
  'gesendet von mail für ',
  'gesendet von outlook',
  'gesendet von meinem ',
  'outlook für ',
  'envoyé de mon ',
  'envoyé depuis mon ',
  'envoyé depuis ',
  'obtenez outlook pour ',
  'télécharger outlook pour ',
  'enviado desde mi ',
  'enviado desde ',
  'obtener outlook para ',
  'enviado do meu ',
  'enviado do ',
  'obter o outlook para ',
  'inviato da iphone',
  'inviato da ipad',
  'inviato dal mio ',
  'scarica outlook per ',
  'verzonden vanaf mijn ',
  'verstuurd vanaf mijn ',
  'outlook voor ',
  'skickat från min ',
  'sendt fra min ',
  'lähetetty iphonesta',
  'wysłane z ',
  'wysłano z ',
  'odesláno z ',
  'odesláno ze ',
  'отправлено с ',
  'отправлено из ',
  'iphoneから送信',
  'ipadから送信',
  '发自我的',
  '從我的',
  'iphone에서 보냄',
  'أُرسلت من ',
  'נשלח מה',
  'iphone’umdan gönderildi',
];

/** Beginnings of legal notices and advertisements below a message. */
export const noticeLines: readonly string[] = [
  'confidentiality notice',
  'disclaimer:',
  'this email and any attachments',
  'this e-mail and any attachments',
  'this message and any attachments',
  'this email is confidential',
  'this e-mail is confidential',
  'the information in this email',
  'the information contained in this ',
  'diese e-mail enthält vertrauliche',
  'diese e-mail kann vertrauliche',
  'der inhalt dieser e-mail ist vertraulich',
  'ce message et toutes les pièces jointes',
  'ce courriel et ',
  'este mensaje y sus archivos adjuntos',
  'este mensaje puede contener',
  'esta mensagem ',
  'questo messaggio e i suoi allegati',
  'dit bericht is vertrouwelijk',
  'virus-free.',
  'virenfrei.',
  'please consider the environment before printing',
];

/** Words of the line above which helpdesk programs ask for an answer. */
export const replyAboveWords: readonly string[] = [
  'reply above this line',
  'type your reply above this line',
  'write above this line',
  'antworten sie oberhalb dieser zeile',
  'répondez au-dessus de cette ligne',
  'responda por encima de esta línea',
];
