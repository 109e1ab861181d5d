import type { OptOutRules } from '../../understanding/opt-out-rules.ts';

export const germanOptOutParts = {
  me: 'mich|mir|uns|mi|bei_mir|bei_uns|zu_mir|hier|diese_nummer|unter_dieser_nummer|auf_dieser_nummer|meine_nummer|unter_meiner_nummer',
  you: 'sie|du|ihr|man|eure_firma|ihre_firma|ihr_unternehmen',
  adv: 'sofort|jetzt|endlich|einfach|doch|mal|endgueltig|umgehend|unverzueglich|komplett|ganz|auch|ab_sofort|nun|gefaelligst|halt|bloss|ja',
  never:
    'nie_wieder|nie_mehr|niemals_wieder|niemals_mehr|niemals|nimmer|nimma|nimmermehr|nie|nicht_noch_einmal|nicht_noch_mal|nicht_nochmal',
  no: 'nicht_mehr|nicht_wieder|nicht_weiter|nicht|ned|net|nit|nid|nuemme',
  calling:
    'anrufen|anzurufen|anrufe|telefonieren|anlaeuten|anklingeln|durchklingeln|durchrufen|anruft|anrufst|antelefonieren|anzutelefonieren',
  writing:
    'schreiben|simsen|texten|anschreiben|anzuschreiben|schreibt|schreibst|anmailen|mailen|schicken|senden|zuschicken|zusenden',
  contacting:
    'melden|kontaktieren|belaestigen|stoeren|nerven|kontaktiert|belaestigt|stoert|behelligen|ansprechen|kontaktierst|meldet|meldest|in_kontakt_treten',
  messages:
    'nachrichten|erinnerungen|terminerinnerungen|msgs|sms|mails|mail|emails|email|e_mails|e_mail|e-mails|werbung|newsletter|textnachrichten|whatsapps|whatsapp|werbemails|post|spam|nachricht',
  contacts:
    'kontakt|kontaktaufnahme|kontakte|kontaktaufnahmen|belaestigungen|belaestigung|stoerungen|kontaktversuche',
  more: 'weiteren|weitere|weiterer|neuen|solche|solchen|diese|ihre|eure|irgendwelche',
  want: 'will|moechte|wuensche|wollen|moechten|wuenschen|verlange|brauche|mag',
  list: 'liste|verteiler|verteilerliste|kartei|datenbank|system|anrufliste|telefonliste|kundenliste|datei|adressliste|mailingliste|verzeichnis|listen|kundenkartei|newsletter|daten|computer|speicher',
  my: 'meine|diese|unsere|die|mein|meinen|alle_meine|den|unseren',
  entry:
    'nummer|telefonnummer|handynummer|rufnummer|daten|kontaktdaten|adresse|mailadresse|emailadresse|eintrag|namen|name|mobilnummer|natelnummer|kontakt',
} as const;

/** Verbs of a language with a negation, as imperatives, infinitives and clauses. */
const callsWith = (no: string): string => `
  ruf|rufe|rufen_sie|rufens|ruft|rufts|rufen_s|luetet|lueten_sie|luet|laeutet <adv>? <me>? ..3 ${no} ..2 an
  ruf|rufe|rufen_sie|rufens|ruft|rufts <me>? <adv>? ${no}
  ruf|rufe|rufen_sie|rufens|ruft|rufts <adv>? ${no} ..2 an
  klingeln_sie|klingel|laeuten_sie|laeut|telefonieren_sie|telefonier <me>? ..2 ${no} ..1 an|durch|mehr
  sie|ihr|du rufen|ruft|rufst <me> <adv>? ${no} ..1 an
  <adv>? <me>? <adv>? ${no} ..1 <calling>
  sie|ihr|du|ihr_alle sollen|sollten|sollt|sollst|solltest|duerfen|duerft|darfst <me>? ..3 ${no} ..2 <calling>
  <you> soll <me>? ..2 ${no} ..2 <calling>
  ! dass|das <you> <me>? ..3 ${no} ..2 <calling> sollen|sollst|sollt|soll?
  ! ${no} ..3 angerufen werden|werde|wern|wird
`;

const messagesWith = (no: string): string => `
  schreib|schreibe|schreiben_sie|schreibt|schreibts|simsen_sie <me>? ..2 ${no}
  schick|schicke|schicken_sie|schickt|senden_sie|sende|sendet <me> ..2 ${no}
  <adv>? <me>? <adv>? ${no} ..1 <writing>
  sie|ihr|du sollen|sollten|sollt|sollst|solltest|duerfen|duerft|darfst <me>? ..2 ${no} ..1 <writing>
  ! dass|das <you> <me>? ..2 ${no} ..1 <writing>
  ! ${no} ..1 angeschrieben werden|werde
`;

const contactWith = (no: string): string => `
  melde|melden_sie|meldet|meld dich|sich|euch|ihnen? <adv>? <me>? ..2 ${no}
  melden_sie_sich|melde_dich|meldet_euch|meld_dich ..3 ${no}
  kontaktieren_sie|kontaktiere|kontaktier|kontaktiert|belaestigen_sie|belaestige|belaestigt|stoeren_sie|stoer|stoere|stoert|nerven_sie|nerv|nervt|behelligen_sie <adv>? <me> ..2 ${no}
  <adv>? <me>? <adv>? ${no} ..1 <contacting>
  sie|ihr|du sollen|sollten|sollt|sollst|solltest|duerfen|duerft|darfst <me>|sich|euch|dich ..3 ${no} ..1 <contacting>
  ! dass|das <you> <me>|sich|dich|euch ..3 ${no} ..1 <contacting>
  ! ${no} ..3 kontaktiert|belaestigt|gestoert|behelligt werden|werde
  ! ${no} ..2 von_ihnen|von_euch|von_dir hoeren|etwas_hoeren|was_hoeren
`;

export const germanOptOut: OptOutRules = {
  calls: {
    absolute: `
      ${callsWith('<never>')}
      hoer|hoere|hoeren_sie|hoert|hoerts <adv>? auf <adv>? mit ..2 anrufen|anrufe|anruferei|telefonterror|telefonieren
      hoer|hoere|hoeren_sie|hoert|hoerts <adv>? auf ..4 anzurufen|anrufen|telefonieren
      unterlassen_sie|unterlasst|unterlass|stoppen_sie|stoppt|stopp|beenden_sie <adv>? es? <me>? ..2 anrufe|anruf|anzurufen|telefonanrufe|werbeanrufe
      ! verbiete|untersage ihnen|euch|dir ..4 anzurufen|anrufe|anruf
      stellen_sie|stellt|stell <adv>? ihre|die|eure|diese|alle? anrufe|telefonanrufe|werbeanrufe ein
      aufhoeren ..3 anzurufen|anrufen|telefonieren
      ! aufhoeren|aufzuhoeren|unterlassen|lassen|einstellen mich|uns|mir|hier|damit? ..2 anzurufen|zu_telefonieren
      ! mich|uns|hier anzurufen ..1 aufhoeren|unterlassen|lassen
      wenn|falls|sollten sie|du|ihr|man noch|nochmal|noch_mal|noch_einmal|wieder|weiter ..3 anrufen|anruft|anrufst|belaestigen|melden|schreiben ..2 zeige|zeig|melde|verklage|anzeige|anwalt|polizei|gehe|schalte|hole|informiere|erstatte ..5
      rufts|ruft|ruef|luet|luets|lueted|lueten|telefoniered mi|mich|uns|mer|mir ..2 nimmer|nimma|nuemme|nueme|nume an|aa?
      luet|luets|luetet|lueted|telefoniered|aalueuete mer|mir|mi|eus|mich ..2 nuemme|nueme|nume|nuemm aa|a|an?
      schluss|stopp mit ..3 anrufen|anrufe|anruferei
      verzichten_sie ..3 anrufe
    `,
    narrowable: `
      ${callsWith('<no>')}
      ! keinerlei <more>? anrufe|telefonanrufe|werbeanrufe ..2
      ! keine|keinen <more>? anrufe|anruf|telefonanrufe|werbeanrufe|telefonwerbung mehr
      keine|keinen weiteren|weitere|neuen anrufe|anruf|telefonanrufe|werbeanrufe
      ! <want> ..3 keine|keinen <more>? anrufe|anruf|telefonanrufe|werbeanrufe|telefonwerbung mehr? von_ihnen|von_euch? bekommen|erhalten|kriegen|haben?
      ! <want> ..1 nicht|nie dass <you> <me>? ..3 <calling>
    `,
  },
  messages: {
    absolute: `
      ${messagesWith('<never>')}
      hoer|hoere|hoeren_sie|hoert|hoerts <adv>? auf ..4 schreiben|schicken|senden|texten|nachrichten|sms|mails|emails
      ! aufhoeren|aufzuhoeren|unterlassen|lassen mich|uns|mir|damit? ..3 zu_schreiben|zu_schicken|zu_senden|zuzuschicken|zuzusenden|anzuschreiben|zu_texten
      ! mir|uns|mich ..2 zu_schreiben|zu_schicken|zu_senden|anzuschreiben ..1 aufhoeren|unterlassen|lassen
      unterlassen_sie|unterlasst|stoppen_sie|stoppt|stopp|beenden_sie <adv>? es? <me>? ..2 <messages>
    `,
    narrowable: `
      ${messagesWith('nicht_mehr|nicht_wieder|nicht_weiter')}
      schreib|schreibe|schreiben_sie|schreibt mir|uns nicht
      ! keine|keinen|kein|keinerlei|nix|nichts <more>? <messages>? mehr ..2 bekommen|erhalten|kriegen|haben|empfangen|hoeren
      schick|schicke|schicken_sie|schickt|senden_sie|sende|sendet|schreib|schreiben_sie|schreibt <me> ..1 nichts|nix mehr
      ! nichts|nix mehr ..1 schicken|senden|schreiben|zusenden|zuschicken
      ! keine|keinen|kein <more>? <messages> mehr
      keine|keinen weiteren|weitere|neuen <messages>
      ! <want> ..3 keine|keinen|kein <more>? <messages> mehr? von_ihnen|von_euch? bekommen|erhalten|kriegen|haben?
      ! <want> ..1 nicht|nie dass <you> <me>? ..3 <writing>
      schick|schicke|schicken_sie|schickt|senden_sie|sende|sendet <me> <adv>? keine|keinen <more>? <messages>
      schreib|schreibe|schreiben_sie|schreibt <me> <adv>? keine|keinen <more>? <messages>
    `,
  },
  contact: {
    absolute: `
      ${contactWith('<never>')}
      hoer|hoere|hoeren_sie|hoert|hoerts <adv>? auf ..4 belaestigen|nerven|stoeren|kontaktieren|melden
      lass|lasse|lassen_sie|lassens|lasst|lassts <adv>? mich|uns|mi <adv>? in_ruhe|in_frieden|zufrieden|in_ruh
      ! in_ruhe|in_frieden gelassen werden|zu_werden
      ! will|moechte|wollen ..3 meine|unsere|seine ruhe <adv>? haben?
      verschonen_sie|verschont|verschon <adv>? mich|uns
      aufhoeren ..3 belaestigen|stoeren|nerven|kontaktieren
      ! aufhoeren|aufzuhoeren|unterlassen mich|uns? ..3 zu_belaestigen|zu_stoeren|zu_nerven|zu_kontaktieren|zu_behelligen
      von weiteren|weiterer anrufen|kontaktversuchen|kontaktaufnahmen|werbung abzusehen|absehen|ab
      unterlassen_sie|unterlasst <adv>? es? <me>? ..2 <contacts>
      ! verbiete|untersage ihnen|euch|dir ..4 <contacts>|kontaktieren
      ! widerrufe|widerruf|widerspreche ..4 einwilligung|zustimmung|kontaktaufnahme|werbung|nutzung|verarbeitung|verwendung|daten|anrufen
      ziehe ..2 einwilligung|zustimmung zurueck
      raus|runter aus|von|vom ihrer|eurer|der|dem|ihrem|deiner <list>
      setzen_sie|setz|setzt mich|uns|meine_nummer auf ..2 sperrliste|robinsonliste|blacklist|schwarze_liste|verbotsliste
    `,
    narrowable: `
      ${contactWith('nicht_mehr|nicht_wieder|nicht_weiter|nicht|ned|net')}
      ! keinen|keine|kein|keinerlei <more>? <contacts> mehr
      ! <want> ..2 keinerlei <more>? <contacts>
      ! <want> ..3 keinen|keine|kein <more>? <contacts>
      ! <want> ..1 nicht|nie dass <you> <me>|sich|dich|euch ..3 <contacting>
      ! <want> nichts mehr|weiter von_ihnen|von_euch|von_dir hoeren
    `,
  },
  removals: `
    ! moechte|will|moechten|wollen|wuerde|muss|kann mich|uns|meine_nummer ..3 abmelden|austragen|abbestellen|loeschen
    ! ich|wir melde|melden mich|uns hiermit|jetzt|nun ab
    ! moechte|will|wuerde|wuensche|haette|moechten|bitte|verlange ..2 dass ..3 <entry> ..3 geloescht|gestrichen|entfernt|gesperrt ..1
    ! <entry> ..3 geloescht|gestrichen|entfernt|gesperrt haben|wird|werden|wuerde
    ! mich|uns|meine_nummer ..2 <list> loeschen|streichen|nehmen|entfernen|austragen
    bitte? aus|von|vom ..1 <list> loeschen|streichen|nehmen|entfernen|austragen|rausnehmen
    bestell* mich|uns ab
    melde|melden_sie|meldet mich|uns ..4 ab
    mich|uns abmelden
    newsletter|verteiler ..1 abbestellen|abmelden|kuendigen
    streich|streiche|streichen_sie|streichts|streicht|tun_sie|tu|nehmen_sie|nimm|nehmt|nehmts|loesch|loesche|loeschen_sie|loescht|entfern|entferne|entfernen_sie|entfernt|losche|loschen_sie|austragen_sie|schmeissen_sie <adv>? mich|uns|mi <adv>? ..1 von|aus|vom|raus_aus|auf ..2 <list> <adv>? raus|heraus|runter?
    trag|trage|tragen_sie|tragt mich|uns <adv>? ..4 aus
    austragen|abmelden|abbestellen aus|von|vom ..2 <list>
    loesch|loesche|loeschen_sie|loescht|loeschts|losche|loschen_sie|streich|streiche|streichen_sie|entfern|entferne|entfernen_sie|entfernt|sperren_sie|sperr|nehmen_sie|vergessen_sie <adv>? <my> <entry>
    ! meine|diese|unsere|alle_meine <entry> ..2 loeschen|streichen|entfernen|rausnehmen|austragen|herausnehmen|sperren|geloescht|gestrichen|entfernt
    ! mich|uns <adv>? von|aus|vom ..2 <list> streichen|nehmen|loeschen|entfernen|austragen|rausnehmen|zu_streichen|zu_loeschen|zu_nehmen|zu_entfernen
    ! von|aus|vom ..1 <list> gestrichen|geloescht|genommen|entfernt werden
  `,
  negations: 'nicht|ned|net|nit|nie|kein|keine|keinen|nichts',
  limits: {
    always: `
      vor|nach|ab|bis|zwischen|gegen|um dem|der|den|zum? <time>
      vor|nach|um|ab|bis|gegen *<digit>*
      waehrend|bevor|solange|bis|ehe|nachdem
      vorm|nachm|beim|zum <time>
      wenn|falls|sofern|ausser|es_sei_denn|sondern
      so frueh|spaet
    `,
    other: `
      heute|morgen|uebermorgen|jetzt_gerade|gerade|momentan|im_moment|derzeit|zurzeit|vorerst|gleich|heut|vorlaeufig|erstmal
      morgens|abends|nachts|mittags|vormittags|nachmittags|sonntags|samstags|montags|werktags|dienstags|mittwochs|donnerstags|freitags|tagsueber|fruehmorgens
      am|an|diesen|jeden|in|im|diese|naechste|naechsten|kommende der|den|dem? <day>
      auf_der|in_der|bei_der|auf_die|waehrend_der|zur arbeit|arbeitsstelle|schule|uni|firma
      bei_der|auf arbeit
      im buero|geschaeft|laden|dienst|urlaub|betrieb|auto|meeting
      in_meiner|im|in_der|waehrend_meiner arbeitszeit|dienstzeit|pause|mittagspause|freizeit|arbeit|ferien
      zu_hause|daheim|am_arbeitsplatz|privat
      auf|am|unter dem|der|meinem|meiner|meinen|das|mein|die? handy|handynummer|mobiltelefon|festnetz|festnetznummer|natel|dienstnummer|privatnummer|geschaeftsnummer|diensthandy|alten_nummer|anderen_nummer|mobilnummer|mobil
      per|via|mit|ueber e|mail|email|e-mail|sms|whatsapp|post|brief|fax|telefon|messenger
      so oft|haeufig|lang|laut|schnell
      mehrmals|zweimal|doppelt|dauernd_hintereinander
      meinen|meine|meinem|meiner mann|frau|sohn|tochter|mutter|vater|kollegen|kollegin|chef|eltern|nachbarn|bruder|schwester|sekretaerin|oma|opa|tante|onkel
      ihn|ihm|den_kunden|die_anderen|andere|jemand*
      herr|frau|kollegen|nachbarn
      noetig|notwendig|erforderlich
      zurueck
    `,
  },
  neutral: '<me>|an|mehr|uhr|anrufen|melden|bitte|sich|bei|kontaktieren|stoeren|schreiben|sie|du|ihr|wieder',
  denials: `
    nicht|nie|nichts|niemals gesagt|gemeint|verlangt|gebeten|behauptet|gewollt dass|das|sie|du|ihr? ..3
    sage|sagte|meine|meinte nicht|nie dass|das|sie? ..3
    dachte|glaube|gehoert|schade|schoen|komisch|traurig|froh|warum|wieso|weshalb|wundere|gewundert|versprochen|verspreche ..5
    nicht|brauchen|braucht|muessen|muesst|muss ..4
    habe|hatte|hatten|haben|bekomme|bekam|bekommen|kriege|gab|gibt|erhalte|erhielt|erhalten|erhaelt|bekommt
    wenn|falls sie|du|ihr|ihnen|man|wir ..4
  `,
  subjects: `
    ich|wir kann|konnte|koennen|konnten|werde|werden|wuerde|darf|duerfen|soll|sollte|sollen|wollte|muss|musste|muessen|brauche|mag|moechte|will|wollen|moechten ..3
    kann|konnte|koennen|konnten|werde|werden|wird|wuerde|soll|sollte|wollte|musste|musste|wollten|hatte|darf ich|er|wir|es|man|mein|meine|der ..4
    er|es|niemand|keiner|jeder|die_leute|die_bank|man wird|kann|konnte|hat|will|wollte|soll|sollte|darf|muss ..3
    er|sie|es|niemand|keiner|ich|wir|wer
    mein|meine|unser|unsere|der|die|das ..1
    soll ..2
    sie|du|ihr koennen|koennt|kannst|brauchen|braucht|brauchst|muessen|muesst|musst ..3
  `,
};
