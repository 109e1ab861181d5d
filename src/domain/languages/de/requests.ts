import { createRequests } from '../../understanding/request-rules.ts';
import { germanOptOut, germanOptOutParts } from './opt-out.ts';
import { germanWords } from './words.ts';

const parts = {
  ...germanOptOutParts,
  digit: '0|1|2|3|4|5|6|7|8|9',
  time: `eins|zwei|drei|vier|fuenf|sechs|sieben|acht|neun|zehn|elf|zwoelf|dreizehn|vierzehn|fuenfzehn|sechzehn|siebzehn|achtzehn|neunzehn|zwanzig|halb|viertel
    |mittag|mittags|mittagessen|abend|abends|fruehstueck|feierabend|mitternacht|wochenende|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|morgen
    |dezember|januar|februar|maerz|april|mai|juni|juli|august|september|oktober|november|weihnachten|ostern|arbeit|schule|urlaub|termin|operation|essen`,
  day: `montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|wochenende|wochenenden|vormittag|nachmittag|abend|morgen|mittag|feiertag|feiertagen
    |woche|monat|nacht|tag|tage|arbeitstag|montagen|sonntagen|samstagen|ferien|montagvormittag|montagabend`,
  please: 'koennen|koennten|koenntest|kannst|wuerden|wuerdest|kann|koennt|duerfte|darf',
  someone:
    'chefin|leiterin|leiter|leitung|verantwortliche|sprechstundenhilfe|arzthelferin|aerztin|arzt|doktor|mensch|menschen|person|mitarbeiter|mitarbeiterin|berater|beraterin|kollegen|kollege|kollegin|sachbearbeiter|chef|vorgesetzten|zentrale|kundendienst|kundenservice|jemanden|jemand|jemandem|kundenberater|verantwortlichen|zustaendigen|service',
  real: 'echten|echter|echte|echtem|richtigen|richtiger|richtige|wirklichen|menschlichen|menschlicher|lebendigen|realen|leibhaftigen|anderen|zustaendigen',
  a: 'einen|einem|einer|eine|ein|nem|nen|dem|den|der|irgendeinem|irgendeinen|ihrem|ihren|ihrer',
  when: `sechs|sieben|ab|dann|spaeter|morgen|nachher|uebermorgen|heute|abend|vormittag|nachmittag|frueh|am|um|in|gegen|nach|ab|einer|zwei|drei|stunde|stunden|minuten|halben|noch|einmal|noch_mal|nochmal
    |wieder|montag|dienstag|mittwoch|donnerstag|freitag|samstag|naechste|naechsten|woche|uhr|zehn|neun|acht|elf|zwoelf|eins|vier|fuenf|mittag|anderes|andermal|anderen|ein|zu|zeitpunkt|mal|zeit|*<digit>*`,
} as const;

/** The requests of German: formal and informal, with the verbs in their positions, and Austrian and Swiss forms. */
export const germanRequests = createRequests(germanWords, {
  parts,
  negationWords: 'nicht kein keine keinen nie',
  negations: 'nicht|keine|kein|nie|keinen',
  requests: {
    wrong_number: `
      hier|da|bei_uns wohnt|heisst nicht|kein|keine|niemand * ..4
      hier ist nicht|net|ned * hier ist * $
      ! ich|i heisse|heiss|hoass nicht|ned|net|gar_nicht|anders * ..1
      die|der|unser? frau|herr|familie * ist|sind|is ..5 ausgezogen|weggezogen|umgezogen|verzogen|verstorben ..2
      ! falsch|verkehrt|fehl verbunden|bei_mir|bei_uns|gewaehlt ..1 i|ich|ihr|das|hier|da|mir|de ..5
      do|da sans|san_s|sind_s|sinds|bist|seids bei_mir|bei_uns|do|da|hier? falsch|verkehrt ..6
      ! i|ich bin|bi net|ned|nicht|nid|nit die|der|de|d frau|herr|frl|herrn *
      hier gibt|gibts es|s? keinen|keine|kein herrn|frau|herr|mensch|menschen ..2
      ! nummer|telefonnummer|handynummer|handy ..1 habe ich|i|wir ..1 erst|neu|seit ..4
      ! nummer|telefonnummer|handynummer gehoert ..1 mir|uns ..3
      nein|ne|nee|nein_nein hier ist|is|spricht die|der|das|ein|eine ..2 $
      ! ihr|sie|da|du muesst|muessen|musst|habts|habt|haben sich|euch|eana|dich ..1 verwaehlt|vertan|geirrt
      das ist ..1 nicht ihr|sein|ihre|seine telefon|nummer|handy
      die|diese person|frau|dame|mann ist nicht hier ..3 falsche nummer
      hier|da|sie|du sind|bist sie|du|hier? leider|aber|wohl|ganz? falsch
      die|der|sie|er ist|sind weggezogen|ausgezogen|umgezogen|verzogen ..1
      das bin|ist ich|er|sie nicht
      das|dies ist nicht|nimmer mehr? seine|ihre|die nummer
      das|hier|dies ist ein|eine privatanschluss|privatwohnung|privatnummer|privathaushalt ..3
      sie sprechen|reden mit der|dem falschen person|mann|frau
      sie|wir|ich? sind|bin? falsch|verkehrt verbunden|gewaehlt|verwaehlt
      ich|da|ich_glaube|glaube? sie|du|ihr? haben|hast|habt|sind|bist|seid? sie|du|ihr|da|hier|sich|dich|wohl|wahrscheinlich? die|eine|der|mit|bei|am? falsche|falschen|verkehrte|verkehrten nummer|person|nummer_gewaehlt|anschluss|adresse|mann|frau|telefonnummer hier|gewaehlt|erwischt|dran|am_apparat|an_der_strippe?
      ich|glaube? sie|du|da haben|hast|muessen|musst? sie|du|da? sich|dich wohl|glaub|bestimmt|sicher? verwaehlt haben?
      da|hier|bei_uns|bei_mir? sind|bist sie|du hier|da|bei_mir|bei_uns? falsch|verkehrt hier|bei_mir|bei_uns|verbunden?
      hier|bei_uns|da|unter_dieser_nummer? gibt|wohnt|lebt|arbeitet|heisst es|hier? keine|keiner|niemand|kein|keinen|niemanden ..1 der|die|mit|namens|so|unter? so|diesen|diesem|dem|den? heisst|namen|name|hier?
      diese|die|so? person|jemanden|herrn|frau? ..1 kenne|wohnt|arbeitet|lebt|gibt ich|hier|es? nicht|niemanden|keinen|hier_nicht|nicht_mehr hier|mehr|bei_uns|mit_diesem_namen?
      ich? kenne diese|die|den|keine|keinen|niemanden person|menschen|herrn|namen|mit|frau ..2 nicht|nicht_mehr?
      ich bin nicht|nicht_der|nicht_die ..1 richtige|gesuchte|person|herr|frau ..1
      falsche nummer|person|telefonnummer
      <a> frau|herr|herrn|familie ..1 gibt es|s? hier|bei_uns|da nicht
      hier gibt|wohnt|arbeitet es? keine|kein|keinen ..2
      hier ist keine|kein herr|frau|familie|firma|praxis ..2
      das|dies|hier ist nicht die|der|das|seine|ihre nummer|familie|praxis|firma|anschluss|telefon
      sie|du? haben|hast|muessen|da|wohl ..1 sich in|mit der|ihrer? nummer geirrt|vertan|verwaehlt
      sie|du|ihr sind|bist|seid da|hier|leider|wohl? falsch|verkehrt bei_mir|bei_uns|hier?
      ich bin nicht|gar_nicht frau|herr|die_frau|der_herr *
      die|diese nummer gehoert ..3
    `,
    who_is_this: `
      welche|was_fuer_eine|von_welcher|von_wo firma|praxis|gesellschaft|abteilung|stelle ..3
      mit wem habe|hab|hob ich|i ..1 die_ehre|das_vergnuegen|zu_tun
      mit wem ..1 habe|hab ich das vergnuegen
      in|von wessen|welchem auftrag ..3
      wie war|ist der|ihr|dein name ..3
      wo|woher|wie haben|hast|kommen|kommst|bekamen sie|du|an ..1 meine|die nummer ..2
      ist das|dies hier? eine|ein|so_eine maschine|band|computer|roboter|aufnahme|bandansage|automat
      wer|was? sind|bist|ist|seid|is sie|du|das|ihr|da|dort|am|denn|do ueberhaupt|denn|eigentlich|am_apparat|da|apparat|dran?
      mit wem|wer spreche|rede|telefoniere|sprech|red ich|i da|hier|eigentlich|denn|gerade|ueberhaupt?
      wer|von_wo|woher ruft|rufen|rufst|spricht da|sie|hier|du|denn|mich|dort an|eigentlich|da|denn? an|da?
      wie heissen|heisst|ist|war sie|du|ihr|nochmal|noch_mal? name|ihr_name|nochmal|noch_mal|denn|eigentlich?
      worum|um_was|um was? geht|geht's|gehts|handelt es|sich? denn|eigentlich|bei|hier|da? diesem|dem? anruf?
      von|fuer welcher|welchem|wem|welche|wen firma|unternehmen|sind|rufen|arbeiten|kommen|bank sind|rufen? sie|du? an|denn|eigentlich?
      was wollen|willst|moechten|woll sie|du|ihr von_mir|denn|eigentlich|ueberhaupt?
      warum|weshalb|wieso|weswegen rufen|rufst|ruft sie|du|ihr mich|denn|eigentlich|hier? an
      sind|bist|spreche|rede sie|du|ich|das ein|eine|mit|denn|etwa? einem|einer|ein|eine? roboter|computer|maschine|automat|bot|ki|kuenstliche_intelligenz|echter_mensch|mensch
      wer hat|gab ihnen|sie|dir meine|beauftragt nummer? gegeben?
      und? sie|du sind|bist wer
      und? wer sind|ist|bist|spricht ..1 sie|du|da|dran
      ich? habe|hab|konnte ihren|den namen ..1 nicht mitbekommen|verstanden|gehoert
      woher haben|hast sie|du meine nummer|telefonnummer|daten
    `,
    callback: `
      koennt|koennten|koennen|kannst|koenntet|wuerdet|wuerden ihr|sie|du ..1 mich|uns ..1 so? <when> <when>? <when>? <when>? zurueckrufen|anrufen|rueckrufen
      ! rufen_sie|ruf|rufens doch|mich|halt|einfach ..2 spaeter|morgen|nachher|heute_abend|am_abend|uebermorgen ..3 an|wieder_an|nochmal_an|zurueck ..1
      ! ruf|rufen_sie|rufens|ruef|lueuetet_sie|luetet_sie|lueuetet|luetet|luete|luet|melden_sie_sich|melde_dich|probieren_sie|probieren_sie_es|probiers|versuchen_sie|versuchen_sie_es|versuchs mich|mi|uns|mir|doch|es|s|halt|am|einfach? <when>|nomal|noemol|namittag|nomittag|zmittag|doch? <when>|nomal|am|nomittag|namittag|zabig? <when>|nomal|nomittag? <when>? <when>? <when>? an|aa|a|o|zurueck|nochmal|noch_mal|wieder|spaeter|nomal|durch an|a|aa? $
      ! ruf|rufen_sie|rufens|ruft mich|uns|mi? nachher|spaeter|morgen|heute|abends|in|gegen|um|nach|am <when>? <when>? <when>? <when>? <when>? an|zurueck|nochmal_an|noch_mal_an|wieder_an|nochmal ..7
      geht|ist|passt ..2 schlecht|ungelegen|unguenstig|nicht ..5 spaeter|nachher|morgen|abends gern|gerne|bitte|lieber|besser|eher?
      koennen|koennten sie|du es ..3 noch|wieder|nochmal ..1 versuchen|probieren
      ich|es|gerade|jetzt|momentan ..3 bin|passt|geht|kann|nicht|fahre|schlecht ..4 rufen_sie|rufens|ruf mich|spaeter|um|nach|morgen|noch ..5
      rufen_sie|ruf|rufens mich ..4 zurueck|retour
      kann|koennte|koennten mich jemand|wer|einer ..3 zurueckrufen|anrufen
      waere|ist es|das moeglich ..4 anzurufen|zurueckzurufen|anrufen
      in ..1 minuten|stunde|stunden noch_mal|nochmal|wieder|noch_einmal ..1 $
      <please>? sie|du|ihr? mich|mir|uns|bei_mir? <when>? <when>? <when>? <when>? <when>? zurueckrufen|zurueckzurufen|anrufen
      ruf|rufe|rufen_sie|rufens|ruft|rufen|melden_sie_sich|melde_dich|probieren_sie_es|versuchen_sie_es|versuch_es|probier_s mich|uns|mi|doch|einfach? <when>? <when>? <when>? <when>? <when>? <when>? zurueck|an|nochmal|noch_mal|noch_einmal|wieder|spaeter|nochmals
      <when>? <when>? <when>? <when>? zurueckrufen|nochmal_anrufen|wieder_anrufen|noch_mal_anrufen|noch_einmal_anrufen|nochmals_anrufen
      <please>? sie|du|ich? um|einen|ein|mit? rueckruf haben|bekommen?
      spaeter|nachher|morgen nochmal|noch_mal|noch_einmal|wieder? anrufen|zurueckrufen|telefonieren
      <when> <when>? <when>? <when>? anrufen|zurueckrufen|melden
      ich? haette|bitte|wuensche|moechte|wuerde gern|gerne? um? einen|ein? rueckruf <when>? <when>? <when>? <when>? <when>? <when>?
      rueckruf <when> <when>? <when>? <when>?
      es|ich|bin|das? ist|passt|bin|habe gerade|grad|jetzt|im_moment|momentan|eben? ..3 <when>? <when>? <when>? <when>? zurueckrufen|nochmal_anrufen|noch_mal_anrufen|wieder_anrufen|anrufen
      <when>? <when>? <when>? passt es|mir|s? mir? besser
    `,
    person: `
      ! mit|zu jemand|jemanden|jemandem|wem|einem|einer ..1 aus|von|in|vom der|dem|ihrer|ihrem|praxis|empfang ..2 reden|sprechen|praxis|verbinden|telefonieren ..1
      kein|keinen|keine computer|roboter|maschine|automat|bot ..1 einen|ein|eine|nen menschen|mensch|person|mitarbeiter|echten ..2
      ! verbinden_sie|verbind|verbindet|stellen_sie|geben_sie|gib|gebts|holen_sie|holens|gebens mich|mir|ma|uns|mi ..1 mit|zu|an? <a>|die|der|den|dem|einer|ihrer ..1 anmeldung|empfang|rezeption|zentrale|praxis|doktor|doktorin|arzt|aerztin|sekretaerin|sprechstundenhilfe|chefin|chef|sekretariat|arzthelferin|mensch|menschen|person|mitarbeiter|mitarbeiterin|schwester|kollegin ..2
      gibt|gibts|ist|habts|haben es|sie|da|ihr|s|bei_ihnen? ..2 <a>|keine|keinen|koan|kein|auch? <a>|keine|keinen? <real>|gscheiten|normalen|lebende|lebenden person|mensch|menschen|mitarbeiter|leute ..3
      koennen_sie|koennten_sie|koennen|koennten sie? mich|uns durchstellen|weiterverbinden|verbinden
      koennen|koennten sie mich mit|zu|zur der|dem|einem|einer? ..2 verbinden|durchstellen
      kann|koennte|darf|duerfte ich jemanden|wen|irgendwen|jemand ..3 sprechen
      gibt|ist|haben es|da|sie ..3 richtigen|echten|richtiger|echter|normalen menschen|mensch|person ..2
      einen|eine|mit|mit_einem|mit_der mitarbeiter|mitarbeiterin|kollegen|arzthelferin|sprechstundenhilfe|sekretaerin|berater
      lassen_sie mich ..1 mit jemand|jemandem anderem|anderen|richtigem? ..1 sprechen|reden
      <please>? ich|sie|mich|mir|wir? mit|an|zu <a>? <real>? <someone> <when>? sprechen|reden|verbinden|durchstellen|weiterleiten|weiterverbinden|haben?
      ich? moechte|will|wuerde|wuensche|moecht|haette|brauche|muss gern|gerne|lieber|nur? mit|an? <a>? <real>? <someone> sprechen|reden|verbunden|haben|telefonieren? werden?
      verbinden_sie|verbind|verbinde|stellen_sie|geben_sie|gib|leiten_sie|holen_sie mich|uns|mir|sie? <adv>|bitte? durch|weiter? mit|zu|an? <a>? <real>? <someone> weiter|durch|ans_telefon|ran?
      <a>? <real> <someone>
      stellen_sie|stell|stellt|verbinden_sie|verbind|verbinde|verbindet|leiten_sie mich|uns|mi ..1 durch|weiter
      verbinden_sie|verbind|verbinde|verbindet|geben_sie|gib|holen_sie|stellen_sie mich|uns|mir ..1 mit|zu|an? <a>? <real>? <someone>|rezeption|empfang|praxis|sprechstundenhilfe|arzthelferin|team|sekretariat ..2 durch|sprechen|weiter?
      ich? moechte|will|wuerde|muss|kann|koennte|darf|haette|mag ich|gern|gerne|das|lieber|bitte|mal|es? ..2 mit <a>? <real>? <someone>|rezeption|empfang|sprechstundenhilfe|arzthelferin|team|sekretariat|assistentin ..1 sprechen|reden|besprechen|klaeren|verbunden|telefonieren ..1
      ich? rede|spreche|sprech|will|red|moechte nicht mit ..1 maschinen|maschine|computer|computern|robotern|roboter|automaten|bots|bot reden|sprechen?
      geben_sie|gib|holen_sie mir|ma|mich ..1 jemanden|einen_menschen|wen ..4
      mitarbeiter|berater|mensch|kundendienst|kundenservice|kundenberater|zentrale
      gibt|ist es|da|hier? auch|da|dort|hier|bei_ihnen? <a>? <real>? menschen|jemand|mensch|jemanden ..1 sprechen|reden|der_mir_helfen_kann|mit_dem_ich_sprechen_kann|reden_kann?
      kann|koennte|darf ich mit|bei? <a>? <real>? <someone> sprechen|reden|haben
      ich? will|moechte|mag|rede|spreche nicht mit einem|einer|nem computer|maschine|roboter|automaten|bot reden|sprechen?
    `,
    not_interested: `
      daran|da|darauf|dafuer bin|habe ich ..2 nicht|kein|keinen interessiert|interesse|bedarf ..1
      ich|wir habe|haben keinen|da_keinen bedarf
      kein|keinerlei interesse|bedarf auf_wiederhoeren|auf_wiedersehen|tschuess|ade
      kein|keinerlei|null|keine interesse|bedarf mehr|daran|danke?
      ich|wir|i? habe|haben|hab|hat|bestehet|besteht da|daran|leider|wirklich|ehrlich_gesagt|an_so_etwas|gar|absolut|ueberhaupt? kein|keinerlei|keine|null interesse|bedarf mehr|daran?
      ich|wir? bin|sind|bins leider|wirklich|daran|gar|ueberhaupt|absolut? nicht|ned|net interessiert daran?
      interessiert mich|uns|mi das? nicht|ned|net|gar_nicht|ueberhaupt_nicht|wirklich_nicht
      das interessiert mich|uns|mi gar|ueberhaupt|wirklich? nicht|ned|net
      ich|das|wir? brauche|brauch|brauchen|will|moechte|benoetige|braeuchte das|ich|wir|so_etwas|sowas|es|so_was? gar|wirklich|ueberhaupt? nicht|nichts|nix|ned
      wir_kaufen|ich_kaufe|kaufe nichts|nix
    `,
    voicemail: `
      hinterlassen|hinterlasse|sprechen|hinterlasst|sprich sie|du? mir|uns|gern|gerne|einfach|doch? eine|ihre|deine|ihren|nachricht? nachricht|namen|nachrichten ..4 nach_dem_signalton|nach_dem_ton|nach_dem_piep|nach_dem_pfeifton|nach_dem_piepton|auf_band|auf_das_band|aufs_band?
      nach|mit dem|einem|nachdem? signalton|piepton|piep|pfeifton|ton|tonsignal
      ist zurzeit|derzeit|momentan|im_moment|gerade|leider|zur_zeit|voruebergehend? nicht|leider_nicht erreichbar|verfuegbar|zu_erreichen|besetzt
      sie? sind|ist? verbunden? mit? der|die|dem? mailbox|anrufbeantworter|sprachbox|voicemail|combox|mobilbox von|der|ist|des?
      hier|dies|das|sie ist|spricht|sind|haben der|die|den|mit|mit_der|mit_dem? anrufbeantworter|mailbox|sprachbox|automatische_anrufbeantworter|mobilbox|combox
      der|die gewuenschte|angerufene|gewaehlte|gerufene teilnehmer|gespraechspartner|rufnummer|person
      ich|wir|wir_sind|ich_bin bin|sind? zurzeit|derzeit|momentan|im_moment|gerade|leider|nicht? nicht|leider_nicht erreichbar|verfuegbar|zu_erreichen|zu_hause|da
    `,
    repeat: `
      hae|ha|he was|wie|bitte
      was|wie ham|hams|habens sie|s|se? gsagt|gsogt|gesagt|gmeint
      ! wiederholen_sie|wiederholens|wiederhol|sagen_sie_das|sagens|sag das|es|des|s|das_noch_mal|noch_mal|nochmal|bitte|noch_einmal? ..3 verbindung|leitung|laut|leise|weg|verstanden|akustisch|gehoert|fernseher|schlecht ..4
      ! verbindung|leitung ..3 weg|schlecht|unterbrochen|abgehackt|gestoert ..3 wiederholen|wiederholen_sie|noch_mal|nochmal|was|gesagt ..3
      ^ was|bitte_was $
      koennen|koennten sie|du den|die|das letzten|letzte ..1 wiederholen|sagen
      koennen|koennten sie|du ..1 lauter|langsamer|deutlicher sprechen|reden
      etwas|bisschen|nicht|ein_bisschen langsamer|lauter|so_schnell|so_leise|deutlicher
      <please>? sie|du|ihr? das|es|die_frage|den_satz|mir|ihre_frage|mir_das? noch_einmal|noch_mal|nochmal|nochmals|bitte? wiederholen|sagen
      wiederholen_sie|wiederhol|wiederhole|sagen_sie|sag|wiederholens das|es|die_frage|mir|mir_das? noch_einmal|noch_mal|nochmal|nochmals?
      noch_einmal|noch_mal|nochmal|nochmals bitte?
      wie|was|wos bitte|meinen|haben|war|hast|hat|ham sie|du|das|es|s? gesagt|gerade_gesagt|gemeint|jetzt|nochmal|noch_mal|noch_einmal?
      was|wie|wos haben|hast|ham sie|du? da|gerade|eben? gesagt|gemeint
      ich|i? habe|hab|konnte|kann|verstehe|versteh|hoere|hoer|verstand|hob sie|das|dich|ihnen|es|s|die_frage|ich|leider|akustisch|gerade|eben? leider|akustisch|schlecht|kaum|gerade|jetzt? s? nicht|nichts|schlecht|nix|ned|kaum|net verstanden|gehoert|verstehen|hoeren|mitbekommen|ganz_verstanden|richtig_verstanden|mitgekriegt
      ich|i? verstehe|hoere|versteh|hoer sie|dich|das|ihnen? leider|akustisch|sehr|ganz|so? nicht|schlecht|kaum|ned so|gut?
      wie bitte
      wie|bitte|hae|ha|pardon|verzeihung
      <please>? sie|du|ihr? mir|mich? den|die|das|ihren|ihre? letzten|letzte|ganze|ganzen? satz|frage|teil|uhrzeit|datum|nummer? noch_einmal|noch_mal|nochmal|nochmals ..1 sagen|wiederholen|vorlesen|nennen
      wie|was war das|die_frage|der_letzte_satz nochmal|noch_mal|noch_einmal|gleich?
      was war das|die_frage
      sprechen|reden sie|koennen? etwas|bitte|ein_bisschen|bisschen? lauter|langsamer|deutlicher
    `,
    hold_on: `
      ich|i? muss|muass|mog|will erst|grad|gerade|noch|eben|mal|kurz ..1 den|die|das|meinen|meine|einen|nen|a kalender|terminkalender|brille|lesebrille|stift|zettel|unterlagen|papier holen|suchen|finden|aufschlagen
      hold_on|stop|stopp|eh|oeh moment|augenblick|warte|momentchen mal|kurz?
      an|en|a|ein|nen|einen augenblick|moment|sekunde|momenterl|momentle|momaent|minute|minuterl ..1 i|ich|isch|mir|wir hol|hole|such|suche|schau|muss|mach|mache|geh|nimm|nehme|brauch|setz|leg ..6
      sekunde|moment|augenblick|momentle|momenterl|minute|sekuenchen|momentchen i|ich|isch mach|mache|hol|hole|suche|such|schau|schaue|muss|geh|gehe|setz|leg|stell|nehme|nimm|brauch|schreib ..6
      wart|warte|warten_sie|wartens|wartet|wartets schnell|amol|amal|gschwind|a_bissl|gschwend
      ich schaue|schau|sehe|muss|gucke|hole kurz|mal|schnell|eben ..1 in|auf|nach|den|meinen ..2
      augenblick|moment|sekunde ich suche|hole|brauche|schaue|muss ..3
      einen|ein|nur|warten|warte|warten_sie? einen|ein|kleinen|nur_einen? moment|augenblick|momenterl|sekunde|minute|momentchen|moment_mal|sekunden|minuetchen|kleinen_moment|mal mal|bitte|noch|geduld|ich_hole|bin_gleich_da|bin_gleich_wieder_da?
      eine sekunde|minute|kleine_sekunde
      einen|ein|nur|bitte? kurzen|kleinen|kurz|winzigen? augenblick|moment|sekunde|momenterl
      kleinen|kurzen moment|augenblick
      bleiben_sie|bleib|bleibt|bleiben ..2 dran|in_der_leitung|am_apparat|am_telefon
      nicht auflegen
      legen_sie|leg|legt nicht|bitte_nicht|noch_nicht|jetzt_nicht auf
      warten_sie|warte|wart|wartet einen|ein|noch|bitte|kurz|mal? einen|kleinen|ein|kurz? moment|augenblick|sekunde|minute|momenterl?
      ich? bin|komme gleich|sofort wieder|zurueck da|dran|zurueck?
      warten_sie|warte|wartens|wart|wartet|bleiben_sie|bleib|moment mal|kurz|einen_moment|einen_augenblick|eine_sekunde|eine_minute|noch|bitte|dran|am_apparat? bitte|dran|kurz|mal?
      bin gleich|sofort wieder|zurueck da|zurueck?
      geben_sie|gib mir|ma noch? eine|einen|zwei|kurz? sekunde|minute|moment|sekunden|minuten|augenblick zeit?
      ich? muss|hole|schau|schaue|sehe|suche|suech|hol kurz|schnell|nur|mal|eben etwas|einen_stift|was|nachsehen|nachschauen|stift|zettel|papier? holen|suchen|nachsehen|nachschauen?
      augenblick|momenterl|sekunde|moment
    `,
  },
  optIn: `
    sie|ihr|du|ihr_alle? koennen|koennt|kannst|duerfen|duerft|darfst sie|ihr|du? mir|mich|uns ..1 wieder ..1 schreiben|schicken|senden|anrufen|kontaktieren|anschreiben
    schreiben_sie|schreibt|schreib|schicken_sie|schickt|schick|senden_sie|rufen_sie|kontaktieren_sie mir|mich|uns ..1 wieder ..1 <messages>|an|erinnerungen?
    ich|wir? moechte|will|wuerde|wollen|moechten|haette|brauche ..2 ab_sofort|doch|nun|jetzt? wieder ..2 <messages>|erinnerungen|benachrichtigungen ..1 bekommen|erhalten|empfangen|haben|kriegen?
    ich|wir? moechte|will|wuerde|wollen|moechten gerne|gern|mich|uns|doch? ..1 <messages>|erinnerungen|benachrichtigungen wieder|erneut bekommen|erhalten|empfangen|haben
    ich|wir? moechte|will|wollen|moechten mich|uns wieder|erneut|neu anmelden|eintragen
    melden_sie|melde|meldet|nehmen_sie|setzen_sie|tragen_sie|trag|nehmt|setzt mich|uns ..1 wieder|erneut ..3 an|auf|ein
    mich|uns wieder|erneut anmelden|eintragen|aufnehmen|freischalten
    wieder|erneut anmelden|abonnieren|aktivieren|freischalten
    <messages>|erinnerungen wieder|erneut aktivieren|einschalten|senden|schicken|an
  `,
  optOut: germanOptOut,
});

/** What callers say in German when a conversation is over, written without diacritics, separated by vertical bars. */
export const germanFarewells = `tschuss|tschu|tschau|ciao|wiederhoren|auf wiederhoren|wiedersehen|auf wiedersehen|bis dann|bis bald|bis spater|bis morgen|
  schonen tag|einen schonen tag|schonen tag noch|einen schonen tag noch|schonen abend|schones wochenende|gute nacht|
  danke|danke schon|danke sehr|vielen dank|besten dank|herzlichen dank|danke gleichfalls|gleichfalls|ebenso|ihnen auch|wunsche ich|
  ja|jawohl|gut|sehr gut|alles klar|in ordnung|prima|super|perfekt|wunderbar|genau|na gut|also|dann|ach so|aha|
  nein danke|nein das war's|nein das war es|das war's|das war alles|das ist alles|sonst nichts|nichts weiter`;
