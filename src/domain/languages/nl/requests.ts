import { createRequests } from '../../understanding/request-rules.ts';
import { dutchOptOut, dutchOptOutParts } from './opt-out.ts';
import { dutchWords } from './words.ts';

const parts = {
  ...dutchOptOutParts,
  digit: '0|1|2|3|4|5|6|7|8|9',
  number:
    'een|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|half|kwart|twintig|negentien|achttien|zeventien',
  mealtime:
    'eten|lunch|middageten|werk|school|middag|avondeten|middernacht|weekend|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|ontbijt|vakantie|ochtend',
  day: 'maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|weekend|weekeinde|ochtend|middag|avond|nacht|week|maand|feestdagen|feestdag|zondagen|zaterdagen|voormiddag|namiddag|werkdagen|dag|vakantie',
  can: 'kunt|kun|kan|kunnen|wilt|wil|zou|zoudt|u|je|jij|jullie|mag|mij|me|ons|graag|misschien',
  someone: `mens|persoon|medewerker|medewerkster|iemand|adviseur|collega|mens_van_vlees_en_bloed|klantendienst|klantenservice|leidinggevende|manager|verantwoordelijke|baas|telefoniste
    |bediende|vertegenwoordiger|operator|chef|receptie|mensen|receptioniste`,
  real: 'echt|echte|levende|menselijke|andere|levend|werkelijke',
  a: 'een|de|het|uw|n|je|jullie',
  when: `morgenochtend|morgenmiddag|morgenavond|maandagochtend|vrijdagmiddag|later|morgen|straks|vanmiddag|vanavond|overmorgen|over|een|twee|uur|uurtje|half|minuten|om|op|in|de|het|namiddag|middag|ochtend|avond|voormiddag|maandag|dinsdag|woensdag|donderdag
    |vrijdag|zaterdag|volgende|week|ander|andere|moment|keer|eens|opnieuw|nog|weer|terug|na|rond|tien|elf|twaalf|drie|vier|vijf|zes|zeven|acht|negen|even|maar|dan|kwartier|kwartiertje|beter|liever|s|*<digit>*`,
} as const;

/** The requests of Dutch: u and je, of the Netherlands and Flanders. */
export const dutchRequests = createRequests(dutchWords, {
  parts,
  negationWords: 'niet geen nooit',
  negations: 'niet|geen|nooit het|de|een|morgen?\nhoeft ..2',
  requests: {
    wrong_number: `
      ! u|je|jullie|ge belt|bel|bellen|zit naar|met|bij ..1 een? prive|privenummer|particulier|verkeerde ..3
      meneer|mevrouw|de_heer|mijnheer|juffrouw ..1 * is|zijn ..3 verhuisd|overleden|weg|vertrokken ..3
      ! dat|dit is mijn naam niet ..3
      die|deze|dat|hem|haar|zo_iemand ken|kennen ik|we|wij niet u|je|jullie|ge ..6
      ! u|je|ge|jullie|gij moet|moeten|zoekt|bedoelt|wilt|hebt|heeft ..1 een? ander|andere|anders nummer|persoon|iemand ..2
      ! je|u|ge|gij|jullie hebt|heeft|heb|hebben ..1 de|het verkeerde|foute|foutief|verkeerd ..8
      ! zijt|bent|zit|ben ge|u|je|hier? ..1 mis|verkeerd|fout verbonden|hier|aan_het_bellen|gelopen ..6
      ! ik heet|noem geen|niet ..3 $
      ! nummer|gsm ..3 nu|inmiddels|sinds|tegenwoordig ..2 van mij|ons ..2
      nee hier is|spreekt de|het|een ..2 $
      ! is|was|hoort|klopt niet_meer|niet zijn|haar|van_hem|van_haar nummer ..3
      dit|dat is niet|geen haar|zijn|de telefoon|nummer
      die persoon|meneer|mevrouw is hier niet ..4 verkeerde nummer
      u|je moet zich|je vergist hebben ..3
      dit|dat is niet|geen het|de juiste|goede nummer|persoon
      die|hij|zij|ze|deze woont|werkt|leeft|zit hier|daar ..1 niet ..1
      die|hij|zij|ze is|zijn verhuisd|weg|vertrokken ..1
      die|hem|haar ken ik niet
      dat|die ben ik niet
      ik ben niet|geen mevrouw|meneer|de_heer ..2
      ik ben meneer|mevrouw ..2 niet
      u|je moet|zoekt|bedoelt iemand anders ..1
      dit|dat is haar|zijn|het nummer niet ..1
      dit|hier is een particulier|woonhuis|prive|privenummer|huis ..3
      volgens_mij|denk|u|je|jullie|dat|sorry|hebt|heeft? u|je|jullie|heeft|hebt|heb|bent|dat? heeft|hebt|heb|hebben|bent|ben|belt|u|je? het|een|de|u|met_de|met_het|naar_het|dan? verkeerde|verkeerd|foute|foutief|fout nummer|persoon|verbonden|man|vrouw|gedraaid|gebeld|telefoonnummer|voor? hebt|heeft|voor|gedraaid|gebeld|aan_de_lijn?
      u|je|jij|ge|gij heeft|hebt|heb zich|je|u vergist|vergist_van ..3
      u|je|ge|gij bent|zijt|zit|ben hier? verkeerd|fout ..1 verbonden|hier?
      dit|hier is niet de|het|mijn familie|nummer|huis|praktijk|kliniek|bedrijf ..2
      verkeerd|fout|verkeerde|foute verbonden|nummer|persoon|gedraaid
      u|je bent|zit|ben hier? verkeerd|fout|mis hier|verbonden?
      hier|er|op_dit_adres woont|is|werkt|bestaat|heet|zijn hier|er? niemand|geen ..1 met|die|hier|van? die|deze|zo|dat? naam|heet|hier?
      ik|wij|we ken|kennen die|deze|dat|niemand|geen persoon|mens|meneer|mevrouw|naam|met|man|vrouw ..2 niet?
      die persoon|meneer|mevrouw ken|woont ik|hier niet
      ik ben niet de|die ..1 persoon|man|vrouw ..2
    `,
    who_is_this: `
      hoe zei u|je dat u|je heette|heet
      voor wie|welk|welke ..1 werkt|bel|belt u|je|jij
      hoe was|is uw|je|jouw naam ..2
      wie heeft|gaf|hebben u|je|jullie|aan_u mijn nummer|gegevens gegeven ..1
      ben|bent je|jij|u wel? echt ..1
      met wie|wie_spreek spreek|praat|heb|bel|ben ik|ik_dan? te|dan|eigenlijk|hier? maken|spreken|doen|dan?
      wie is|bent|ben|belt|spreekt|is_dat|zijt dit|daar|dat|u|je|jij|er|ik|jullie|gij|ge dan|eigenlijk|precies|nu|aan? de|aan_de|daar|lijn? lijn|telefoon?
      wie heb ik aan_de_lijn|aan_de_telefoon|hier
      wie spreekt|belt daar|er|mij|met_mij|u|me ..1
      wat is|was uw|je|jouw naam ook_alweer|alweer|ook_al_weer|nog?
      hoe heet|heette u|je|jij ook_alweer|alweer|ook_al_weer|nog?
      waar gaat|over|bel|belt het|dit|dat|gaat|u|je|jullie over|het|dit|dan|voor|om|eigenlijk? over|voor|dan?
      waarover gaat het|dit dan?
      van welk|welke bedrijf|firma|organisatie|maatschappij bent|belt|bel u|je?
      namens wie|wat|welk ..2
      voor welk|welke bedrijf|firma ..2
      waarom|waarvoor belt|bel|bellen u|je|jij|jullie mij|me|eigenlijk|dan|naar? precies?
      wat wilt|wil|moet|willen|moeten u|je|jullie|jij van_mij|van_me|dan|eigenlijk|precies?
      bent|ben|spreek|is|praat u|je|ik|dit|jij met? een robot|computer|machine|bot|echt_mens|echte_persoon|mens|bandje|opname|antwoordapparaat?
      hoe|waar komt|kom|hebt|heeft|heb|bent|haalt u|je|jullie aan? mijn nummer|gegevens vandaan|gekomen|gekregen?
    `,
    callback: `
      ! bel|belt|probeer|probeert|telefoneer|telefoneert|contacteer u|je|het|mij|me|ons|maar|anders|gerust? mij|me|ons|maar|het|dan? vanavond|vanmiddag|straks|later|morgen|morgenochtend|morgenmiddag|overmorgen|over|om|na|tegen|rond|maandag|dinsdag|woensdag|donderdag|vrijdag|strakjes|volgende <when>|nog|es? <when>|es? <when>|es? <when>|es? <when>? <when>? terug|weer|opnieuw|even|dan|es|eens|alstublieft|aub? $
      ! bel|belt|probeer|probeert u|je|mij|me|ons|het? mij|me|ons|even|maar? terug|opnieuw|nogmaals|nog_eens over|om|na|in|op|vanavond|morgen|later|tegen|rond|straks|vanmiddag|maandag|dinsdag|woensdag|donderdag|vrijdag <when>? <when>? <when>? <when>? <when>? $
      komt|past|schikt|gaat|is ..1 nu|even|momenteel ..2 niet|slecht ..2 probeer|bel|belt|probeert|later|straks|vanavond ..6
      kunt|kan u|je het ..3 nog|later|opnieuw ..1 proberen|bellen
      ik|het|nu|dit zit|ben|kan|komt|is|even ..4 bel|belt ..1 me|mij|later|terug|om|morgen|over ..5
      ik|het|nu|dit zit|ben|kan|komt|is|even ..4 kunt|kan u|je ..3 bellen|terugbellen
      nu? even niet|liever bel|belt ..4
      kan|kunnen er|iemand|jullie ..2 mij|me|iemand? terugbellen|bellen ..1
      zou|zoudt u|je|jij mij|me ..3 kunnen|willen? bellen ..1
      bel|belt u|je|me|mij? maandag|dinsdag|woensdag|donderdag|vrijdag|na|om|over|morgen ..2 een|nog|terug|opnieuw ..2
      graag terugbellen|teruggebeld ..3
      <can>? <can>? <can>? <can>? <when>? <when>? <when>? <when>? <when>? <when>? <when>? terugbellen|terug_bellen|opnieuw_bellen|nog_eens_bellen|weer_bellen|nogmaals_bellen|later_bellen
      <can>? <can>? mij|me|ons <when> <when>? <when>? <when>? <when>? <when>? bellen
      bel|belt|probeer|probeert|telefoneer u|je|jullie|het? mij|me|ons|gerust|maar? <when>? <when>? <when>? <when>? <when>? <when>? <when>? terug|opnieuw|later|nog_eens|weer|morgen
      bel|belt u|je? mij|me|ons <when> <when>? <when>? <when>? <when>? <when>? <when>?
      <can>? <when>? <when>? <when>? nog_eens|opnieuw|terug|weer? contacteren|bellen ..1
      <can>? <can>? mij|me <when>? <when>? <when>? <when>? contacteren|opbellen|terugbellen
      ik? word|wil|zou graag|liever <when>? <when>? <when>? teruggebeld|terug_gebeld|gebeld_worden worden?
      graag <when>? <when>? <when>? teruggebeld|terug_gebeld ..1
      bel|belt|contacteer|contacteert u|je|ge|gij|jullie? mij|me|ons? <when>? <when>? <when>? <when>? <when>? terug|nog_eens|opnieuw|weer|later|straks <when>? <when>?
      het|dit komt|past|is nu|even|net|momenteel? niet|geen ..3 bel|belt ..5 terug|later|nog_eens|weer|morgen ..2
      bel mij|me maar? terug|later|morgen <when>? <when>? <when>? <when>? <when>?
    `,
    person: `
      ! geef|geeft|verbind|verbindt|zet|schakel|roep|haal mij|me|ons|eens ..2 de|een|het|den|uw|met|door|iemand ..2 dokter|assistente|receptie|balie|secretaresse|secretariaat|baas|mens|persoon|medewerker|collega|arts|tandarts|verpleegster|baliemedewerker|iemand ..5
      ik moet een|de|uw medewerker|mens|collega|manager|baas ..1 spreken|hebben
      is|zijn|hebben|heeft er|jullie|u ook? een? echt|echte mens|persoon|mensen ..1
      klantenservice|klantendienst|receptie|helpdesk graag?
      kan|mag|ik|zou|wil|graag|liever|ik_wil|ik_wens|zou_ik|kunt|wilt|u|je|mij|me ik|graag|liever|wil|zou|me|mij|u|je|wens|even? graag|liever|even|mij|me? met|door|aan? <a>? <real>? <someone> spreken|praten|doorverbinden|doorverbonden|verbinden|hebben|krijgen|aan_de_lijn|te_spreken|telefoon? worden|krijgen?
      verbind|verbindt|schakel|geef|geeft|zet u|je? mij|me? door|maar|even|eens? door|met|naar? met|naar|aan? <a>? <real>? <someone> door|aan_de_lijn|spreken?
      <a>? <real> <someone>
      medewerker|mens|klantenservice|klantendienst|adviseur
      verbind|verbindt|schakel u|je? mij|me maar|even|alstublieft? door
      kunt|kan|wilt|kun u|je|jij mij|me ..1 doorverbinden|doorschakelen ..1 met|naar? ..1 <someone>?
      geef|geeft mij|me ..1 iemand|een_mens|een_persoon ..4
      mag|kan|wil|zou ik ..1 de|uw|een|het assistente|receptie|dokter|secretaresse|verpleegkundige|arts|baas|receptioniste|balie|secretariaat even|eens? spreken|krijgen|aan_de_lijn?
      zijn|is er bij_jullie|bij_u|daar? ook? mensen|iemand|medewerkers ..2 ik? ..1 spreken|praten|kan
      ik? praat|spreek|wil niet met|tegen machines|machine|computers|robots|robot ..1
      <a> medewerker|mens|adviseur
      is|zijn er ..1 iemand|een_mens|mensen|een_medewerker ..3
      ik? wil|ga|praat niet met|tegen een computer|robot|machine|bandje praten|spreken?
    `,
    not_interested: `
      daar|daarin|hierin heb|ben ik|wij|we geen|niet interesse|in|daarin ..2
      geen interesse|belangstelling|behoefte daarin|aan|in|daaraan|erin?
      ik|wij|we heb|hebben daar|er|echt|helaas|daarin|gewoon|absoluut? geen interesse|belangstelling|behoefte in|aan|daarin|voor?
      ik|wij|we ben|zijn daar|er|echt|helemaal? niet|absoluut_niet geinteresseerd daarin|in|erin?
      niet geinteresseerd
      het|dat|dit interesseert|boeit mij|me|ons echt|helemaal? niet
      ik|wij|we heb|hoef|wil dat|het|niks|niets|daar? niet|niks|niets nodig|hebben
      ik|wij|we hoef|hoeven|wil|moet het|dat niet
      ik|wij|we hoef|hoeven|wil|koop|kopen|moet niets|niks nodig|hebben?
    `,
    voicemail: `
      laat uw|je ..1 naam en ..1 nummer achter
      spreek|spreekt|laat|u_kunt|kunt|je_kunt u|je|dan? een|uw|je|na|het|in|dan? boodschap|bericht|naam|bericht_in|toon|piep|bericht_achter ..4 na de|het toon|piep|pieptoon|signaal|biep in|achter?
      na de|het toon|piep|pieptoon|signaal|biep
      voicemail|antwoordapparaat|mailbox van|de? u|je|voicemail?
      u|je|dit bent|is|luistert|spreekt verbonden|de|naar|met|het|doorverbonden? met|naar|van|de|het? de|het? voicemail|antwoordapparaat|mailbox
      de|het persoon|abonnee|gesprekspartner|nummer|gebelde ..3 is|niet ..2 niet|beschikbaar|bereikbaar|opnemen ..1
      is|ben|zijn momenteel|op_dit_moment|helaas|nu|even|tijdelijk|ik? niet bereikbaar|beschikbaar|aanwezig|thuis
      ik|wij|we kan|kunnen|ben|zijn momenteel|op_dit_moment|helaas|nu|even|u? ..2 niet opnemen|bereikbaar|beschikbaar|te_woord_staan|beantwoorden
      laat ..2 een|uw|je bericht|boodschap achter|na?
    `,
    repeat: `
      he|huh|sorry|pardon|hallo? ik|kan hoorde|hoor|verstond|versta|kon u|je|het|ge|jou ..1 niet|slecht|amper|nauwelijks goed|zo_goed|meer? de|het|er|want ..4
      wablief|wablieft|watte
      de|het verbinding|lijn|geluid is|valt ..1 slecht|weg ik ..4
      iets|wat|beetje|een_beetje langzamer|harder|duidelijker|trager|luider graag?
      <can>? <can>? <can>? dat|het|de_vraag|uw_vraag|dit|je_vraag|wat_u_zei? nog|nogmaals|even|opnieuw? eens|een|nog? keer|maal|eens? herhalen|zeggen|te_herhalen|zeggen_alstublieft
      herhaal|herhaalt|zeg|zegt u|je? dat|het|de|nog|uw|je? vraag|nog|eens|maar? eens|een|nog? keer|eens|nogmaals|opnieuw?
      nog een|eens keer|maal
      nog eens
      wat zei|zegt|zeg|zegde|bedoelt|bedoel|heeft|zeide|was|hebt u|je|jij|dat|de_vraag|uw_vraag|ge|gij nu|daar|net|precies|dan? gezegd?
      wat|hoe zegt|zeg|belieft|bedoelt u|je|jij|het
      ik|sorry? heb|hoor|versta|verstond|begreep|ik|hoorde|begrijp|kan? u|je|het|dat|jou|de_vraag|ik|ik_u|versta|hoor? even|nu|heel|bijna|helaas|u|je|het|dat|niet? niet|slecht|nauwelijks|amper verstaan|gehoord|begrepen|goed_verstaan|goed_gehoord|horen|zo_goed|meegekregen
      ik versta|hoor|begrijp|begreep|verstond u|je|het|dat? niet|slecht|nauwelijks goed?
      he|hee|sorry wat
      kunt|kan|wilt|kun u|je dat|het|de|uw ..1 laatste|vraag|datum|tijd|stuk? ..2 zeggen|herhalen|noemen
      wablieft|watblief|pardon|excuseer|sorry|hoezo
      wat|hoe
      wat|hoe zegt u
      kunt|kan|kun|wilt|zou u|je wat|iets|een_beetje? luider|trager|langzamer|harder|duidelijker spreken|praten
    `,
    hold_on: `
      blijf|wacht|hou|een|eventjes|hang ..1 even|hangen|momentje|ogenblikje|secondje|secje ..1 hangen|er|ik|hoor|aan|wachten ..6
      ogenblikje|momentje|ogenblik|moment|secondje|minuutje|seconde|sec ik|er|hoor|ga|even|want|de|t ..7
      ! niet|nog_niet ophangen ik|er|want ..6
      niet ophangen|inhaken|neerleggen
      hang|leg niet op|neer
      een|heel|nog|wacht|wachten|blijf|eventjes|n? klein|ogenblikje? momentje|moment|ogenblik|ogenblikje|seconde|secondje|minuut|minuutje alstublieft|graag|even|hoor|geduld|ik?
      wacht|wachten|momentje|moment|blijf|een_momentje|geduld even|eventjes|eens|u|je|aan? momentje|geduld|hangen|de_lijn|aan_de_lijn|een|even|wachten? moment|momentje|seconde|minuut|ogenblik?
      geef|geeft|gun u|je? mij|me een|even|eventjes|een_paar|nog? een|twee? momentje|seconde|minuut|minuutje|moment|seconden|minuten|tijd
      ogenblik|ogenblikje|momentje|moment|eventjes
      ik? ben zo|dadelijk|direct terug
      blijf aan|even de|hangen lijn|toestel?
      even wachten|geduld|hangen|geduld_alstublieft
      blijft|blijf u|je? ..1 even|aan_de_lijn|eventjes hangen|wachten|aan_de_lijn?
      wacht ne|een|n|es|eens keer|even|momentje?
      een|nog_een? minuutje|momentje|ogenblikje|seconde|secondje
      ik? pak|zoek|haal|neem mijn|een|even|m_n ..2
      ik? moet mijn|een|even|m_n ..1 zoeken|pakken|halen|nemen|opzoeken|kijken
    `,
  },
  optIn: `
    meld|meldt|schrijf|schrijft|zet|zetten mij|me ..1 weer|opnieuw|terug ..1 aan|in|op ..2
    mij|me weer|opnieuw aanmelden|inschrijven
    weer|opnieuw aanmelden|inschrijven|activeren
    ik|wij? wil|wens|zou|willen ..1 weer|opnieuw|terug ..1 <messages>|herinneringen ..1 ontvangen|krijgen|hebben
    ik|wij? wil|wens|zou|willen ..2 <messages>|herinneringen ..1 weer|opnieuw|terug ontvangen|krijgen|hebben
    ik|wij? wil|wens|zou|willen mij|me weer|opnieuw aanmelden|inschrijven|abonneren
    u|je|jullie mag|mogen|kunt|kan|kunnen mij|me weer|opnieuw ..1 sturen|schrijven|appen|berichten_sturen|contacteren|bellen|sms_en
    stuur|stuurt mij|me weer|opnieuw ..2 <messages>|herinneringen
  `,
  optOut: dutchOptOut,
});

/** What callers say in Dutch when a conversation is over, written without diacritics, separated by vertical bars. */
export const dutchFarewells = `dag|doei|doeg|tot ziens|tot straks|tot morgen|tot horens|fijne dag|fijne dag nog|prettige dag|fijne avond|dank u|dank je|dank u wel|
  dank je wel|dankuwel|dankjewel|bedankt|hartelijk dank|hartelijk bedankt|insgelijks|u ook|jij ook|hetzelfde|ja|prima|goed|heel goed|
  oke|is goed|in orde|perfect|top|helemaal goed|begrepen|nee dank u|nee dank je|nee bedankt|dat was het|dat was alles|verder niets`;
