import type { OptOutRules } from '../../understanding/opt-out-rules.ts';

export const germanOptOutParts = {
  me: 'mich|mir|uns|mi|bei_mir|bei_uns|zu_mir|hier|diese_nummer|unter_dieser_nummer|auf_dieser_nummer|meine_nummer|unter_meiner_nummer',
  you: 'sie|du|ihr|man|eure_firma|ihre_firma|ihr_unternehmen',
  adv: 'sofort|jetzt|endlich|einfach|doch|mal|endgueltig|umgehend|unverzueglich|komplett|ganz|auch|ab_sofort|nun|gefaelligst|halt|bloss|ja',
  never:
    'nie_wieder|nie_mehr|niemals_wieder|niemals_mehr|niemals|nimmer|nimma|nimmermehr|nie|nicht_noch_einmal|nicht_noch_mal|nicht_nochmal',
  no: 'nicht_mehr|nicht_wieder|nicht_weiter|nicht|ned|net|nit|nid|nuemme',
  calling:
    'angruafn|anzuleuten|anrufen|anzurufen|anrufe|telefonieren|anlaeuten|anklingeln|durchklingeln|durchrufen|anruft|anrufst|antelefonieren|anzutelefonieren',
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
  nomore:
    'nicht_mehr|nie_wieder|nie_mehr|nicht_wieder|nicht_laenger|nicht_weiter|nicht_noch_einmal|nicht_noch_mal|nicht_nochmal|niemals|nicht_staendig|nimmer',
  authority:
    'polizei|anwalt|rechtsanwalt|anzeige|anzeigen|zeige|verklage|klage|gericht|bundesnetzagentur|verbraucherschutz|verbraucherzentrale|melde_sie|melde_das|beschwerde|beschwere',
  diesecalls:
    'ihre_anrufe|ihren_anrufen|diese_anrufe|diesen_anrufen|eure_anrufe|euren_anrufen|die_anrufe|den_anrufen|solche_anrufe|ihre_anruferei|die_anruferei|diese_anruferei|ihre_staendigen_anrufe|ihren_staendigen_anrufen|die_staendigen_anrufe|den_staendigen_anrufen',
  averse:
    'stoppen|stoppen_sie|beenden|beenden_sie|schluss|genug|satt|leid|reicht|reicht_es|hasse|nicht_leiden|nicht_mehr_hoeren|nicht_ertragen|nicht_mehr_ertragen|zu_viel|verschonen|mag_nicht|aufhoeren|hoeren_sie_auf|lassen_sie|ein_ende|nervt|nerven|gehen_mir_auf',
} as const;

/** Verbs of a language with a negation, as imperatives, infinitives and clauses. */
const callsWith = (no: string): string => `
  rufe <me> ..1 ${no} ..2 an
  ruf|rufen_sie|rufens|ruft|rufts|rufen_s|luetet|lueten_sie|luet|laeutet <adv>? <me>? ..3 ${no} ..2 an
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
      !! will|moechte|mag|ertrage|halte ..2 nicht|nimmer|nicht_mehr mehr? mit ..2 anrufen|anruferei|telefonterror|anruf
      anrufen|anrufe|kontaktaufnahmen|kontaktaufnahme|kontaktversuchen ..1 absehen|abzusehen|verzichten|zu_unterlassen|unterlassen|einzustellen|einstellen ..1
      ! robinsonliste|robinson_liste|werbesperre
      !! praxis|arzt|anbieter|zahnarzt|versicherung ..1 gewechselt|anderen|andere ..6 nicht_mehr|nimmer|nie_mehr anrufen|anzurufen|angerufen ..1
      !! wenn|falls|sofern sie|ihr|das|du|es ..2 nicht|weiter|noch|so ..3 aufhoeren|aufhoert|unterlassen|weitermachen|weitermacht|weitergeht|anrufen|anruft ..6 <authority>|datenschutzbehoerde|datenschutzbeauftragten|verbraucherzentrale
      !! anrufe|anrufen|anruferei|telefonterror|telefoniererei ..3 unertraeglich|unzumutbar|verboten|aufhoeren|vorbei|beenden|gestoppt|eingestellt ..1 $
      !! keine|keinen|keinerlei|koane|koa|keni ..1 anrufe|anruf|werbeanrufe|telefonanrufe ..3 <want>|wuensche|wuenschen|will|mog|dulde|akzeptiere|gestatte|erlaube ..1
      ! koane|koa|kane|keni|kei|kaa|ka anrufe|anruf|telefonanrufe mehr|nimmer|me ..1
      ! <want>|mog|mecht koane|koa|kane|keni|kei|kaa ..1 anrufe|anruf ..2
      !! ist|is|sei|waer jetzt|aber|dann|nun|mal|etz? ..2 gut|genug|schluss|ende|vorbei mit|mim ..2 telefonieren|anrufen|anrufe|anruferei|geklingel
      ! ich|i|wir? blockier|blockiere|blockieren euch|sie|ihre_nummer|eure_nummer|die_nummer ..3
      !! wehe ihr|sie|du ..2 probierts|probiert|versucht|ruft|rufen|versuchts|meldet|wagt|wagts ..4
      !! wenn|falls ..2 telefon|handy ..4 klingelt|laeutet|bimmelt|schellt ..2 <authority>|zeig|verklag|melde|meld ..5
      !! habe|haben|hatte ..1 nie|nicht|niemals|nirgends zugestimmt|eingewilligt|erlaubt|genehmigt|angegeben|verlangt|gewollt ..3 dass ..3 anruft|anrufen|angerufen|anrufe|kontaktiert ..2
      lassen_sie|lasst|lass|lassens|lassts meine|meinen|unsere|unseren|sie|ihn|die|den ..2 in_ruhe|in_frieden|zufrieden|in_ruh
      !! notieren|vermerken|aufschreiben|vermerk|notiz|vermerkt|notiert ..4 nicht_mehr|niemand|keiner|nie_wieder|nimmer|nicht ..2 anrufen|anruft|angerufen|mehr_anruft|anrufe ..3
      hoer|hoere|hoeren_sie|hoert|hoerts|hoerens <adv>? auf ..2 mich|uns|mi|mir|hier|bei_uns|bei_mir|meine_frau|meine_mutter|meinen_mann|meinen_vater ..2 anzurufen|anrufen|zu_anrufen
      !! auf|schluss|ende|aufhoeren damit mich|uns|mi|hier ..3 anzurufen|anrufen
      !! klingelt|klingeln|telefoniert|telefonieren|anrufe|anruft|angerufen|anruferei|anrufen|anruf ..6 damit|jetzt|es|das|da muss|ist|soll|hat ..3 schluss|ende|aufhoeren|genug|reichts
      !! muss|soll|ist|jetzt ..3 schluss|ende|aufhoeren|vorbei|genug|gut mit|sein_mit ..3 anrufen|anrufe|anruferei|telefonterror|gebimmel|geklingel
      !! reicht|reichts|langt|genug|satt|dicke ..3 mit|von|die ..2 anruferei|telefoniererei|telefonterror|geklingel|gebimmel
      !! moechte|will|wuensche ..1 dass ..3 aufhoert|aufhoeren|unterbleibt|eingestellt_wird|ein_ende_hat ..3 anrufe|anruferei|anrufen
      !! dass das|es|die|diese|ihre ..2 anrufe|anruferei|telefonate ..2 aufhoert|aufhoeren|unterbleiben|eingestellt
      !! <authority> ..8 wenn|falls|sollte ..1 das|die|dieses|ihre|eure ..1 telefon|telefonieren|anruferei|anrufe|klingeln|gebimmel ..1 nicht|weiter|noch ..2 aufhoert|klingelt|weitergeht|aufhoeren
      !! zeige|zeig|verklage sie|euch an? wenn|falls ..7 aufhoert|aufhoeren|klingelt|anrufen|anruft
      !! wie ..1 werde|werd|kriege|bekomme|krieg ich|wir|man ..2 euch|ihre_anrufe|eure_anrufe|diese_anrufe|die_anrufe|die_anruferei ..2 los|weg|abgestellt
      !! wie ..1 stelle|stell|verhindere|vermeide|blockiere ich|wir ..3 anrufe|anruferei|anrufen ..2
      braucht|brauchen|brauchst|brauchens|muessen|muesst sie|ihr|du|net|mich|hier|bei_mir|bei_uns? ..1 gar_nicht_mehr|ueberhaupt_nicht_mehr|<never> ..2 anzurufen|anrufen
      !! bei_mir|bei_uns braucht|brauchen|muessen|muesst sie|ihr|du|keiner|niemand ..1 gar? <never>|nicht_mehr|nimmer|mehr ..1 anzurufen|anrufen
      rufen_sie|ruf|ruft|rufens|rufts eine|einen|mich|meine|meinen|so_eine|so_einen ..3 <nomore>|nie|niemals ..2 an
      rufen_sie|ruf|ruft|rufens|rufts ihn|sie|ihm|dort|meine_mutter|meinen_vater|meinen_mann|meine_frau|meinen_sohn|meine_tochter|meine_oma|meinen_opa ..1 <nomore>|nie|niemals ..1 an
      ! gestorben|verstorben|tot ..4 rufen_sie|ruft|ruf|rufens ..2 <nomore>|nie|niemals|nicht ..1 an
      ruaft|ropt|roopt|roop|roep|ropen_se|roopen_se|roopen_sie|bimmelt ..2 nich|nich_mehr|nicht|nicht_mehr|nie|niemals|nimmer|nie_mehr ..1 mehr? an?
      lot|laat|lott|loat mi|mich|uns in roh|ruh|rouh|frieden|freden|ruhe
      lass|lasst|losst|lossts|lassens|loss mi|mich|uns|mia ..1 mit ..4 in ruh|rua|ruhe|frieden
      ! anrufe|anruf ..1 unerwuenscht|nicht_erwuenscht|unerlaubt|verboten|nicht_gewuenscht|nicht_erlaubt
      !! belaestigung|belaestigungen|frechheit|zumutung|unverschaemtheit|terror ..4 unterlassen_sie|unterlasst|lassen_sie|lasst|hoeren_sie|hoert|stellen_sie ..1 das|es|dies|auf|ein
      unterlassen_sie|unterlasst|unterlass das|dies|es in_zukunft|kuenftig|zukuenftig|ab_sofort|sofort|umgehend|bitte? $
      !! fordere|verlange|bestehe|ersuche|bitte ..2 auf|darauf|sie ..2 unterlassung|unterlassen|einstellung|einzustellen|zu_unterlassen ..2
      ! unterlassung|einstellung ..1 aller|jeglicher|saemtlicher|jeder|weiterer|der|von|ihrer|dieser ..2 anrufe|kontaktversuche|kontaktaufnahme|kontaktaufnahmen|telefonanrufe|werbeanrufe
      ! jede|jegliche|jeglichen|jeden|saemtliche|alle ..3 anruf|anrufe|kontakt|kontaktaufnahme|kontaktversuche|kontaktversuch|telefonate ..2 unterlassen|einstellen|einzustellen|zu_unterlassen|untersagt|verboten|unerwuenscht
      ! untersage|verbiete|verbitte ihnen|euch|mir|hiermit|ich? ..1 jede|jeden|jegliche|jeglichen|weitere|saemtliche|alle ..2 anruf|anrufe|kontakt|kontaktaufnahme|kontaktversuche|kontaktversuch|telefonate
      ! nicht|nie|niemals|keine zugestimmt|eingewilligt|erlaubt|einwilligung|genehmigt|zustimmung|erlaubnis ..4 angerufen|anrufen|anzurufen|anrufe|anrufen_duerfen|anruft
      !! von_ihnen|von_euch|von_diesem_verein|von_der_firma ..2 nichts_mehr|nie_wieder|nie_mehr|nie_wieder_was|gar_nichts_mehr ..2 hoeren|sehen|wissen
      nie_wieder|nie_mehr|kein_weiteres_mal ein|eine|einen? anruf|anrufe|telefonat $
      ! <want> nicht von ..2 computer|roboter|maschine|automaten|bot|robotern ..1 angerufen|angequatscht ..1
      ! steh|stehe|stehen|bin|eingetragen ..2 robinsonliste|robinson_liste|sperrliste|werbesperrliste
      ! hand|finger|pfoten ..1 weg von ..1 telefon|nummer
      vergessen_sie|vergesst|vergiss dass ..2 nummer|existiert|gibt|existiere ..1
      !! anrufe|anruf ..6 das|es muss|soll|sollte ..1 aufhoeren
      ! satt|leid ..5 angerufen|belaestigt|gestoert zu_werden
      rufen_sie|ruf|ruft nicht_mehr|nie_mehr|nie_wieder ..1 bei_mir|bei_uns zu_hause an
      !! belaestigen|belaestigt|terrorisieren ..9 <authority>
      !! <averse> ..3 <diesecalls>
      !! <diesecalls> ..2 <averse>
      !! unterstehen|wagen|trauen|versuchen|versuch|wehe|denken_sie|denk|probieren sie? ..2 nicht|nie|noch|nochmal|nicht_noch_einmal|daran ..3 <calling>
      unterstehen_sie sich ..4 <calling>
      !! will|moechte|wuenscht|braucht keiner|niemand ..4 angerufen|belaestigt ..1 werden
      !! keiner|niemand ..4 will|moechte|wuenscht ..4 angerufen|belaestigt ..1
      !! keiner|niemand ..4 angerufen|belaestigt ..1 werden ..1 will|moechte
      !! anwalt|polizei|anzeige|gericht ..2 wenn|falls|sollten <you> ..4 <calling>|<contacting>
      !! wenn|falls das? ..1 telefon ..3 klingelt|laeutet ..5 <authority>
      !! gesagt dass ich ..3 keine anrufe|werbung ..2
      rufen_sie|ruft an? lassen_sie|lasst das
      lassen_sie|lass|lasst ..1 es|das ..2 sein|bleiben ..3 anzurufen
      ! keine|keinerlei telefonische|telefon werbung
      ! keine werbung am_telefon|per_telefon ..1
      verwenden|verwenden_sie|nutzen_sie|benutzen_sie|gebrauchen_sie meine|diese|die <entry> <nomore>
      meine|diese|die <entry> <nomore> verwenden|nutzen|benutzen
      ! euch|sie nie_wieder|nicht_mehr ..1 am telefon|apparat haben|hoeren
      ! und rufen sie nicht_mehr|nie_wieder ..1 an
      !! das|dies|es war|ist|wird|sei|soll ..4 letzte|letztes mal dass|wo|an_dem <you> ..4 <calling>|angerufen|belaestigt|belaestigen
      ! das|dies war|ist|bleibt|soll ..2 ihr|euer|dein letzter anruf
      noch|nur ein|eine|einmal|ein_einziger|ein_weiterer|ein_einziges|1 anruf|mal|nachricht|telefonat? ..1 und ..4 <authority>
      !! naechsten|naechste|naechstes anruf|mal|nachricht ..3 <authority>
      !! wenn|falls|sollten ..1 <you> ..3 <calling>|<contacting>|<writing>|weitermachen|weitermacht ..4 <authority>
      !! belaestigung|telefonterror|stalking|noetigung|terror ..4 hoeren|hoer|hoert|lassen|<authority> ..2 auf|an|mich?
      ! habe|haben|bin|sind? genug|satt|leid|die_nase_voll|nase_voll|schnauze_voll ..1 von|mit ..1 ihren|euren|diesen|den|ihre|eure ..1 anrufen|anrufe|anruferei
      ! ihre|eure|diese ..1 anrufe|anruferei|nachrichten ..2 leid|satt
      schluss|ende|stopp|aus jetzt|damit|endlich? mit ..3 anrufen|anrufe|anruferei|telefonterror
      ! sich|euch|dir|ihnen ..2 anrufe|anruf|anruferei sparen
      sparen_sie|spart|spar sich|euch|dir ..2 anrufe|anruf|anruferei
      ! verbitte|verbiete|untersage mir|uns|ihnen|euch|dir|hiermit ..3 anrufe|anrufen|anzurufen|telefonanrufe|kontaktaufnahme|werbeanrufe
      ! anrufe|anruf|telefonanrufe|werbeanrufe ..1 zu_unterlassen|unterlassen|einzustellen|einstellen
      stellen_sie|stellt|stell ihre|die|eure|diese|alle? anrufe|telefonanrufe|werbeanrufe ..2 ein
      !! was|wie ..1 muss|kann|soll|koennen|mache|tun ..5 damit|dass|um ..4 nicht|<nomore>|aufhoeren ..3 <calling>|<contacting>|angerufen|aufhoeren
      !! dass|damit mir|mich|hier|uns|bei_mir|bei_uns ..1 keiner|niemand ..2 <calling>
      rufts|ruafts|ruaft|ruf bei_uns|bei_mir|mi|mich|uns|do nimmer|nimma|nimmamehr|ned_mehr an|o|aa
      lassts|lasst mi|mich|uns aus|in_ruah
      lueueted|lueuetet|luetet|ruefed|rueefed sie? mir|mi|eus|mich ..1 nuemme|nueme|nuem|nie|nie_meh aa|a|an
      ! nuem|nuemme|nueme|nie_meh aagluete|aaglueuete|aagrueft|aagruefe werde
      waehlen_sie|waehl|waehlt diese|meine|unsere nummer ..1 <nomore>|nie|nicht
      diese|meine|unsere nummer ..1 <nomore>|nie ..1 waehlen|anrufen
      ^ keine|keinerlei <adv>? anrufe|telefonanrufe $
      keine|keinerlei werbeanrufe|telefonwerbung
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
      ! <want> ..2 keine|keinen|keinerlei|kuenftig_keine|in_zukunft_keine ..2 anrufe|anruf|telefonanrufe|werbeanrufe|telefonate|roboteranrufe|computeranrufe
      ! <want> ..1 keine ..1 kontakte|telefonischen_kontakte|telefonkontakte|telefonkontakt ..1 mehr?
      !! ihnen|euch|schon|bereits|mehrmals|mehrfach|mal|oft|schriftlich gesagt|gebeten|verlangt|mitgeteilt|geschrieben|aufgefordert ..5 keine|nicht_mehr|nie_mehr|nie_wieder ..3 anrufe|anrufen|angerufen|anzurufen|anruft|kontaktieren|kontaktiert ..2
      !! koennten|koennen|wuerden|wuerdet|kannst|koennt|koenntet|waere|waers sie|ihr|du|es|moeglich ..4 <nomore> ..2 <calling>|<contacting>
      !! lieber|nett|schoen|gut|toll|dankbar|froh|freundlich|recht wenn <you> ..3 <nomore> ..2 <calling>|<contacting>
      !! lieber|dankbar dass <you> ..3 <nomore> ..2 <calling>|<contacting>
      ! <nomore>|nicht ..2 angerufen|kontaktiert|belaestigt|gestoert zu_werden
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
      schikt|schick|schickt|schickts|schikcen_sie|schreibt|schreibts mir|mich|uns|ma|mia nichts|nix|nimmer|nie|keine|keinen|kein ..1 mehr
      ! nciht|nich|nit|net|nimmer mehr? schreiben|schicken|texten|simsen|anschreiben
      ! kein|keinen|null|keine bock|lust|nerv|interesse ..1 auf|an ..1 eure|ihre|diese|euren|ihren|die ..1 <messages>
      lass|lasst|lassts|lassen_sie|lassens mich|mi|uns ..1 mit ..2 <messages>|zeug|schreiberei|getexte ..1 in_ruhe|in_frieden|zufrieden
      <messages> ..2 lasst|lassen_sie|lass ..1 das|es|sie|bleiben|sein
      ! <messages> ..2 einstellen|eingestellt|stoppen|abstellen|unterlassen|beenden|abschalten|deaktivieren $
      stellen_sie|stellt|stell|schalten_sie|schaltet ..1 <messages> ..1 ein|ab|aus
      ${messagesWith('<never>')}
      hoer|hoere|hoeren_sie|hoert|hoerts <adv>? auf ..4 schreiben|schicken|senden|texten|nachrichten|sms|mails|emails
      ! aufhoeren|aufzuhoeren|unterlassen|lassen mich|uns|mir|damit? ..3 zu_schreiben|zu_schicken|zu_senden|zuzuschicken|zuzusenden|anzuschreiben|zu_texten
      ! mir|uns|mich ..2 zu_schreiben|zu_schicken|zu_senden|anzuschreiben ..1 aufhoeren|unterlassen|lassen
      unterlassen_sie|unterlasst|stoppen_sie|stoppt|stopp|beenden_sie <adv>? es? <me>? ..2 <messages>
    `,
    narrowable: `
      ! brauche|benoetige|brauch|braeuchte|will|moechte|wuensche ..2 keine|kein|keinerlei ..1 <messages> ..1 mehr
      ! brauche|benoetige|brauch|will|moechte ..1 <messages> ..1 nicht_mehr|nimmer
      ! <messages> ..1 abbestellen|abmelden
      ! bestelle ..1 <messages> ..1 ab
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
      ! kein|keinerlei|keinen weiterer|weiteren kontakt|kontaktversuch|anruf ..1
      ! unter keinen|keinem|keinerlei umstaenden|umstand ..3 <contacting>|<calling>|<writing>|angerufen
      ! will|moechte|wollen nichts mehr mit ihnen|euch|dir zu_tun ..1
      <never> ..2 melden|kontaktieren|schreiben
      ! keinen weiteren|weitere kontakt
      ! nimmer|nimma angruafn|angerufen wern|werden|werd
      ! widerrufe|widerrufen|widerruf alle|jede|saemtliche|meine|die ..1 einwilligungen|einwilligung|zustimmung
      !! meine|unsere <entry> ..2 auf|in ihrer|eurer ..1 <list> nichts ..2 verloren|zu_suchen
      ! mich|uns ..3 in_ruhe|in_frieden|zufrieden lassen|laesst|lasst|lassts
      ! von_ihnen|von_euch|von_dir <never>|nichts_mehr ..2 hoeren|wissen
      nehmen_sie|nehmt|nimm <never>|keinen|nicht_mehr ..2 kontakt ..3 auf
      kontaktieren_sie|kontaktiere|kontaktiert ..1 auf keinem|keine|keinerlei ..2 mehr
      sehen_sie|seht ..1 von ..1 weiteren|weiterer|anrufen|nachrichten|werbung ..1 ab|anrufen|nachrichten
      ! stehe|bin|stehen|eingetragen ..2 auf|in ..1 robinsonliste|robinson_liste|sperrliste
      ! will|moechte|wollen|moechten ..2 nicht|nicht_mehr|nie auf|in ihrer|eurer|dieser|irgendeiner ..1 <list>
      ! will|moechte|wollen|moechten ..1 auf|in keiner|keinem ..1 <list>
      ! spam ..2 hoert|hoer|hoeren_sie auf
      ${contactWith('<never>')}
      hoer|hoere|hoeren_sie|hoert|hoerts <adv>? auf ..4 belaestigen|nerven|stoeren|kontaktieren|melden
      lass|lasse|lassen_sie|lassens|lasst|lassts <adv>? mich|uns|mi <adv>? <adv>? in_ruhe|in_frieden|zufrieden|in_ruh
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
      nehmen_sie|nehmt|nimm|nehmens|holen_sie|tun_sie|loeschen_sie|streichen_sie <my> <entry> ..1 aus|von|vom|raus_aus ..1 ihrem|ihrer|eurem|eurer|dem|der|den|ihren ..1 <list>|*computer|*system|*liste|*kartei|*datei|*verzeichnis
      ! mich|uns|meine_nummer|meinen_namen|meine_daten ..1 von|aus|vom ..2 <list>|*system|*liste|*kartei|*datei|*computer|*verzeichnis ..1 herausnehmen|rausnehmen|runternehmen|herunternehmen|entfernen|streichen|loeschen|nehmen|austragen|runterschmeissen|rausschmeissen|rauswerfen|rausloeschen|werfen
      streichen_sie|streicht|streich|nehmen_sie|nehmt|nimm|loeschen_sie|loescht|loesch|schmeissen_sie|schmeisst|schmeiss|werfen_sie|werft|entfernen_sie|entfernt|holen_sie|holt mich|uns|mi ..1 von|aus|vom|raus_aus ..2 *liste|*system|*kartei|*datei|*computer|*verzeichnis|*verteiler
      sperren_sie|sperrt|sperr|blockieren_sie|blockiert|blockier|blocken_sie|blockt|block ..1 <my>|meinen ..1 <entry>|anschluss|telefon
      !! fordere|verlange|verlangen|bestehe|beantrage ..3 loeschung|loeschen|zu_loeschen|geloescht|sperrung ..2
      setzen_sie|setzt|setz|nehmen_sie|schreiben_sie|tragen_sie mich|uns|meine_nummer ..1 auf|in ..1 *sperrliste|sperrliste|blacklist|*blockliste|liste_der_gesperrten|nicht_anrufen_liste ..1
    !! daten|nummer ..4 loeschen_sie|loescht|loesch sie|die|das|alles
    ! ziehe|nehme ..2 einwilligung|zustimmung|erlaubnis ..2 zurueck
    ! will|moechte|wollen|moechten|muss ..2 aus|von|vom ..1 <list> raus|runter|weg|heraus
    ! loeschung|entfernung|sperrung meiner|unserer|der|aller ..1 daten|nummer|rufnummer|personenbezogenen|kontaktdaten
    loeschen_sie|loesch|loescht alles was ..4
    sofort|umgehend|unverzueglich loeschen $
    falsche nummer ..1 loeschen $
    wie|wo kann|muss|soll|koennte ich|man ..2 abmelden|austragen|abbestellen $
    wie|wo komme|kommt|kommen ich|man|wir ..1 von|aus|da ..2 <list> ..1 runter|raus|weg
    streichen_sie|streich|streicht|loeschen_sie|loesch|loescht|entfernen_sie|entfernt mich|uns $
    nehmen_sie|nehmt|nimm|tun_sie <my> <entry> raus|heraus|runter
    vergiss|vergesst|vergessen_sie <my> <entry>
    abmelden|austragen von|aus|vom ..1 <messages>|<list>
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
  negations: `
    nicht|ned|net|nit|nie|kein|keine|keinen|nichts
    <my> ..1 <entry>|namen nicht
  `,
  limits: {
    always: `
      fuer|zum|vom ..1 <day>|termin|kurs|untersuchung
      warteliste
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
      montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag
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
  preferences: `
    rufen_sie|rufens|ruf|ruft mich|uns|mi ..1 an
    rufen_sie|ruf|ruft lieber|zu_hause|daheim an?
    schreiben_sie|schreib|schreibt|schicken_sie|schick|schickt|senden_sie|simsen_sie|mailen_sie mir|uns lieber|eine|ne|einfach|doch|per
    schreiben_sie|schreib|schreibt lieber|einfach|stattdessen|mir_lieber|mir_eine
    lieber|sondern|nur|stattdessen schreiben|sms|mail|anrufen|per|schriftlich|auf|eine
    anrufen|schreiben $
  `,
  neutral: '<me>|an|mehr|uhr|anrufen|melden|bitte|sich|bei|kontaktieren|stoeren|schreiben|sie|du|ihr|wieder',
  denials: `
    nicht|nie|nichts|niemals gesagt|gemeint|verlangt|gebeten|behauptet|gewollt dass|das|sie|du|ihr? ..3
    sage|sagte|meine|meinte nicht|nie dass|das|sie? ..3
    dachte|glaube|gehoert|schade|schoen|komisch|traurig|froh|warum|wieso|weshalb|wundere|gewundert|versprochen|verspreche ..5
    nicht
    nicht dass|das|damit ..3
    brauchen|braucht|muessen|muesst|muss ..2
    habe|hatte|hatten|haben|bekomme|bekam|bekommen|kriege|gab|gibt|erhalte|erhielt|erhalten|erhaelt|bekommt
    wenn|falls sie|du|ihr|ihnen|man|wir ..4
  `,
  subjects: `
    ich|wir kann|konnte|koennen|konnten|werde|werden|wuerde|darf|duerfen|soll|sollte|sollen|wollte|muss|musste|muessen|brauche|mag|moechte|will|wollen|moechten ..3
    kann|konnte|koennen|konnten|werde|werden|wird|wuerde|soll|sollte|wollte|musste|musste|wollten|hatte|darf ich|er|wir|es|man|mein|meine|der ..4
    er|es|niemand|keiner|jeder|die_leute|die_bank|man wird|kann|konnte|hat|will|wollte|soll|sollte|darf|muss ..3
    er|sie|es|niemand|keiner|ich|wir|wer
    der|die|das ..1
    mein|meine|unser|unsere mutter|vater|sohn|tochter|frau|mann|bruder|schwester|chef|chefin|arzt|aerztin|firma|bank|nachbar|nachbarin|freundin|freund|enkel|enkelin|oma|opa|eltern|kinder|kollege|kollegin|praxis|versicherung|telefon|handy ..1
    soll ..2
    sie|du|ihr koennen|koennt|kannst|brauchen|braucht|brauchst|muessen|muesst|musst ..3
  `,
};
