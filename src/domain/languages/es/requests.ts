import { createRequests } from '../../understanding/request-rules.ts';
import { spanishOptOut, spanishOptOutParts } from './opt-out.ts';
import { spanishWords } from './words.ts';

const parts = {
  ...spanishOptOutParts,
  digit: '0|1|2|3|4|5|6|7|8|9',
  number: 'una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce',
  day: `lunes|martes|miercoles|jueves|viernes|sabado|sabados|domingo|domingos|fin_de_semana|fines_de_semana|dia|semana|mes|verano|festivos|feriados|feriado|festivo|finde`,
  person:
    'marido|esposo|mujer|esposa|hijo|hija|madre|padre|jefe|jefa|hermano|hermana|vecino|vecina|mama|papa|oficina|companero|novia|novio|abogado|abuela|socio',
  can: 'puede|puedes|podria|podrias|pueden|podrian|podes|me_puede|me_puedes|me_podria|me_podrias|me_pueden|me_podrian|quiero|quisiera|prefiero_que',
  someone: `persona|humano|humana|agente|asesor|asesora|operador|operadora|representante|alguien|ejecutivo|ejecutiva|responsable|encargado|supervisor|companero|empleado|gerente
    |persona_de_verdad|persona_real|ser_humano|atencion_al_cliente|servicio_al_cliente|agente_humano`,
  real: 'real|reales|de_verdad|humano|humana|de_carne_y_hueso|fisica|viva|vivo|por_favor|del_servicio|de_la_empresa|de_ustedes',
  a: 'un|una|el|la|algun|alguna|otra|otro|su|tu',
  when: `mas_tarde|luego|despues|manana|hoy|pasado_manana|en|dentro|de|una|un|dos|hora|horas|rato|ratito|media|minutos|a|al|la|las|por|tarde|noche|el|lunes|martes|miercoles|jueves
    |viernes|sabado|otro|otra|dia|momento|vez|ahorita|semana|proxima|que|viene|siguiente|esta|este|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|y|cuarto|mediodia|rato|antes|*<digit>*`,
} as const;

/** The requests of Spanish: usted, tú, vos and vosotros, of Spain and Latin America. */
export const spanishRequests = createRequests(spanishWords, {
  parts,
  negationWords: 'no nunca',
  negations:
    'no me? importa|molesta que?\nno es|era|tengo|tiene el|la|un|una?\nno el|la|un|una|me|nos|te?\nnunca|sin',
  requests: {
    wrong_number: `
      el|la|don|dona? senor|senora|sr|sra|senorita ..1 * ..1 mudo|se_mudo|murio|fallecio|ya_no_vive ..3
      ! no es mi|nuestro nombre|apellido ..3
      ! este|ese|esta|el numero|telefono|celular|movil|linea ya? ya|ahora|hoy? no? es|era|pertenece mio|mia|de_ella|de_el|de_otra|otra|de_otro|suyo|mas ..2
      ! este|ese|el numero|telefono|celular|movil ..2 lo tengo yo|ahora|desde|hace ..3
      no es|era|soy|hay|vive|conozco|conocemos|existe|trabaja ningun|ninguna|ese|esa|esta|este|aqui|aca|la|el ..2 aqui|aca|esa_persona|esa_senora|ese_senor
      no aqui|aca es una|un|la|el ..2 $
      ! se|te|ha|han|has equivoco|equivocaste|equivocado|equivocaron|confundio|confundido de numero|telefono|casa|persona
      ! tiene|tienen|tendra|tendran|tienes mal|equivocado|errado|cambiado el? numero|telefono|dato|contacto
      no? numero|persona equivocado|equivocada
      creo|me_parece? que? marco|marcaste|ha_marcado mal
      no es|era aqui|aca|este|de_aqui
      se|ya_se mudo|mudaron|fue|cambio ..3
      no lo|la|le|los conozco|conocemos
      no se quien es $
      ese|esa|esta|este no soy yo
      esta|estas|estan llamando|hablando a|con otra|otro|una ..1 casa|persona|particular
      esto|esta|aqui|este es una|un casa|domicilio|numero|residencia particular|privada|privado
      este|ese|ya ya? no es su|el numero|telefono ..2
      me|nos esta|estan|estas confundiendo|confunde ..4
      se|te|creo_que_se|creo|me_parece_que_se? ha|has|han|se_ha|se_han equivocado|confundido de|con? numero|persona|el_numero|telefono?
      creo|me_parece? que? se|te equivoco|equivocaste|confundio|confundiste|equivoca|equivocas|equivocan de|con? numero|persona|telefono?
      esta|estas|estan|esta_usted|tiene|tienes|tienen|marco|marcaste? llamando|hablando|el|un|usted|al|a_un? numero|telefono equivocado|incorrecto|erroneo|equivocada
      esta|estas|estan equivocado|equivocada|equivocados de? numero|persona|telefono?
      numero|persona|telefono equivocado|equivocada|incorrecto|erroneo
      aqui|aca|en_esta_casa|en_este_numero no|ya_no vive|hay|esta|trabaja|conocemos|conozco|existe|es ningun|ninguna|nadie|ese|esa|aqui|un? ..2 con|llamado|llamada|que|se|de|aqui|aca? ese|se|este? nombre|llame_asi|llama|persona|senor?
      no|ya_no vive|hay|esta|trabaja|conocemos|conozco|existe ningun|ninguna|nadie|aqui? ..1 con|llamado|llamada|que|aqui ese|se|este|nadie? nombre|llame_asi|llama|con_ese_nombre?
      no conozco|conocemos a? ese|esa|ningun|ninguna|nadie ..3
      este|esta|esto|ese|esa|aqui no es|era el|la|su|lo? numero|telefono|casa|clinica|familia|movil|celular|oficina|empresa|domicilio|consulta de|del|la|los|suyo? ..2
      este|esta no es el|la|su numero|telefono|casa|clinica
      marco|marcaste|llamo|llamaste|ha_marcado|has_marcado mal
      se|te ha|has equivocado usted|tu|de_numero|de_casa|de_telefono?
      no soy la|el|esa|ese|quien|la_persona|a_quien persona|senor|senora? que? busca|buscas|buscan|cree|piensa ..1
      no soy la|esa|el|quien persona|senor|senora|busca ..2
    `,
    who_is_this: `
      como me? dijo|ha_dicho que se llamaba|llama
      como dijo|decia|dice que? se llama|llamaba ..1
      por|para que me|nos esta|estan|estas llamando|marcando
      cual|que es el motivo|asunto ..4
      que es? lo_que|lo quiere|quieren|desea|busca|necesita ..2
      de_parte? de? quien|quienes es|habla|llama|eres|sos|me_habla|me_llama|son|esta_hablando|esta|ereis|de_ustedes|le_habla|hablo usted|tu|ustedes|el|al_telefono|ahi|vos|por_favor?
      con quien hablo|estoy_hablando|tengo_el_gusto|hablamos|tengo_el_placer|desea|estoy
      de parte de quien ..2
      y? usted|tu|ustedes|vos quien|quienes es|son|eres|sos
      no|es_que_no? le|lo|la|te conozco|reconozco quien ..2
      de|desde que|donde|cual empresa|compania|banco|parte|llama|me_llama|llaman|me_llaman|es|sitio|son|habla llama|llaman|es|me_llama|me_llaman|son|usted|habla?
      como se|te llama|llamas|llamaba|llaman|llamabas usted|tu|ustedes?
      cual es|era su|tu nombre
      de|sobre|por|para que se|me|es|quiere|motivo|asunto? trata|llama|llaman|esto|seria|llamada|me_llama|me_llaman|la_llamada|es_la_llamada
      a que se|viene debe|refiere|esto ..2
      que quiere|desea|quieren|queria|quieres|necesita usted|de_mi|ustedes|conmigo?
      eres|es|estoy_hablando|hablo|sos|esto_es|usted_es|estoy usted|con? un|una robot|maquina|computadora|ordenador|grabacion|bot|contestador|persona|humano|inteligencia_artificial ..1
      como|de_donde|donde|quien consiguio|tiene|saco|sacaron|sacaste|tienen|obtuvo|obtuvieron|consiguieron|le_dio|les_dio|te_dio|ha_conseguido|han_conseguido mi|el numero|telefono|datos
      que es esto|eso
    `,
    callback: `
      ! me|nos puede|podria|puedes|pueden ..1 llamar|marcar a_eso|eso|sobre|hacia|tipo|como|a|por|en|manana|mas|luego|despues|el|esta ..7 $
      <when> <when>? <when>? <when>? <when>? mejor ..1 me? llama|llame|llamame|llameme|marca|marque ..1 $
      mejor me? llama|llame|llamame|llameme <when> <when>? <when>? <when>?
      ! llameme|llamame|llamenme|marqueme|marcame|llame|llama|devuelvame|regreseme|devuelveme|telefoneeme|intente|intentelo|vuelva_a_llamar|vuelve_a_llamar|me_llama|me_marca|me_devuelve|me_puede_llamar|me_llamas la_llamada|otra_vez|de_nuevo|nuevamente|mejor? mas_tarde|luego|despues|manana|en|dentro|al|a_la|a_las|por|esta|el|cuando|tipo|como|sobre|pasado|ahorita|al_rato|tantito <when>? <when>? <when>? <when>? <when>? <when>? <when>? si_puede|vale|ok|eh|si? $
      ! mal|buen momento|rato|hora ..2 llama|llame|llamame|llameme|marque|marqueme|intente ..4
      <can>? intentarlo|probar|llamar|intentar ..1 despues|mas|luego ..4
      marque|llame|llamen|marqueme|intente|intentelo|intenta|intentalo|pruebe|prueba|vuelva mas? tarde|luego|despues|manana|de_nuevo|otra_vez ..3
      estoy|voy|ando conduciendo|manejando|en|ocupado|ocupada|trabajando|al ..3 llameme|llamame|llame|marqueme|llamenme ..4
      ahora|ahorita|en_este_momento|no no? es|puedo|me_pilla|me_viene ..3 llameme|llamame|llame|llamenme|marqueme ..4
      quiero|quisiera|me_gustaria que me devuelvan|devuelva|regresen|llamen ..1 llamada|manana|luego
      <can>? llameme|llamame|llamenme|llamarme|llamar|devuelvame|devolverme|me_llama|me_llame|me_llamas|me_marca|marqueme|marcarme|hableme|telefoneeme|vuelva_a_llamar|vuelva_a_llamarme|vuelve_a_llamar|volver_a_llamar|volver_a_llamarme|me_vuelve_a_llamar|vuelva_a_marcar|me_devuelve|vuelvame_a_llamar|llame|que_me_llame|que_me_llamen|me_vuelva_a_llamar|me_llamen|regreseme|regresarme|llameme_usted la_llamada|mejor|por_favor|otra_vez|de_nuevo? <when> <when>? <when>? <when>? <when>? <when>? <when>?
      <can>? llameme|llamame|llamenme|llamarme|vuelva_a_llamar|vuelva_a_llamarme|vuelve_a_llamar|volver_a_llamar|volver_a_llamarme|me_vuelve_a_llamar|volverme_a_llamar|vuelvame_a_llamar|me_vuelva_a_llamar|llame_luego
      le|te|les importa|importaria|molesta|molestaria llamarme|llamar|marcarme|volver_a_llamar|volver_a_llamarme <when> <when>? <when>? <when>? <when>? <when>?
      preferiria|prefiero|quisiera|quiero|me_gustaria que me llamen|llame|llamaran|llamara <when> <when>? <when>? <when>? <when>?
      no me llame|llames|llamen ahora|hoy|ahorita llameme|llamame|llamenme <when> <when>? <when>? <when>?
      <can>? devolverme|devuelvame|devuelveme|me_devuelve|regreseme|regresarme|devolver la llamada
    `,
    person: `
      ! quisiera|quiero|necesito|puedo|deseo|me_gustaria ..1 hablar|comunicarme con ..2 recepcion|secretaria|administracion|el_doctor|la_doctora|alguien|gerencia ..2
      ! me|nos? pasa|pase|pasas|pasame|paseme|comunica|comunique|comuniqueme|comuniquenme|ponme|pongame|pone|paseme|comunicame|transfierame|transfiereme|pasarme|comunicarme|pasenme|poneme con|a|al la|el|una|un|su|tu|algun|alguna ..1 <someone>|enfermera|enfermero|recepcionista|secretaria|secretario|doctora|doctor|medico|medica|recepcion|administracion|encargada|encargado|jefe|jefa|senorita|chica|muchacha|dependienta|centralita ..2
      ! hablar|comunicarme|tratar con la|el|una|un|alguien|alguna ..1 <someone>|enfermera|recepcionista|secretaria|recepcion|doctora|doctor|persona|humano|encargado|encargada ..2 $
      hay|no_hay alguien|alguna|algun|una|un ..1 humano|verdad|real|carne|ahi|ser_humano ..3
      me puede|podria|puedes pasar con su|el|un|la jefe|jefa|superior|encargado|gerente
      me|nos comunica|comunique|pasa|pone|conecta con|a recepcion|secretaria|la_recepcion|administracion ..1
      un|una|el|la agente|asesor|operador|operadora|persona|humano
      atencion|servicio al cliente
      quiero|quisiera|puedo|podria|necesito|me_gustaria|prefiero|deseo|puede|pueden|quiere|deseo|podemos? hablar|comunicarme|comuniqueme|comunicar|hablarme|paseme|pasame|pasarme|me_pasa|me_pasas|me_comunica|ponga|pongame|ponerme|me_pone|paseme_usted|tratar|conectarme|contactar|transferirme|transfierame|pasenme|atender con|a|en? <a>? <someone> <real>?
      quiero|quisiera|necesito|prefiero|busco <a>? <someone> <real>?
      que me atienda|hable|pase|ponga con? <a>? <someone> <real>?
      <a>? persona|ser|agente|operador|operadora real|humano|humana|de_verdad|de_carne_y_hueso
      operadora|operador|agente|representante|asesor|humano
      con <a>? <someone> <real>?
      quiero|quisiera|puedo|podria|necesito|me_gustaria|prefiero|deseo hablar|comunicarme con la|el|una|un recepcionista|secretaria|doctora|doctor|recepcion|enfermera|medico|encargada|secretario
      me puede|podria|puedes|pueden|podes pasar|comunicar|poner|transferir|conectar con|a <a>? <someone> <real>?
      paseme|pasame|pongame|comuniqueme|pasenme|transfierame con|a <a>? <someone>|recepcion|secretaria|recepcionista <real>?
      quiero|prefiero|necesito una|un persona|humano|ser_humano|agente <real>?
      yo? no hablo|quiero_hablar con|una|un? maquinas|maquina|robots|robot|contestadores ..1 paseme|pongame|pasame? ..1 <a>? <someone>? <real>?
      hay <a>? <someone> ..3 hablar|atienda|ayudarme|ayude|ahi?
      no quiero hablar con una|un maquina|robot|computadora|contestador
    `,
    not_interested: `
      no voy|vamos a comprar|contratar nada|eso
      no me|nos hace falta ..1 nada|eso
      no me|nos interesa lo que vende|venden|ofrece|ofrecen
      no|ya_no me|nos|estoy|estamos|tengo|tenemos? interesa|interesan|interesado|interesada|interesados|interes|ningun_interes para_nada|en_absoluto|nada|eso|lo_que_ofrece|gracias|en_eso|su_oferta|por_ahora?
      sin|ningun interes
      no|ya_no lo|la|me|necesito quiero|necesito|hace_falta|queremos|necesitamos|nada nada|gracias?
      no necesito|quiero nada|eso|de_eso
      no quiero comprar|contratar nada
    `,
    voicemail: `
      deje su nombre y ..1 numero
      el|la numero|persona|telefono|abonado ..1 que|a_la_que|al_que usted? marco|llama|ha_marcado|llamo no esta|se_encuentra disponible
      deje|deja|dejar|grabe|dejenos|dejeme|dejame|puede_dejar|dejenme su|un|tu|el|sus? mensaje|nombre|recado|nombre_y_numero ..2 despues|tras|al|luego de|del|la|escuchar|oir? tono|senal|pitido|beep|la_senal|el_tono?
      despues|tras|al de|del|la|el|escuchar_la|oir_la|oir_el|escuchar_el? tono|senal|pitido|beep|bip
      buzon de|del? voz|mensajes
      ha llamado|llegado|contactado al|con_el|a buzon|contestador|la_casilla
      contestador automatico|de
      la persona|el_numero|el_abonado|el_usuario|el_cliente|el_telefono que|al_que|al? ..2 llama|ha_llamado|marco|usted_marco|esta_llamando ..2 no|apagado ..1 disponible|atender|responde|contesta|fuera_de_cobertura|en_servicio
      en_este_momento? no puedo|podemos|esta|se_encuentra|estoy|estamos atender|contestar|atenderle|disponible|atenderte|responder|atenderlo su_llamada|tu_llamada|el_telefono|la_llamada|en_este_momento?
      el|este telefono|numero|movil|celular al_que|que ..2 esta apagado
      no se encuentra|esta disponible
    `,
    repeat: `
      repita|repitalo|repitame|repite|repiteme|repitamelo|repiteme_eso|digame_otra_vez|repitanlo que|porque|es_que|pues ..7
      ! no oi|oigo|escuche|escucho|entendi|entiendo|capte|pesque ..4 que? que? me? repita|repite|repitalo|puede_repetir|me_repite|otra_vez|dijo|dice ..2
      ! se corta|corto|cortaba|oye_mal|escucha_mal|oye_cortado|entrecorta ..4 que|repita|repite|como|no ..4
      que|lo acaba|acabas de decir
      me|nos? lo? puede|puedes|podria|podrias volver_a decir|repetir
      <can>? repetir|repetirme|repitame|repita|repite|repitamelo|repetirlo|repetirmelo|repetis|repeti|repitelo|repitalo|decirlo|decirmelo|decirme lo|la_pregunta|eso|eso_otra_vez|lo_que_dijo|lo_ultimo|de_nuevo|otra_vez|la|la_ultima_parte|nuevamente|eso_de_nuevo?
      me|lo puede|puedes|podria|podrias|lo|la repetir|repite|repetis|decir|dice|vuelve_a_decir|vuelve_a_repetir otra_vez|de_nuevo|eso|la_pregunta|nuevamente?
      que|como|cual ha_dicho|dijo|dijiste|dice|dices|has_dicho|decia|dijeron|era_la_pregunta|me_dijo|fue_eso|me_ha_dicho|decis usted|antes?
      no|casi_no|apenas|no_se_si le|te|lo|la|se|les|os? he|he_entendido|oigo|escucho|entendi|oi|entiendo|escuche|oye|escucha|pude_oir|comprendo|comprendi|capte entendido|escuchado|oido|bien|nada|la_pregunta|lo_que_dijo|muy_bien? bien?
      no le|te|lo|la|se? oigo|escucho|entendi|oi|entiendo|escuche|oye|escucha|entendido bien|nada|muy_bien?
      como|que|perdon|mande|disculpe|perdone|cómo|digame|perdona como|que|dice|dijo?
      otra vez
      de nuevo
      mas despacio|lento|alto|fuerte
      puede|podria|hable hablar|hable? mas despacio|lento|alto|fuerte
    `,
    hold_on: `
      un|unos|deme_un|espere_un momento|momentito|segundo|segundito|minuto|minutito|ratito tengo|debo|necesito|busco|estoy|ya|me ..7
      aguante|aguarde|aguanta|aguarda|espere|espera|espereme|esperame|deme|dame|esperate|espereseme ..1 un|una|ahi|ahi_un|tantito|cachito|momentito|ratito|rato|cachito|toque|cacho|chance|poco|segundo|momento|minuto que|mientras|a_que|voy|ahi? ..6
      aguante|aguarde|aguanta|aguarda|espere|espera un|una toque|cachito|cacho|tantito|poquito ..1
      no cuelgue|cuelgues|cuelguen|corte|cortes|cuelguen que|porque|voy|ya|ahorita? ..6
      un|dos|deme_un|dame_un momento|momentito|segundo|segundito|minuto|minutito|ratito que|mientras|voy ..7
      un minuto|momento|segundo ..1 busco|cojo|agarro|voy ..4
      aguanteme|aguantame|espereme|esperame|aguante tantito|un|poquito cachito|ratito|poquito|rato? que? ..2 vuelvo?
      dejeme|dejame|permitame|voy_a|deje_que buscar|ver|agarrar|coger|mirar|revisar|busco|traer un|una|la|el|mi|mis ..1 boligrafo|pluma|papel|agenda|lapiz|lentes|gafas|calendario
      espere|espera|esperese|aguarde|un_momento que? busco|voy|agarro|traigo|miro ..3
      un|deme_un|dame_un|espere_un|espera_un|espereme_un|aguarde_un|permitame_un|aguanta_un|esperame_un|espera|espere|me_da_un|un_momento momento|momentito|segundo|segundito|minuto|minutito|ratito|instante|segundo nada_mas|que|ahora_vuelvo|ya_vuelvo|voy?
      deme|dame|espere|espera|espereme|esperame|aguarde|permitame|aguanta|me_da un|unos|dos momento|segundo|segundos|minuto|minutos|momentito|segundito|instante nada_mas?
      espere|espera|esperese|espereme|esperame|aguarde|no_cuelgue|no_cuelgues|aguante|permitame|manténgase un_poco|tantito|en_linea|ahi?
      ahora|ya|enseguida vuelvo|regreso|voy
      un ratito|rato
    `,
  },
  optIn: `
    pueden|puede|podes|puedes|podrian|ya_pueden volver_a|a? escribirme|mandarme|enviarme|contactarme|llamarme ..1 <messages>? otra_vez|de_nuevo|nuevamente?
    quiero|quisiera|deseo|queremos|me_gustaria volver_a recibir ..2 <messages>|avisos|recordatorios
    quiero|quisiera|deseo|queremos|me_gustaria recibir|tener ..2 <messages>|avisos|recordatorios otra_vez|de_nuevo|nuevamente
    quiero|quisiera|deseo|queremos|me_gustaria otra_vez|de_nuevo|nuevamente ..2 <messages>|avisos|recordatorios
    vuelvan|vuelva|vuelve|vuelvan_a|pueden_volver a? escribirme|mandarme|enviarme|contactarme ..2 <messages>?
    reactiven|reactive|reactivar|reanuden|reanude|reanudar|activen|activar los|mis|el|las|la? <messages>|servicio|avisos|recordatorios|suscripcion|mensajes ..2
    quiero|quisiera|deseo|me_gustaria|pueden|puede? volver_a? darme|suscribirme|apuntarme|inscribirme de_alta? otra_vez|de_nuevo|nuevamente?
    denme|deme|dame|darme de alta otra_vez|de_nuevo|nuevamente?
    mandenme|enviame|envienme|mandeme|escribanme|escribame ..2 <messages>? otra_vez|de_nuevo|nuevamente
    vuelvan_a|vuelva_a|volver_a ponerme|apuntarme|incluirme|suscribirme|darme_de_alta ..3
  `,
  optOut: spanishOptOut,
});

/** What callers say in Spanish when a conversation is over, written without diacritics, separated by vertical bars. */
export const spanishFarewells = `adios|hasta luego|hasta pronto|hasta manana|nos vemos|chao|chau|que tenga un buen dia|buen dia|buenas noches|buenas tardes|
  gracias|muchas gracias|mil gracias|igualmente|a usted|a ti|si|vale|bueno|muy bien|bien|perfecto|genial|de acuerdo|claro|entendido|
  no gracias|nada mas|no nada mas|eso es todo|no eso es todo|de nada`;
