import type { OptOutRules } from '../../understanding/opt-out-rules.ts';

export const dutchOptOutParts = {
  me: 'mij|me|ons|mijn_nummer|dit_nummer|naar_mij|naar_dit_nummer|op_dit_nummer|met_mij|hier|hierheen|naar_hier|mijn_moeder_en_mij',
  you: 'u|jij|je|jullie|ge|gij|men|ze',
  adv: 'alstublieft|alsjeblieft|gewoon|dan|nu|maar|eens|toch|direct|onmiddellijk|meteen|even|ook|echt|verder|voortaan|aub|asjeblieft|in_het_vervolg|vanaf_nu',
  never: 'nooit_meer|nooit_of_nooit_meer|nooit_weer|nooit',
  no: 'niet_meer|niet_langer|niet_weer|niet_opnieuw|niet_nog_eens|niet_nog_een_keer|niet',
  bel: 'bel|belt|belde|telefoneer|telefoneert|bellen|opbellen|opbelt',
  calling: 'bellen|opbellen|terugbellen|telefoneren|belt|opbelt|terugbelt|op_te_bellen|te_bellen',
  writing:
    'schrijven|schrijft|appen|appt|sturen|stuurt|mailen|mailt|smsen|sms_en|berichten_sturen|texten|te_mailen|te_sturen|te_schrijven|te_appen',
  contacting:
    'lastigvallen|lastig_vallen|storen|contacteren|benaderen|contacteert|stoort|lastigvalt|lastig_valt|benadert|contact_opnemen|contact_opneemt|contact_op_te_nemen|te_storen|te_contacteren|te_benaderen|lastig_te_vallen|ambeteren|ambeteert',
  contacted: 'gecontacteerd|lastiggevallen|lastig_gevallen|benaderd|gestoord',
  calls:
    'telefoontjes|telefoontje|oproepen|gebel|belletjes|telefoons|telefoon|reclametelefoontjes|verkooptelefoontjes|telefonische_reclame|verkoopgesprekken|telefonades|oproep',
  messages:
    'herinneringen|reminders|berichten|bericht|smsjes|sms|sms_jes|sms_en|mails|mail|mailtjes|emails|email|e_mails|e-mails|appjes|apps|reclame|nieuwsbrief|nieuwsbrieven|whatsapps|post|spam|advertenties|aanbiedingen|whatsappberichten|tekstberichten',
  contacts: 'contact',
  list: 'lijst|bellijst|bestand|bestanden|systeem|database|lijsten|mailinglijst|verzendlijst|administratie|adressenlijst|register|klantenbestand|contactenlijst|telefoonlijst|nieuwsbrief|mailing|mailinglist',
  your: 'uw|je|jullie|de|die|deze|het|dat|alle|al_uw',
  entry:
    'nummer|telefoonnummer|gegevens|naam|gsm_nummer|gsmnummer|mailadres|emailadres|adres|contactgegevens|persoonsgegevens|mobiele_nummer|gsm',
  want: 'wil|wens|wensen|willen|wou|wilde|zou|hoef|vraag|verzoek|wenste|eis',
  authority: 'politie|aangifte|advocaat|klacht|meld|aanklagen|klaag|acm|rechter|rechtbank|aan_klagen',
  theseCalls:
    'die_telefoontjes|deze_telefoontjes|uw_telefoontjes|jullie_telefoontjes|al_die_telefoontjes|dat_gebel|dat_bellen|die_oproepen|het_bellen',
  averse:
    'stop|stopt|stop_met|hou_op_met|genoeg|genoeg_van|zat|beu|kan_niet_meer_tegen|niet_meer_tegen|haat|een_einde_aan|einde_aan|word_gek_van|word_gestoord_van|stel_niet_op_prijs|afgelopen_met',
} as const;

const callsWith = (no: string): string => `
  bel|belt|telefoneer|telefoneert u|je|jullie|ge|gij? <adv>? <me>? <adv>? ${no} <adv>? <me>? meer?
  <adv>? <me>? <adv>? ${no} <me>? ..1 <calling>
  u|jij|je|jullie|ge|gij|ze moet|mag|moeten|mogen|moogt|zou|gaat <me>? ..2 ${no} ..1 <calling>
  ! dat <you> <me>? ..3 ${no} ..2 <calling>
  ! ${no} ..2 gebeld|opgebeld|getelefoneerd worden|te_worden|word
`;

const contactWith = (no: string): string => `
  val|valt|vallen u|je|jullie? mij|me|ons <adv>? ${no} lastig
  stoor|stoort|contacteer|contacteert|benader|benadert|ambeteer|ambeteert u|je|jullie? mij|me|ons <adv>? ${no}
  neem|neemt u|je|jullie? ${no} ..1 contact ..3 op
  <adv>? mij|me|ons? <adv>? ${no} ..2 <contacting>
  u|jij|je|jullie|ge|gij moet|mag|moeten|mogen mij|me|ons ..1 ${no} ..2 <contacting>
  ! dat <you> mij|me|ons ..2 ${no} ..2 <contacting>
  ! ${no} ..2 <contacted> worden|te_worden|word
`;

export const dutchOptOut: OptOutRules = {
  calls: {
    absolute: `
      ! bel_me_niet_register|bel_me_niet_lijst|belmenietregister
      !! als|indien <you>|dit|het ..1 niet ..1 stoppen|stopt|ophoudt|ophouden ..7 <authority>|acm|autoriteit
      !! prijs|fijn|graag|lief|vriendelijk|prettig|dankbaar ..1 stellen|vinden|hebben|zijn? ..1 als|dat <you> ..2 stoppen|ophouden|stopt|ophoudt|wilt_stoppen ..1 met ..2 bellen|<calls> ..1
      !! gedaan|afgelopen|beu|zat|genoeg ..1 met|van ..2 bellen|gebel|telefoontjes|oproepen|belletjes|reclametelefoontjes|telefonades ..1
      !! genoeg|klaar|gedaan|afgelopen|schluss geweest|nu|hoor? ..1 met ..1 bellen|<calls> ..2
      !! noteren|noteer|noteert|opschrijven|opnemen|vermerken ..2 dat ..3 niet_meer|geen|nooit|niet ..3 gebeld|<calls>|bellen|gecontacteerd ..5
      ! dat ik geen ..1 telefoontjes|oproepen|belletjes|reclametelefoontjes|telefonades ..3 wens|wil|wenst|wilt ..3
      ! geen ..1 telefoontjes|oproepen|belletjes|reclametelefoontjes|telefonades ..2 wens|wil|wenst|te_ontvangen ..3
      !! nummer|lijn ..1 niet_meer|nooit_meer gebeld|opgebeld ..3
      ! ik|we|wij blokkeer|blokkeren|ga_blokkeren jullie|u|je|uw_nummer|dit_nummer|hen ..3
      ! probeer|probeert het|niet niet|het met|via ..1 ander|andere nummer
      laat|laten haar|hem|hen|mijn_moeder|mijn_vader|mijn_man|mijn_vrouw|mijn_ouders ..1 met_rust|gerust
      bel|belt|telefoneer|telefoneert mij|me|ons|hier? godverdomme|verdomme|verdorie|potverdorie|potverdikke|jezus|in_godsnaam|in_vredesnaam|in_hemelsnaam|nou|godver niet_meer|nooit_meer|niet ..1
      ! hoeft|hoeven|hoef <you>|dat? ..2 nooit|nooit_meer ..2 <calling>|<contacting> ..2
      ! hoeft|hoeven|hoef <you>? mij|me|ons ..1 niet_meer <calling>|<contacting> nooit|ooit|voortaan ..3
      ! hoef|hoeven|wil|willen|wens ..1 van jullie|u|je|die_lui ..1 nooit|niets|niks ..1 meer ..2 horen|zien|weten|vernemen ..1
      ! wil|willen|wens <you>|van_u|van_jullie ..1 nooit_meer|niet_meer ..1 horen|spreken|aan_de_lijn|aan_de_telefoon ..1
      !! wil|willen|wens|wou|wilde|zou ..2 niet ..1 dat <you>|er|iemand ..2 nog|meer|ooit ..2 belt|bellen|opbelt|contacteert|stoort|lastigvalt ..1
      ! wil|willen|wens niet door ..2 computer|robot|machine|bandje|automaat|jullie|u ..1 gebeld|opgebeld ..1 worden ..6
      !! kan|moet|mag|laat|moeten ..1 dat|die|het|dit|deze ..1 <calls>|bellen|gebeld ..3 stoppen|ophouden|afgelopen|klaar|uit|gedaan ..3
      !! dat|die|het|dit|deze|jullie|uw ..1 <calls>|bellen|gebel ..2 moet|moeten|mag|dient ..1 nu|eens|echt|maar|direct? ..1 stoppen|ophouden|afgelopen|gedaan ..3
      !! zorg|zorgen|zorgt|ervoor|voor ..2 dat ..2 geen ..1 <calls>|berichten|oproepen ..1 meer ..1 van? <you>? ..1 krijg|krijgen|ontvang|komen|krijgt ..1
      ! geen <calls>|oproepen ..1 meer ..1 van <you> ..1
      ! sommeer|verzoek|eis|vraag|gelast|beveel|verlang ..1 <you>|dat? ..1 om? ieder|elk|alle|elke|iedere|al|verder ..2 contact|telefoontjes|communicatie|oproepen|telefonisch_contact ..3 staken|stoppen|beeindigen|te_staken|te_stoppen|te_beeindigen|staakt|stopt|beeindigt|verbreken
      ! ieder|elk|alle|elke|iedere ..1 contact|telefoontjes|communicatie|oproepen ..3 staken|stoppen|beeindigen|te_staken|te_stoppen|te_beeindigen|stop_te_zetten
      ! flikker|rot|sodemieter|donder|hoepel|krijg|lazer|oprotten op|toch|een_eind_op ..1 met ..1 <calls>|bellen|getelefoneer ..1
      ! zat|beu|moe|spuugzat|kotsbeu|gek|zot|strontzat ..1 van? ..1 jullie|uw|die|al|dat ..1 <calls>|bellen
      ! <calls> ..1 spuugzat|kotsbeu|strontzat|meer_dan_zat|grondig_beu
      ! geen|nooit toestemming|toelating ..1 gegeven|geef|om|voor|gaf ..4 <calling>|<calls>|gebeld|te_bellen|te_contacteren|contacteren ..1
      ! geef|heb|gaf ..2 geen|nooit toestemming|toelating ..1 om|voor|gegeven ..4 <calling>|<calls>|gebeld|te_bellen|te_contacteren|contacteren ..1
      ! wilt|wil|kunt|kan|kun|gelieve|bel|belt u|je|jullie? hem|haar|mijn_man|mijn_vrouw|mijn_moeder|mijn_vader|mijn_zoon|die_man|hen niet_meer|nooit_meer|niet_langer ..1 <calling>|contacteren? ..1
      ! overleden|dood|gestorven ..4 bel|belt ..2 niet_meer|nooit_meer ..1
      ! overleden|dood|gestorven ..4 wilt|wil|kunt|moet u|jullie|je ..2 niet_meer|nooit_meer <calling> ..1
      !! hoe ..1 vaak|dikwijls ..6 niet_meer|stoppen|ophouden|niet ..4 <calling>|bellen ..1
      !! <authority>|naar_de_politie ..6 als <you> ..2 nog|weer|blijft|blijven|opnieuw|niet ..3 bellen|belt|stopt|stoppen ..2
      ! nooit meer|of_te_nimmer ..1 <calling>
      ! zonder|nooit_meer telefoontjes|gebel|oproep ..2 $
      zet|plaats|noteer|voeg mij|me|mijn_nummer|dit_nummer|ons ..1 op|in|bij|tussen ..2 niet_bellen|blokkeerlijst|zwarte_lijst|uitsluitlijst|blacklist|bel_me_niet|robinson|robinsonlijst ..3
      !! <calls> ..6 moet|moeten ..1 stoppen|ophouden
      ! wil|willen niet dat ..3 mij|me|ons ..1 <calling>
      ! zat|beu|moe om ..4 gebeld te_worden|worden
      !! <theseCalls> niet nodig
      !! lastig|stalkt|lastigvallen ..8 <authority>
      !! <averse> ..3 <theseCalls>
      !! stel <theseCalls> niet op_prijs ..1
      ! waag|probeer|probeert|durf|waagt u|het|je? ..2 niet|niet_meer|nooit ..4 <calling>|<contacting>
      ! niemand ..5 wil ..4 gebeld ..1 worden
      !! als ..2 telefoon|nummer ..4 gaat|rinkelt ..5 <authority>
      !! advocaat|politie|aangifte ..1 als <you> ..4 <calling>|<contacting>
      draai|bel|gebruik|gebruikt|draait mijn|dit|ons nummer ..1 niet|nooit ..1 meer?
      stop|stopt|hou|houd met|op|toch|eens ..3 met|mij|dit_nummer? dit_nummer|mij|me? ..1 <calling>
      ! noteer|schrijf|zorg ..1 dat ik geen <calls> meer? ..1 wil
      ! wil|willen <you> nooit_meer|niet_meer aan de lijn|telefoon
      ! nooit niet ..1 bel niet_meer
      ! het stopt ..1 bel niet_meer
      !! dit|is|laat|laat_dit|was ..3 laatste keer ..1 dat <you> ..2 <calling>|belde|belden
      nog|nu een|1 telefoontje|keer|oproep|belletje|bericht ..1 en ik ..4 <authority>
      !! volgende keer ..4 <authority>
      !! als|indien <you> ..4 <calling>|<contacting>|doorgaan|doorgaat ..4 <authority>
      !! intimidatie|stalking|pesterij|pesterijen ..4 <authority>|op|stop
      ! genoeg|zat|beu|gek|moe ..1 van|met ..1 uw|die|jullie|al|deze|dat ..1 <calls>|bellen
      ! uw|jullie|die|deze ..1 <calls> ..1 zat|beu|moe
      ! klaar|afgelopen|gedaan|uit met ..2 bellen|<calls>
      ! staak|staakt|stop|beeindig u? uw|het|de|alle|die ..1 <calls>|bellen|<messages>
      bespaar|bespaart me|mij|ons|u ..1 uw|die|de|jullie? <calls>
      onthoud|onthoudt u van ..1 <calls>
      zie|ziet u? af van ..1 <calls>
      ! verbied <you> ..3 <calling>
      laat niemand mij|me|ons ..1 <calling>
      !! hoe|wat ..5 niet_meer|niet|nooit ..2 gebeld
      !! zorg|zorgt|noteer|noteert|zorgen ..3 dat ..3 niet_meer|niet|nooit ..1 gebeld ..1 wil|word|wordt|worden
      bel|belt ..2 niet_meer|nooit_meer terug
      ! niet_meer|nooit_meer|niet|nooit ..1 gebeld ..1 wil ..1 worden
      ${callsWith('<never>')}
      stop|stopt|stoppen|hou|houd|houdt|houden u|je|jullie|ermee|nou|eens|er? <adv>? met|op|mee|op_met|mee_op mij|me|ons|met|al|dat|om? mij|me|ons? ..1 bellen|te_bellen|op_te_bellen|gebel|telefoontjes|telefoneren|telefoontjes|opbellen
      op|mee met|om? ..2 ophouden|stoppen met|mij|me? bellen
      ophouden|stoppen met|mij|me? ..1 bellen|gebel|te_bellen
      ! ophouden|stoppen met|om ..2 bellen|te_bellen|opbellen|op_te_bellen|gebel
      als|indien u|je|jullie|ge|gij nog|weer|opnieuw|mij|me ..4 belt|bellen|opbelt|contacteert|lastigvalt ..3 aan|klacht|politie|advocaat|meld|melden|blokkeer|klagen|aangifte|aanklagen ..1
      als|indien u|je|jullie|ge|gij nog|weer|opnieuw|mij|me ..4 belt|bellen|opbelt ..1 dien|doe|bel|ga|schakel|geef ik ..4
      genoeg|afgelopen met ..1 bellen|gebel|telefoontjes
    `,
    narrowable: `
      !! liever|fijn|prettig|prijs|graag ..3 dat|als <you> ..2 niet|niet_meer|nooit ..2 <calling>|belde|<contacting>
      !! liever|graag niet dat <you> nog|meer? ..1 <calling>
      !! verzoek|verzoeken|vraag|vragen|gelieve ..3 niet_meer|nooit_meer|niet_langer ..2 <calling>|<contacting>
      ${callsWith('<no>')}
      geen ..1 <calls> meer
      geen verdere|nieuwe <calls>
      ! <want> ..2 geen ..1 <calls> meer? van_u|van_jullie? ontvangen|krijgen?
      ! <want> niet|nooit ..1 dat <you> <me>? ..3 <calling>
    `,
  },
  messages: {
    absolute: `
      ! hoef|hoeven|wil|wens|willen|moet|wens|zou ..3 <messages>|smsjes ..1 niet_meer|niet_langer ..1 ontvangen|krijgen|hebben|te_krijgen|te_ontvangen ..1
      ! <messages> hoef|wil|moet|wens|hoeven|willen ik|wij|we ..1 niet_meer|niet_langer ..3
      ! hoef|wil|wens|hoeven ..1 geen|gn|gen ..1 <messages>|smsjes|appjes ..2 meer ..2
      stop|kap|hou_op|houd_op|nok|kappen|stopt met|mt|nou_met ..2 <messages>|smsjes|appen|sms_en|texten|spammen|sturen ..1
      unsubscribe mij|me|ons ..3 $
      stuur|stuurt|app|mail ..1 niets|niks meer
      ! wil|wens|willen niets|niks meer ..2 ontvangen|krijgen
      ! spam ..2 stop|hou|houd|houden
      stuur|stuurt|schrijf|schrijft|app|appt|mail|mailt|sms u|je|jullie? mij|me|ons? <adv>? <never>
      <adv>? mij|me? <never> ..1 <writing>
      stop|stopt|stoppen|hou|houd|houdt op? met mij|me|ons|het|al|die|deze|uw? ..1 <writing>|<messages>
    `,
    narrowable: `
      stuur|stuurt|schrijf|schrijft|app|appt|mail|mailt|sms u|je|jullie? mij|me|ons <adv>? niet_meer|niets_meer|niets
      stuur|stuurt u|je|jullie? mij|me|ons <adv>? geen ..1 <messages> meer?
      ! dat <you> mij|me|ons ..1 niet_meer ..1 <writing>
      mij|me|ons niet_meer ..1 <writing>
      niet_meer appen|mailen|sms_en|smsen|texten
      geen ..1 <messages> meer
      ! <want> ..2 geen ..1 <messages> meer? van_u|van_jullie? ontvangen|krijgen?
    `,
  },
  contact: {
    absolute: `
      ! rot_op|donder_op|flikker_op|hoepel_op ..1 en|ik ..3 nooit_meer|niet_meer|niets_meer ..1 horen|spreken|zien
      ! met_rust|gerust gelaten worden
      geen verder|verdere contact
      ! trek ..1 alle|mijn|elke toestemming in
      ! wil|wens geen ..1 telefonische reclame|verkoop
      mijn|dit nummer hoort|mag|moet niet op uw|jullie ..1 <list>
      !! als|indien <you> ..2 doorgaan|doorgaat ..4 <authority>
      contacteer|contacteert|benader|benadert mij|me|ons op geen_enkele|geen ..2
      ! wil|willen|wens op|in geen|geen_enkele ..1 <list> staan
      ! trek ..1 mijn toestemming in
      ! <want> ..1 geen verder|verdere|enkel contact
      ! wil|willen niets|niks meer met u|jullie|jou te_maken_hebben
      ! mij|me|ons ..2 met_rust|gerust laten|gelaten
      ! sta|staan|ingeschreven ..1 in|op ..1 bel_me_niet_register|bel_me_niet_lijst
      ${contactWith('<never>')}
      stop|stopt|hou|houd|houdt op? met|mij|me|ons mij|me|ons? ..1 lastigvallen|lastig_vallen|lastig_te_vallen|storen|te_storen|contacteren|benaderen|ambeteren
      laat|laten u|je|jullie|ze? <adv>? mij|me|ons voorgoed|definitief|eindelijk|nou|nu|verder|alsjeblieft|aub ..1 met_rust|gerust
      laat|laten u|je|jullie|ze? <adv>? mij|me|ons <adv>? met_rust|gerust|in_vrede|met_vrede
      mij|me|ons <adv>? met_rust|gerust laten|te_laten|laat
      ! wil|wens|willen ..1 niet|niet_meer|niet_langer op|in <your> <list> staan
      zet|zetten mij|me ..2 zwarte_lijst|bel_me_niet_register|bel_me_niet_lijst|niet_bellen_lijst|bel_me_niet
      ik? trek mijn toestemming in
      ik? maak bezwaar tegen ..4
      ! wil|wens|willen niets|nooit|niks meer|meer_iets|iets? van u|jullie|je|jou horen|weten|te_maken_hebben
      ! wil|wens|willen ..1 met_rust gelaten worden
    `,
    narrowable: `
      ${contactWith('niet_meer|niet_langer|niet_weer|niet')}
      neem|neemt|zoek|zoekt u|je|jullie? geen contact ..3 op|meer?
      geen contact meer ..2 opnemen|zoeken|op_te_nemen
      ! dat <you> geen contact ..3 opneemt|opnemen
      ! wil|wens|willen|wensen ..2 geen contact meer?
      ! <want> niet|nooit ..1 dat <you> mij|me|ons ..2 <contacting>
    `,
  },
  removals: `
      ! andere|nieuwe dokter|arts|tandarts|huisarts|praktijk ..3 haal|schrap|verwijder|schrijf mij|me|ons ..2
      haal|haalt|schrap|gooi mij|me|ons ..1 eruit|er_uit|eraf|weg ..1
      haal|haalt|verwijder|verwijdert|schrap|gooi|zet|neem|doe mij|me|ons|m_n_nr|mijn_nr|mijn_nummer ..1 vd|v_d|uit|van|vd_de ..3 <list>|mailbestand|adresbestand|belbestand ..3
      ! mij|me|ons|mijn_nummer|mijn_naam|mijn_adres|mijn_mailadres ..1 uit|van ..1 <your> *bestand|*lijst|*systeem|*register|*database ..1 te? verwijderen|halen|schrappen|wissen|te_verwijderen|te_halen|te_schrappen|te_wissen|verwijdert|haalt
      graag|gelieve|aub|alstublieft|s_v_p ..1 verwijderen|schrappen|uitschrijven|afmelden|wissen uit|van|voor ..1 <your> ..1 <list>|*lijst|*bestand
      ! wil|wens|willen|verzoek|zou|graag ..2 uitgeschreven|afgemeld|verwijderd|geschrapt ..1 worden|te_worden
      ! van|uit <your> *lijst|*bestand ..1 af|weg|verwijderd|geschrapt|gehaald ..2
      blokkeer|blokkeert|deblokkeer|wis|schrap|verwijder|gooi mijn|m_n|dit|ons nummer|nr|telefoonnummer|gegevens|naam ..3
    !! gegevens|nummer ..4 wis|verwijder|schrap ze|het|die
    !! dat mijn|onze nummer|gegevens verwijderd|gewist wordt|worden|is
    ! wil|willen|wou|zou ..1 van|uit <your> ..1 <list> ..1 af|weg|gehaald|verwijderd|geschrapt
    ! wil|eis|vraag|wens ..1 dat u|je|jullie? mijn|dit|onze|al_mijn <entry> ..1 verwijdert|wist|schrapt|verwijderd|gewist|verwijderen
    ! recht op vergetelheid|verwijdering|wissing|bezwaar
    ! nummer ..1 verwijder|wis|schrap het|dat|dit
    ! hoe ..1 kan|moet|kun ik|je|men ..2 afmelden|uitschrijven $
    ! hoe kom|kan|raak ik ..1 van|uit <your> ..1 <list> ..1
    verwijder|verwijdert|schrap|wis mij|me|ons $
    gooi|gooit|smijt mijn nummer ..1 weg
    ! wil|wens|willen|zou|wou mij|me|ons ..2 uitschrijven|afmelden|laten_uitschrijven|laten_schrappen ..2
    uitschrijven|afmelden voor|van|uit ..1 <list>|<messages>
    meld|meldt|schrijf|schrijft mij|me ..3 af|uit
    uitschrijven graag
    haal|haalt|haalde|schrap|schrapt|verwijder|verwijdert|gooi|neem|neemt|zet|doe|wis|schrijf u|je|jullie? mij|me|ons|mijn_naam|m_n_naam <adv>? van|uit|af_van <your> ..1 <list> af|uit?
    mij|me|ons|mijn_naam <adv>? van|uit <your> ..1 <list> af|uit? halen|verwijderen|schrappen|gooien|haalt|schrapt|verwijdert|af_te_halen|te_halen|afhalen|nemen|te_verwijderen|te_schrappen|uit_te_schrijven|uitschrijven|wissen|doen
    van|uit <your> ..1 <list> af|uit? gehaald|geschrapt|verwijderd|afgehaald
    haal|haalt|schrap|schrapt mij|me eraf|er_af|daaraf|ervan_af
    verwijder|verwijdert|wis|wist|schrap|schrapt|haal|haalt|vergeet|blokkeer|blokkeert u|je|jullie? <adv>? mijn|m_n|dit|ons|al_mijn|onze <entry>
    mijn|dit|ons|al_mijn|onze <entry> ..4 verwijderen|wissen|schrappen|halen|te_verwijderen|te_wissen|weghalen|verwijdert|verwijderd|gewist|blokkeren
    schrijf|schrijft|meld|meldt u|je|jullie? mij|me|ons <adv>? uit|af
    mij|me|ons|me_graag uitschrijven|afmelden|uit_te_schrijven|af_te_melden
  `,
  negations: `
    niet|nooit|geen
    mijn|m_n naam|nummer niet
  `,
  limits: {
    always: `
      wachtlijst
      voor|na vijven|zessen|zevenen|achten|negenen|tienen|elven|twaalven
      voor|na|vanaf|tot|tussen|om|tegen|rond het|de? <number>|*<digit>*|<mealtime>
      voordat|nadat|totdat|terwijl|zolang|tenzij|behalve|wanneer|als|indien|maar_wel|eer
      zo laat|vroeg|snel|luid|lang
      te laat|vroeg
    `,
    other: `
      mobiel
      vandaag|morgen|overmorgen|op_dit_moment|momenteel|voorlopig|vanavond|vanmiddag|vanochtend|vannacht|nu_even|deze_week|deze_maand|nog_niet|dadelijk|zo_meteen
      s ochtends|morgens|middags|avonds|nachts|zondags|maandags
      ochtends|savonds|smorgens|smiddags|snachts|overdag|savonds
      op|in|tijdens|op_een|volgende|deze|elke het|de|een? <day>
      maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag
      op|naar|bij|in|tijdens mijn|het|de|m_n? werk|kantoor|werkuren|school|vakantie|les|vergadering|pauze|kantooruren|zaak|thuis|werktijd|werktijden
      thuis|onder_het_eten|tijdens_het_eten
      op|naar mijn|m_n|de|het? mobiel|mobiele|gsm|vaste|mobieltje|vaste_lijn|vaste_nummer|werknummer|andere_nummer|oude_nummer|werktelefoon|privenummer
      per|via|met|door mail|email|e_mail|sms|whatsapp|post|brief|telefoon|app|e-mail|messenger
      zo|tien vaak|dikwijls|keer
      twee_keer|tien_keer
      mijn|m_n|onze man|vrouw|zoon|dochter|moeder|vader|baas|collega|collegas|ouders|buren|buurman|broer|zus|dokter|schoonmoeder
      hem|haar|hen|die_mensen|mensen
      meneer|mevrouw
      nodig|noodzakelijk
      aan de|het deur|huis|poort|bel
      terug
      maar mijn
    `,
  },
  preferences: `
    bel|belt|app|appt|mail|mailt|sms|schrijf|stuur|stuurt me|mij|ons
    bel|belt|app|sms|mail|stuur liever|thuis|gewoon|maar|dan
    liever|gewoon een|bellen|appen|sms|mailen
    app|sms|mail|bel $
  `,
  neutral:
    'mij|me|ons|meer|uur|bellen|op_dit_nummer|hier|opbellen|contacteren|te_bellen|naar_dit_nummer|lastigvallen|schrijven',
  denials: `
    niet|nooit|niks|niets gezegd|bedoeld|gevraagd|beweerd dat|om? ..2
    zeg|zei|bedoel|vraag niet|nooit dat|om? ..2
    hoeft|hoeven|hoef|hoefde|moet_u_niet|niet_nodig ..3
    waarom|jammer|blij|dacht|denk|gehoord|vreemd|gelukkig ..5
    als|indien|wanneer u|je|jullie|ze|we|men ..3
    niet nodig om|dat? ..2
    vergeet ..2
  `,
  subjects: `
    ik|wij|we|hij|zij|ze|men|niemand kan|kon|konden|kunnen|zal|zullen|zou|ga|gaan|moet|moest|moeten|wil|wilde|willen|mag|mocht|hoef|durf ..3
    kan|kon|kunnen|zal|zou|ga|moet|moest|wil|mag ik|hij|ze|we|wij|men|er|het ..3
    u|jij|je|jullie|ge kan|kunt|kunnen|hoeft|hoeven|zal|zult|wil|wilt ..3
    ik|hij|zij|ze|het|men|niemand|wij|we|iedereen|wie|die|dat|er
    heb|hebben
    mijn|m_n|onze|de|het|haar|zijn moeder|vader|zoon|dochter|man|vrouw|broer|zus|baas|dokter|bank|firma|buurman|buurvrouw|vriend|vriendin|kleinzoon|collega|praktijk|kinderen|ouders|mensen ..1
    niet|nooit
    kreeg|krijg|krijgt|ontvangt|had|hebben|hadden|ontvang|zijn|waren|er_zijn
  `,
};
