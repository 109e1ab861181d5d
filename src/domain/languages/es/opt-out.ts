import type { OptOutRules } from '../../understanding/opt-out-rules.ts';
import { spanishPasts } from './words.ts';

export const spanishOptOutParts = {
  no: 'no|ya_no|que_no|nunca_mas|nunca|jamas|ni',
  never: 'nunca_mas|nunca|jamas',
  me: 'me|nos|te|le|les',
  more: 'mas|nunca_mas|nunca|jamas|otra_vez|de_nuevo|nuevamente',
  call: 'llame|llames|llamen|llameis|marque|marques|marquen|telefonee|telefoneen|hable|hablen|timbre|timbren|llamee',
  calling:
    'llamar|llamarme|llamarnos|marcarme|marcar|telefonear|telefonearme|hablarme|llamando|marcando|llamandome',
  write: 'escriba|escribas|escriban|escribais|textee|texteen|mensajee|mensajeen',
  send: 'mande|mandes|manden|mandeis|envie|envies|envien|enviees|envieis',
  writing:
    'escribir|escribirme|escribirnos|enviarme|mandarme|enviar|mandar|enviarnos|mandarnos|escribiendo|enviando|mandando|mensajearme|textearme',
  contact:
    'contacte|contactes|contacten|contacteis|moleste|molestes|molesten|molesteis|joda|jodas|jodan|fastidie|fastidies|fastidien|busque|busquen|acose|acosen|incomode|incomoden|insista|insistan|insistas',
  contacting:
    'contactar|contactarme|molestar|molestarme|molestarnos|molestando|joder|joderme|fastidiar|fastidiarme|acosarme|acosar|insistir|hinchar|incomodarme|incomodar|contactando|chingar',
  again: 'vuelva|vuelvas|vuelvan|volvais|siga|sigas|sigan|sigais|ande|anden|andes|este|esten|estes',
  stop: 'deje|deja|dejen|dejes|dejad|pare|para|paren|parad|dejese|dejense|cese|cesen|termine|terminen',
  calls:
    'llamadas_suyas|llamadas|llamada|llamaditas|llamados|telefonemas|llamadas_comerciales|llamadas_publicitarias|llamadas_de_publicidad|llamadas_de_ustedes',
  messages:
    'avisos|mensajes|mensaje|sms|correos|correo|emails|email|mails|mail|whatsapps|whatsapp|publicidad|propaganda|textos|spam|correos_electronicos|notificaciones|boletines|nada',
  list: 'lista|listas|base|sistema|registro|registros|base_de_datos|listado|fichero|ficheros|agenda|archivo|contactos|newsletter|boletin|padron',
  your: 'la|su|sus|esa|esta|tu|vuestra|el|las|los|vuestro|ese|este|toda',
  remove:
    'pierda|pierdan|borrenos|borre|borra|borren|borrad|borrar|elimine|elimina|eliminen|eliminad|eliminar|quite|quita|quiten|quitad|quitar|saque|saca|saquen|sacar|suprima|suprimir|suprime|retire|retiren|retirar|bloquee|bloqueen|cancele|tache|tachen|olvide|olviden',
  remove_me: `borreme|borrame|borrenme|borradme|borrarme|elimineme|eliminame|eliminenme|eliminarme|quiteme|quitame|quitenme|quitadme|quitarme|saqueme|sacame|saquenme|sacadme|sacarme
    |retireme|retirenme|retirarme|tacheme|tachenme|borrenos|quitenos|saquenos|saquennos|quitennos|elimínenos`,
  entry:
    'numero|telefono|numero_de_telefono|datos|nombre|contacto|celular|movil|correo|cuenta|informacion|telefonos|datos_personales',
  authority:
    'denuncio|denunciare|denunciar|denuncia|policia|abogado|demando|demandare|demandar|reporto|reportare|juzgado|profeco|consumidor|queja|querella',
  remove_me_now: `borreme|borrame|borrenme|borradme|elimineme|eliminame|eliminenme|quiteme|quitame|quitenme|quitadme|saqueme|sacame|saquenme|sacadme|retireme|retirenme|tacheme|tachenme`,
  theseCalls:
    'sus_llamadas|estas_llamadas|esas_llamadas|tus_llamadas|vuestras_llamadas|tantas_llamadas|las_llamadas',
  averse:
    'paren|paren_con|pare|parenle|dejen|dejen_ya|detengan|basta|harto|harta|no_aguanto|no_soporto|no_me_gustan|odio|acaben|terminen|cansado|cansada|no_quiero|se_acaben|parenle_con|fin_a',
} as const;

const optOutCalls = (more: string): string => `
  ! <no> <me>? <call> ..2 ${more}
  ! <never> <me>? <call>
  ! <no> <me>? <again> a? <me>? <calling>
  ! <never> <me>? <again> a? <calling>
`;

export const spanishOptOut: OptOutRules = {
  pasts: spanishPasts,
  calls: {
    absolute: `
      ! lista_robinson
      !! si no ..2 paran|para|dejan|deja|cesan|terminan|dejen|paras|cortan ..6 <authority>|consumo|aepd|proteccion_de_datos|profeco|indecopi|defensa_del_consumidor
      !! cesaran|cesaran_ya|cesen|cese|paren|pararan|dejaran|dejen|suspendieran|acaben|acaban|terminaran|terminen|acabo|acabaron|finalicen|pare|detengan ..3 llamadas ..2
      ! a mi|nosotros|mi_casa ya? no me|nos? <call>|<contact> ..1 mas|nunca|nunca_mas ..1
      ! los|las|les|te ..2 bloquear|bloqueo|bloqueare ..1 y|ni|ya ..4
      ! ni|no intenten|intente|prueben|pruebe con|desde otro|otros numero|telefono|numeros
      dejenla|dejenlo|dejenlos|dejela|dejelo|dejala|dejalo|dejadla|dejadlo ya? en_paz|tranquila|tranquilo|tranquilos|quieta
      !! nunca|no|jamas di|he_dado|dimos|doy ..1 permiso|autorizacion|consentimiento ..4 llamen|llamaran|llame|llamar|llamarme|contacten
      ! no la|lo|le|los|las vuelva|vuelvan|vuelvas|volvais a llamar|molestar|marcar|telefonear|contactar
      ! no la|lo|le|los|las <call> ..1 mas|nunca_mas|nunca|jamas
      ! fallecio|murio|difunto|difunta|muerto|muerta ..6 no|dejen ..1 llamen|llameis|de_llamar|vuelvan_a_llamar ..1
      !! proxima|siguiente vez que ..3 <call>|llaman|llama|suene|suena|molesten ..1 hablan|hablaran|hablara|hablo|hablare|vera|veran|tendran|iran|voy ..3 <authority>|abogados|juez
      !! <authority>|denunciarles|denunciarlos|denunciaros|denunciarte|los_denuncio|les_denuncio ..3 si ..2 siguen|sigue|sigues|continuan|insisten|vuelven|llaman|llama
      !! acoso|hostigamiento|persecucion ..4 <authority>|denunciarles|denunciarlos|denunciaros|basta|paren|dejen ..3
      ! ni se|te les|le|os|ocurra|lo ..1 ocurra|piensen|piense|pienses|atreva|atrevan ..1 volver|llamar|llamarme|marcar ..2
      ! no autorizo|consiento|autorice ..1 que ..2 <call>|llamaran|llamen|sigan|siga|vuelvan|contacten|contactaran ..2
      ! nunca|jamas autorice|autorizado|di|consenti|acepte|permiti|pedi ..2 que? ..1 me|nos? llamaran|llamen|llamasen|llamaria|llamadas|contactaran
      ^ ultima vez que ..2 llaman|llama|llamas|llamais|molestan|marcan
      ! no me|nos interesa|interesan ..1 recibir|atender|contestar|que ..2 <calls>|<call>
      ! no recibir|atender mas|ninguna ..2 <calls>
      ! quiero|quisiera|deseo|exijo|pido|solicito|ruego|demando ..1 el|la|un? cese|interrupcion|suspension|fin|termino ..3 llamadas|contacto|comunicaciones|comunicacion|acoso|llamada ..1
      ! cese|interrupcion|suspension inmediato|inmediata|definitivo|definitiva ..2 llamadas|contacto|comunicaciones|comunicacion|llamada
      !! exijo|pido|quiero|solicito|ordeno|necesito que ..1 cesen|paren|terminen|suspendan|dejen|detengan|cese|finalicen ..2 llamadas|comunicaciones|llamar|llamarme|acoso|contacto|esto
      ! me|nos tienen|tiene|teneis ..1 harto|harta|hartos|frito|frita|podrido|podrida|loco|loca|hasta ..2 con|de ..1 tanta|tantas|sus|las|estas|esas|tus|vuestras? <calls>|<call>|llamar|llamadera|llamaditas
      corten|corta|corte|parenle|paren|acaben|para|termina|terminen ..2 con ..1 llamadera|llamadas|llamaditas|telefonitos|llamar|tanta_llamada|tanto_llamar
      ! no se metan|meta mas? con ..2 telefono|numero
      ! no vuelvan|vuelva|vuelvas|volvais mas? a? marcar|llamar|telefonear|molestar|hablar ..2
      aqui|aca ..1 no vuelvan|vuelva|llamen|llame|marquen|marque ..2
      ! prohibido|prohibo|les_prohibo|le_prohibo|queda_prohibido ..1 llamar|llamarme|volver_a_llamar|llamarnos
      no|nunca|jamas suene mas|nunca|otra_vez ..2
      ! que no suene|timbre mas ..3
      ! ni una <calls> mas
      ! se|ya acabo|acabaron|termino|terminaron ..1 las|estas ..1 <calls>
      dejen|deje|deja|dejad a? mi|mis|nuestra|la <person>|familia|madre|padre ..1 en_paz|tranquila|tranquilo|quieta
      dejen|deje|deja|dejad|paren de <calling>|<contacting>|molestar|llamar a? mi|mis|nuestra ..1
      no <call>|<contact> mas|nunca_mas a ..4
      ! registro|lista ..3 no_llame|no_llamar|no_llamen
      !! llamaron|llamado|llamadas|llaman ..6 quiero|exijo que ..1 paren|dejen|pare
      ! no <me>? <call> ..4 nunca_mas|nunca
      ! no quiero|queremos|deseo que ..4 me|nos <call>
      !! harto|harta|cansado|cansada de que ..2 me|nos <call>
      !! acosando|molestando ..9 <authority>
      !! <averse> ya|mas|con|de? ..1 <theseCalls>
      !! no_aguanto|no_soporto|no_tolero|aguanto|soporto ..1 <theseCalls>
      ! parele|parenle|parale ya? ..1 de|con ..1 <calling>|<calls>
      ! no|ni intente|intenten|intentes|se_le_ocurra|se_te_ocurra|piense|piensen|se_atreva|se_atrevan ..1 en|a|volver? volver? a? <calling>|<contacting>
      ! nadie ..5 quiere ..1 que ..2 <call>|<contact>
      ! no queremos|quiero|quieren que me|nos ..1 <call>|<contact>|molesten
      ! ya ..2 pedi|dije|pedimos|he_dicho|dijimos ..4 que no ..1 llamara|llamaran|llamen|llame|molesten
      !! si ..3 suena|timbra ..3 telefono ..4 <authority>
      !! suena ..3 telefono ..4 <authority>
      !! abogado|policia|noticias ..4 si me? vuelve|vuelven a <calling>
      !! abogado|policia|noticias ..4 si me? llama|llaman|insiste
      no es no ..1 dejen|deje ..3 <calling>
      no me|nos hinchen|hinches|hinche|chinguen|fastidien mas?
      no_mas? que se_acaben|acaben ..2 <calls>
      !! espero que sea la ultima vez que ..2 llaman|llama|llamas|llame
      !! sea|es|fuera ..1 ultima vez que ..2 llaman|llama|llamas|llamen|llame|molestan|molesten|llamais
      una|otra|la_proxima llamada|vez|mensaje mas? y|e? ..4 <authority>
      !! proxima vez ..4 <authority>
      !! acoso|hostigamiento ..4 <authority>|dejen|paren|no_llamen|no_me_llamen
      ! harto|harta|hartos|cansado|cansada|hasta_las_narices|hasta_la_coronilla|hasta_el_gorro|podrido de|con sus|tus|las|estas|tantas|vuestras|que? me? ..1 <calls>|<call>|llamandome
      basta ya? de|con ..1 <calls>|<calling>
      <stop> ya? con|de ..1 <your>? tantas? <calls>|<calling>
      cesen|suspendan|terminen|detengan|cese|suspenda ..1 las|sus|todas|toda|estas|cualquier ..1 <calls>|<messages>|comunicacion|contacto
      ninguna <calls> mas
      ^ cero <calls>
      abstengase|abstenganse|abstente|absten de ..2 <calling>|<contacting>|<writing>
      ! prohibo ..1 que? me|nos? ..2 <call>|<calling>
      ! que nadie mas? me|nos? vuelva_a? <call>|<calling>
      ! haga|hagan|hagame|haganme|hazme|haz|ruego|pido el|un? de? no ..2 <calling>|<contacting>|<writing>
      !! como|que ..5 para ..2 no|dejen|paren|deje ..3 <call>|<calling>|<calls>|<messages>
      ! no autorizo|autorice|consiento ..1 <calls>
      ! no doy|di|he_dado ..2 para ..1 <calls>
      ${optOutCalls('nunca|jamas|nunca_mas')}
      <stop> de <me>? ..1 <calling>
      dejar|parar|cesar|dejaran|dejara|dejasen de <me>? ..1 <calling>
      ! que no me|nos llame|llamen|llamaran|llamara|llamasen|llamase|llames|llamaras mas|nunca|nunca_mas|otra_vez|de_nuevo
      ! haga|hagan|hagame|haganme|haz|hazme|hacer el|un favor de no ..1 volver|volverme|seguir|llamar|llamarme|molestar|molestarme a? <calling>?
      ! haga|hagan|pido|ruego|agradeceria|agradezco|exijo|solicito ..3 no volver|vuelvan|vuelva a|a_me? llamarme|llamar|contactarme|contactar|escribirme|molestarme|molestar
      si vuelve|vuelven|vuelves|me_vuelven|me_vuelve|llama|llaman|me_llaman|siguen|sigue a? llamar|llamarme|otra_vez|una_vez_mas|de_nuevo|llamando|molestarme|contactarme|molestando ..2 denuncio|denunciare|denuncia|policia|abogado|demando|demandare|reporto|reportare|pongo|voy_a|llamo_a ..3
      <stop> de hacer|hacerme ..1 <calls>
      <stop> con <your>|tantas? <calls>
      basta de|con ..1 <calls>|llamar|llamarme
      no mas <calls>
      ni una <calls> mas
    `,
    narrowable: `
      !! podria|podrian|puede|pueden|podes|puedes no <calling>|<contacting> mas?
      ${optOutCalls('mas|otra_vez|de_nuevo|nuevamente')}
      ! no|ya_no <me>? <call>
      ! no llamar mas|nunca|a_este_numero
      ! no <me> llamar mas
      ! no quiero|deseo|queremos|deseamos|quisiera|quiero_mas ..1 que <me>? ..1 <call>|vuelvan|vuelva|vuelvas|sigan|siga|esten|este <calling>|a_llamar|a_llamarme|llamando? mas?
      ! no quiero|deseo|queremos|deseamos|quisiera|acepto ..1 recibir|atender|tener|sus|mas|ninguna|otras? ..2 <calls>
      ! no quiero|deseo|queremos ser|seguir llamado|llamada|siendo_llamado
      ! no quiero|deseo|queremos mas <calls>
      ! quiero|deseo|pido|exijo|prefiero|solicito que no <me>? <call>
    `,
  },
  messages: {
    absolute: `
      ! no enviar|mandar|escribir|enviarme|mandarme|escribirme mas|nunca|nunca_mas ..1 <messages>?
      ! no|sin|ni recibir mas|ningun|ninguna|nunca ..1 <messages>|recordatorios
      ! no deseo|quiero|queremos|deseamos|kiero|qiero ..1 recibir|tener|que_me_lleguen ..1 mas|sus|los|ningun|estos|esos? <messages>|recordatorios|avisos
      ! no kiero|qiero|qro|quiero mas|sus|ningun|estos|esos|los <messages>|recordatorios|msj|msjs|mjs|mensages|mesajes|sms
      ! no me|nos manden|manden_mas|envien|envien_mas|mande|envie|escriban|escriba|manda|manden|mandeis ..1 msj|msjs|mjs|mensages|recordatorios|mas
      ! quiero|quisiera|deseo|como|puedo|necesito cancelar|anular|desactivar|detener|parar|quitar los|las|estos|esos|sus|el|la ..1 <messages>|recordatorios|msj|suscripcion
      cancelen|cancele|desactiven|desactive|anulen|anule|quiten|quite|suspendan|detengan los|las|estos|esos|sus ..1 <messages>|recordatorios|msj|envios
      !! como|que ..5 para ..2 no ..3 <messages>
      <stop> ya? con <your>? <messages>
      ! <no> <me>? <write>|<send> ..2 nunca|jamas|nunca_mas
      ! <never> <me>? <write>|<send>
      ! <no> <me>? <again> a? <me>? <writing>
      <stop> de <me>? <writing>
      dejar|parar|cesar|dejaran|dejara de <me>? ..1 <writing>
      ! que no me|nos escriban|escribieran|escribiera|manden|mandaran|envien|enviaran|mande|envie mas|nunca ..2 <messages>?
      basta de|con ..1 <messages>
      no mas <messages>
    `,
    narrowable: `
      ! no quiero|deseo|queremos publicidad|propaganda
      ! <no> me|nos <write> mas?
      ! <no> <write> mas
      ! <no> me|nos <send> mas ..1 <messages>?
      ! <no> me|nos <send> <messages>
      ! no quiero|deseo|queremos|deseamos ..1 recibir|mas|ningun|sus ..2 <messages> mas?
      ! no quiero|deseo|queremos ..1 que <me>? <write>|<send>
    `,
  },
  contact: {
    absolute: `
      ! me opongo|niego al|a_que|a|del ..2 uso|utilizacion|utilicen|usen|tratamiento|llamen|contacten ..4
      olvidense|olvidese|olvidate|olviden de? este|mi|ese|el numero|telefono
      !! lista robinson asi? que?
      ! gustaria|quiero|quisiera que me|nos dejaran|dejen|deje|dejasen en_paz|tranquilo|tranquila|tranquilos
      ! me opongo a cualquier|todo|mas ..1 contacto|llamada
      ningun contacto mas
      ! no quiero|queremos|deseo publicidad|propaganda ..1 por telefono
      ! prohibo ..2 que ..1 usen|use|utilicen mi|mis ..1 <entry>
      mi|este numero|nombre ..1 no tiene|deberia|debe ..3 en su|esa|la lista
      ! preferiria|prefiero|preferimos|gustaria ..1 no ..1 recibir|volver_a_recibir mas? <calls>|<messages>
      !! si ..4 llamar|llaman|llama|molestando|escribiendo|llamarme|llamando|molestan ..3 <authority>
      !! a_ver si me|nos dejan|deja|dejas en_paz|tranquilo|tranquila|tranquilos
      ! <remove_me_now> ya|inmediatamente|ahora_mismo|todos? de|del <your>? ..1 <list>|grupo
      ! <remove_me_now> $
      ! no se ponga|pongan|pongas mas? en contacto ..2
      ! no quiero|queremos|deseo volver a saber|oir|hablar ..2
      ! no quiero|queremos|deseo ..1 tener ningun|mas contacto ..1
      ! no quiero|deseo|queremos|quisiera estar|figurar|aparecer|seguir en <your>|ninguna|ningun <list>
      no esten|este|estes|anden|sigan jodiendo|chingando|fregando|molestando
      apuntenme|apunteme|inscribanme|inscribame|pongame|ponganme|ponga|pongan|incluyan|anoten|marque|marquen me|mi_numero|este_numero? en|como ..3 no_llamar|negra|robinson|exclusion|bloqueados
      ! estoy|estamos|inscrito|inscrita ..2 lista robinson
      ! me|nos dejen|deje|dejan|dejes en_paz|tranquilo|tranquila|tranquilos
      ! revoco|retiro ..1 consentimiento|autorizacion
      ! no autorizo ..1 uso de mis|mi <entry>
      ! <no> <me>? <contact> ..2 nunca|jamas|nunca_mas
      ! <never> <me>? <contact>
      ! <no> <me>? <again> a? <me>? <contacting>
      <stop> de <me>? <contacting>
      dejar|parar|cesar|dejaran|dejara de <me>? ..1 <contacting>
      ! que no me|nos molesten|molestaran|contacten|contactaran|moleste|contacte|contactara mas|nunca|otra_vez|de_nuevo
      deje|dejeme|dejenme|dejame|dejanos|dejenos|dejadme|dejadnos|dejennos|me_deje|me_dejen|me_dejes|me_deja|nos_dejen ya|de_una_vez? en_paz|tranquilo|tranquila|tranquilos|tranquilas
      que me|nos dejen|deje|dejes en_paz|tranquilo|tranquila|tranquilos
      no quiero|deseo estar|seguir|figurar|aparecer en <your>? <list>
      revoco|retiro mi consentimiento|autorizacion
      me opongo a|al ..4 datos|llamadas|publicidad|tratamiento
      pongame|ponganme|apunteme|incluyame|incluyanme|inscribame en ..1 lista ..1 robinson|exclusion|no_llamar|negra
      ! no quiero|deseo|queremos saber ..1 de|mas_de ustedes|usted|ti|vosotros|vos
      ! no quiero|deseo|queremos ..1 mas? contacto
      olvidese|olvidense|olvidate de mi|nosotros
    `,
    narrowable: `
      ! <no> me|nos <contact> mas?
      ! <no> <contact> mas
      ! <no> se|te <again>|ponga|pongan|pongas a|en? poner|contacto|comunicarse|contactarse ..1 contacto|conmigo|con_nosotros
      ! <no> se|te comunique|comuniquen|comuniques|contacte|contacten conmigo|con_nosotros|mas
      ! no quiero|deseo|queremos ..1 que <me> ..1 <contact>|molestando|contactando
      ! no quiero|deseo|queremos ser mas? contactado|contactada|molestado|molestada
    `,
  },
  removals: `
      ! supriman|suprima|supriman_mi|eliminen|elimine|borren|borre|quiten|quite|retiren|retire ..1 mi|mis|este|esta ..1 <entry>|direccion|correo|mail|email|celular|movil ..4
      ! que? mi|este|esta|mis direccion|correo|numero|telefono|datos ..1 sea|sean|quede ..1 borrado|borrados|eliminado|eliminados|suprimido|suprimidos|retirado
      saquen|saque|quiten|quite|borren|borre|retiren|tachen mi|este|ese|mis|el ..1 <entry>|celular|movil|cel de ..4
      bloqueen|bloquee|bloquea|bloqueenme|bloqueeme|bloqueame ..1 mi|el|este|ese numero|telefono|celular|linea
    !! datos|numero|telefono|informacion ..3 borrenlos|eliminenlos|borrelos|elimínelos|borrenla|quitenlos
    me? puede|puedes|podria|pueden tacharme|borrarme|quitarme|sacarme|eliminarme de|del ..1 <list>
    ! <remove> ya|inmediatamente? mi|mis|nuestro|todos_mis <entry>
    ! eliminacion|supresion|borrado de mis|mi|todos_mis ..1 <entry>
    ! derecho de|al|a_la ..1 supresion|oposicion|olvido|cancelacion
    ! que ..1 borraran|borren|eliminen|quiten|supriman|eliminaran|borrasen mi|mis <entry>
    ! numero|telefono ..1 borrenlo|borrelo|eliminenlo|quitenlo|borralo
    ! como ..2 salgo|salir|borro de ..1 <your> <list>
    desuscribame|desuscribirme|desuscribanme|desuscribime|cancelar_suscripcion|cancele_mi_suscripcion|cancelen_mi_suscripcion
    ! quiero|deseo|quisiera|exijo|pido|solicito que? me? ser|borren|eliminen|quiten|saquen|den|den_de|borrado|eliminado|borrada|eliminada de_baja|de|del? ..1 <list>?
    ! quiero|deseo|quisiera|necesito cancelar|anular ..1 mi|la suscripcion
    cancelar|cancele|cancelen|anular|anulen mi|la? suscripcion
    <remove_me> ya|inmediatamente|ahora_mismo? de|del <your>? <list>
    <remove_me> de|del ahi|sus_llamadas|todo
    me|nos puede|pueden|podria|podrian|puedes|podes? borrar|eliminar|quitar|sacar|retirar|borra|quita|saca|elimina|borre|quite|saque|borren|quiten|saquen de|del <your>? <list>
    deme|denme|dame|dar|darme|dese|dadme|den|de|me_da|dennos de baja
    date|darme|darnos|me_doy de baja
    quiero|deseo|quisiera|solicito|necesito|pido ..2 baja de|del? ..2 <list>?
    <remove> ya|inmediatamente? mi|mis|este|nuestro|estos|todos_mis <entry>
    mi numero|nombre|telefono ..1 fuera_de|borrado|eliminado
  `,
  negations: `
    no|nunca|ni|tampoco
    no quiero|queremos|hace_falta|necesito|hay que|para_que? ..2
  `,
  limits: {
    always: `
      espera
      antes|despues|hasta|mientras|cuando|salvo|excepto|sino|a_menos_que|si_no|si_estoy|si
      a|desde|hasta|sobre|pasadas la|las <number>|*<digit>*
      entre|de la|las <number>|*<digit>*
      tan|muy|mas tarde|temprano|pronto|seguido|noche
      senor|senora|senorita|don|dona|asi|eso|tonto|mentiroso
    `,
    other: `
      al|a_la|el timbre|puerta|portero
      hoy|manana|ahora|ahorita|ahora_mismo|aun|todavia|por_ahora|de_momento|por_el_momento|en_este_momento|este_momento|esta_noche|esta_tarde|esta_semana|pasado_manana
      por|en|a|de la manana|tarde|noche|madrugada|siesta|mediodia|mananas|tardes|noches
      al|a mediodia|medianoche|amanecer
      el|los|este|en|en_el|en_los|proximo|cada <day>
      lunes|martes|miercoles|jueves|viernes|sabado|domingo
      en|durante|a|al|de|desde mi|la|el|horario|horas|hora|las|mis? trabajo|oficina|empresa|escuela|clase|reunion|comida|cena|siesta|vacaciones|comer|colegio|laboral|horas
      en|durante horario|horas|hora de|laboral|laborables ..1
      a|al|en|por mi|el|la|los|este? movil|celular|fijo|casa|trabajo|oficina|domicilio|telefono_fijo|telefono_del_trabajo|otro_numero|cel|numero_antiguo|numero_del_trabajo
      por|via|a_traves_de|con el? correo|email|mail|whatsapp|sms|mensaje|carta|telefono|correo_electronico|mensajes|wasap|fax
      tanto|tantas_veces|tan_seguido|tan_a_menudo|dos_veces|a_cada_rato
      a|con|para mi|mis|su|ella|el|ellos? <person>|ella|ellos
      mi|su <person>
      de usted|tu|vos|otro|otra
      se_moleste|preocupe
      a mi
    `,
  },
  preferences: `
    llameme|llamame|llamenme|escribame|escribeme|escribanme|mandeme|mandame|mandenme|envieme|enviame|envienme|marqueme
    mejor|prefiero|solo|sino escriba|escriban|llame|llamen|llamada|llamadas|mensaje|mensajes|un|al|por
    llame|llamen|escriba|escriban mejor|al_fijo|al_movil|al_celular
  `,
  neutral: 'a_este_numero|a_mi_numero|aqui|aca|mas|nunca|en_este_numero|por_aqui|conmigo',
  denials: `
    no|nunca|tampoco|yo_no he_dicho|dije|digo|decia|pedi|he_pedido|quise_decir|quiero_decir|estoy_diciendo|significa que|eso? ..2
    no|ya_no hace|es falta|necesario|necesita|preciso|hacia_falta que ..2
    espero|dudo|creo|temo|ojala|raro|pena|lastima que ..2
    por_que|porque_no|si|porque
    no yo
    para_que|aunque
  `,
  subjects: `
    no|nunca|ni|tampoco
    no|nunca|tampoco quiero|quiere|voy|puedo|se|va|me|quiero_que|hay ..2
    el|ella|ellos|nadie|mi_hijo|mi_hija|mi_marido|mi_mujer
  `,
};
