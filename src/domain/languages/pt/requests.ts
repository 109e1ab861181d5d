import { createRequests } from '../../understanding/request-rules.ts';
import { portugueseOptOut, portugueseOptOutParts } from './opt-out.ts';
import { portugueseWords } from './words.ts';

const parts = {
  ...portugueseOptOutParts,
  digit: '0|1|2|3|4|5|6|7|8|9',
  number: 'uma|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|onze|doze',
  day: 'segunda|terca|quarta|quinta|sexta|sabado|domingo|sabados|domingos|segunda_feira|terca_feira|quarta_feira|quinta_feira|sexta_feira|fim_de_semana|fins_de_semana|semana|feriado|feriados|dia|mes|ferias|final_de_semana',
  person:
    'marido|esposo|mulher|esposa|filho|filha|mae|pai|chefe|irmao|irma|vizinho|colega|pais|namorado|namorada|patrao|avo|sogra|advogado|socio|esposo',
  can: 'pode|podes|poderia|podia|podem|poderiam|da_para|dava_para|voce|o_senhor|a_senhora|prefiro_que|por_gentileza|melhor|consegue|queria_que|favor',
  someone: `pessoa|humano|ser_humano|atendente|operador|operadora|alguem|assistente|agente|representante|funcionario|supervisor|responsavel|gerente|consultor|colega|tecnico|gente
    |apoio_ao_cliente|atendimento|central|colaborador|vendedor`,
  real: 'real|de_verdade|humano|humana|verdadeira|de_carne_e_osso|fisica|viva|responsavel',
  a: 'um|uma|o|a|outra|outro|algum|alguma|seu|sua|vosso|uns',
  when: `das|dos|mais|tarde|logo|depois|amanha|hoje|daqui|a|em|uma|um|duas|hora|horas|meia|minutos|as|na|no|segunda|terca|quarta|quinta|sexta|sabado|feira|proxima|semana|outra|outro|momento|dia|tres
    |quatro|cinco|seis|sete|oito|nove|dez|onze|doze|da|de|manha|noite|tardinha|novamente|novo|vez|pouco|bocado|pela|que|vem|altura|para|ao|almoco|do|dentro|uns|por|volta|*<digit>*`,
} as const;

/** The requests of Portuguese: Brazil (você) and Portugal (tu, o senhor, vocês). */
export const portugueseRequests = createRequests(portugueseWords, {
  parts,
  negationWords: 'nao nunca',
  negations: 'nao e|foi|era|tenho|me|nos? o|a|um|uma?\nnao o|a|me|nos|precisa?\nnunca|sem',
  requests: {
    wrong_number: `
      ! esta|estao|ligou|ta a? ligar|ligando|ligaram|falando|para para|pra|a|com ..1 uma? casa|residencia|numero|particular particular|privada|privado|de_familia|residencial ..1
      seu|dona|senhor|senhora * ..1 se_mudou|mudou_se|ja_se_mudou|mudou_daqui|faleceu|morreu ..3
      nao conheco|conhecemos|conheço nenhuma|nenhum|essa|esse|ninguem dona|senhor|seu|senhora|doutor|dr|maria|chamado|chamada ..4
      nao conheco|conhecemos|ha|existe|tem nenhuma|nenhum ..3
      nao aqui|isto|isso|ca e|fala da|do|de|uma|um padaria|farmacia|oficina|loja|restaurante|mercado|escola|salao|pizzaria|bar|hotel|fabrica|barbearia|escritorio|cafe|talho|floricultura|lanchonete moco|moca|senhora|amigo|querida|meu|filho|menina? $
      ! esse|este|o numero|telefone|celular|telemovel|contacto ja? agora|ja|hoje? nao? e|passou|pertence|ficou meu|minha|a_ser_meu|dele|dela|de_outra|comigo ..2
      ! ligou|marcou|discou|tem|ligaram|esta|estao|teclou ..3 numero|pessoa|telefone errado|errada|trocado|enganado|enganada
      ! engano|enganou|enganaram|enganado|enganada|equivocou ..1 no|de|do numero|telefone|pessoa
      ! nao|ja|ela|ele|essa_pessoa|esse_senhor ja|nao nao? mora|vive|trabalha|esta|usa|tem mais|ca|aqui|este_numero|esse_numero ..2 $
      nao? numero errado|trocado
      deve|deve_ter ter? se? enganado|enganou ..3
      acho|penso|creio|deve que|ser e|deve_ser|foi? engano|enganado
      nao e daqui|aqui|eu
      nao sou eu
      nao ha|tem|existe|conhecemos aqui|ca? ninguem|nenhum|nenhuma ..4
      ja|ela|ele|nao|ela_ja|ele_ja|ela_nao|ele_nao ja|nao? nao? mora|vive|trabalha|esta mais|ca|aqui|la ..1
      ele|ela|ja? se? mudou|mudou_se ..3
      eu? nao? conheco $
      nao conheco $
      isto|aqui|isso|esta e uma|um|residencia|casa casa|particular|nao|residencia ..3
      foi|e|desculpe|acho|deve_ser|ligou|creio|penso? engano|foi_engano
      ligou|voce|o_senhor|a_senhora|acho|voces|esta|tem|penso|julgo|creio? que? voce|o_senhor|a_senhora|se|ligou|esta|tem|discou|marcou|esta_a? ligou|ligando|esta|tem|se|ligar|discou|marcou|enganou|o|a|com? o|para|pro|com|no|enganado|a|ao? o? numero|pessoa|telefone errado|errada|incorreto
      numero|pessoa|telefone errado|errada|incorreto
      voce|o_senhor|a_senhora|voces|acho_que|acho_que_voce? ligou|discou|ligaram|ligaste errado|mal ..1
      este|esse|isto|isso|aqui nao e mais? o|a|da|do|dele|dela|numero|telefone ..2
      esse|este numero|telefone|celular ja? nao e|pertence mais? dele|dela|a|do|da|desse ..2
      aqui nao e|mora|ha|tem a|o|da|do|nenhuma|nenhum ..2
      nao sou a|o|essa|esse senhor|senhora|dona *
      nao sou a|o|essa|esse *
      enganou|enganaste|engana se|te? no|de numero
      se enganou de|no? numero?
      acho|creio? que? voce|o_senhor|a_senhora? se enganou|engana ..1
      esta enganado|enganada ..2
      aqui|ca nao mora|tem|ha|vive|trabalha|existe|e|conheco|conhecemos ninguem|nenhum|nenhuma|essa|esse|da? ..1 com|chamado|chamada|que|pessoa|de|dela? esse|este|se|desse? nome|chame|casa?
      nao mora|tem|ha|vive|existe ninguem|nenhum|nenhuma ..1 com|chamado esse|este nome
      nao conheco|conhecemos essa|esse|esta|ninguem|nenhuma|nenhum pessoa|senhor|senhora|com|nome ..2
      nao sou essa|esta|a pessoa
    `,
    who_is_this: `
      ta|esta|tao|estao|estas a? ligando|ligar|me_ligando|telefonando pra|para|por que|qual ..2
      como disse|falou que? se chamava|chama
      qual|de_que|de_qual e? a|o|sua|seu? empresa|firma|companhia|assunto
      como e_que|que|voce|o_senhor? se? chama|chamas se? ..1 $
      por|porque que|e_que|e? voce|voces? me esta|estao ..1 ligar|ligando|a_ligar
      quem lhe|te|vos|deu ..1 deu|o|passou? o|meu|os? meu|meus? numero|telefone|contacto|dados
      quem|e e|fala|esta|ta|que|voce|es|sao|esta_falando|esta_a_falar|gostaria|deseja|liga que|a|voce|voces|falando|o_senhor|a_senhora|fala|tu|ai? esta|fala|voce|falando|falar? falando|a_falar|ai?
      com quem eu|que|estou|falo|e|tenho|estou_a? estou|falo|falando|falar|que|a|o|eu? falando|falo|falar|prazer|estou|a_falar?
      quem e voce|o_senhor|a_senhora|es_tu|fala
      da parte de quem
      de|da que|onde|qual|quem|parte empresa|e|voce|fala|voces|esta|estao|banco|companhia|lugar|sao ..3
      de onde fala|falam|e|liga|esta_falando|ligam
      qual|como e|se|o|te o|seu|chama|chamas nome|seu|vosso|teu|voce|mesmo nome|mesmo?
      como se? chama|chamas voce|o_senhor|a_senhora|tu|mesmo|menina? $
      sobre|do|a o|que|proposito? que|se|e|assunto|respeito|trata? trata|seria|assunto|isso|e|essa_ligacao?
      qual o|e|seria o? assunto|motivo ..3
      por_que|porque|por|para|pra que|esta|me|voce|voces|motivo? esta|me|voce|voces|estao|e|liga? me? ligando|ligou|liga|ligaram|a_ligar|essa_ligacao|telefonou
      o que voce|voces|o_senhor|deseja|quer|querem|a_senhora|pretende quer|querem|deseja|desejam|comigo?
      voce|e|estou|isto|isso|o_senhor|falo|es e|falando|com|a_falar|um|uma com|um|uma? um|uma? robo|maquina|robot|computador|gravacao|pessoa|humano|atendedor ..1
      como|onde|quem voce|voces|conseguiu|tem|conseguiram|arranjaram|arranjou|deu|passou|tiveram|obteve ..1 o|meu|esse|acesso? meu|numero|ao? numero|meu_numero?
    `,
    callback: `
      ! pode|podes|podia|podem|poderia ..1 me? ligar|telefonar|retornar|ligar_me la|as|pelas|por_volta|depois|amanha|mais|daqui|na|no|de|hoje ..6 $
      <when> <when>? <when>? <when>? <when>? era|e|seria|fica|ficava melhor|preferivel|bom ..1 <when>? me? ligar|ligarem|telefonar ..2
      ! me? liga|ligue|ligue_me|telefone|telefona|telefone_me|liga_me|retorna|retorne|volte_a_ligar|volta_a_ligar|torne_a_ligar|volte_a_telefonar|tente|chame|chama me|nos|pra_mim|para_mim|de_novo|novamente|outra_vez? mais_tarde|depois|amanha|logo|daqui|a|ao|as|la|na|no|pela|em|para|hoje|segunda|terca|quarta|quinta|sexta|dentro <when>|la|fim? <when>|la|fim? <when>|fim? <when>? <when>? <when>? <when>? <when>? por_favor|ta|ok|sim|pode_ser|se_puder|se_faz_favor? $
      pode|podia|podes? tentar|ligar depois|mais|apos|amanha ..4
      me retorna|retorne|liga|ligue a|de|na|mais|amanha|depois|as ..2
      tente|tenta|experimente mais_tarde|mais|de|amanha|novamente|depois ..3
      nao|agora ..1 e|posso|da|consigo ..2 hora|momento|altura|falar? ligue|liga|me_liga|ligue_me ..4
      <can>? <can>? me|nos? retorne|retornar|ligue|liga|ligar|liguem|ligues|telefone|telefonar|volte_a_ligar|voltar_a_ligar|volta_a_ligar|torne_a_ligar|telefonem me|mais|de|outra|novamente|para_mim|pra_mim|a_ligacao|a_chamada? <when> <when>? <when>? <when>? <when>? <when>? <when>?
      <can>? <can>? me? retornar|retorne|devolver|devolva|devolve a? ligacao|chamada|me|depois
      <can>? <can>? me|nos volta|volte|voltar a ligar
      me retorne|retorna
      estou|to|agora ..4 ligue|liga|ligar|telefone|retorne mais_tarde|depois|amanha|logo|daqui <when>? <when>? <when>?
      ligue|liga|liguem|telefone|retorne mais_tarde|depois|amanha|logo|segunda|terca|quarta|quinta|sexta <when>? <when>? <when>?
      preferia|prefiro|queria|gostaria que me ligassem|ligasse|ligue|liguem|retornassem <when>? <when>? <when>? <when>?
      nao me ligue|ligues|liguem agora|hoje ligue|liga|liguem <when> <when>? <when>?
      volte|volta|torne a ligar me|depois|mais_tarde? <when>? <when>?
      ligue me? de_volta|de_novo|outra_vez|novamente
    `,
    person: `
      queria|quero|gostaria|posso|preciso|desejo|poderia ..1 falar|conversar|ser_atendido com|na|pela ..1 recepcao|receccao|rececao|secretaria|alguem|doutora|doutor|administracao ..2
      ! chama|chame|chamem|arranja um|uma|alguem humano|pessoa|atendente|ser_humano|gerente|responsavel ..4
      ! passa|passe|passem|arranja|arranje|bota|poe|ponha|transfere|transfira|quero um|uma|o|a|algum|alguma|para|pra|com ..1 humano|humana|pessoa|atendente|recepcionista|secretaria|doutor|doutora|medico|medica|enfermeira|gerente|responsavel|menina|moca|colega|recepcao|ser_humano ..5
      tem|ha|existe|esta|nao_tem|nao_ha|nao_existe alguem|alguma|algum|um|uma ..1 carne|humano|verdade|ser_humano ..5
      passe|passa|passem|transfira|transfere a|para|ao|pra|com ..2 recepcionista|secretaria|recepcao|medica|medico|enfermeira|doutora|doutor|pessoa|alguem ..5
      pode|podia me passar|transferir|ligar para|com|ao o? seu|sua|um chefe|supervisor|gerente|responsavel
      quero|queria|gostaria|posso|preciso ..1 falar com o|a|um|uma? seu|teu|vosso|sua? supervisor|chefe|patrao|gerente|responsavel|superior
      pode|podia|passe|passa passar|me|passar_me a|para|ao|pra a? recepcao|secretaria|recepcionista|gerente|gerencia
      quero|queria|posso|gostaria|preciso|prefiro|eu|desejo|da|me|pode|poderia|consigo? queria|quero|de|para|pra|gostaria|posso|me|eu? falar|conversar|passe|passa|passar|transferir|transfira|transfere|ligue|conectar|ponha|colocar|atendido|tratar me? com|para|pra|a|por|na? <a>? <real>? <someone> <real>?
      quero|queria|preciso|gostaria|prefiro de? <a> <someone> <real>?
      <a>? pessoa|ser|atendente real|humano|humana|de_verdade|de_carne_e_osso|fisica
      atendente|operador|operadora|humano|atendimento_humano
      <a> atendente|operador|assistente|humano
      tem|ha algum|alguma|um|uma <someone> ..2
      me|da passa|passe|transfere|transfira|chama|chame|poe|me uma|um|a|para_uma|para_um <someone> <real>?
      passe|passa|chame|chama me? a? uma|um|o|a <someone> <real>?
      quero|queria|prefiro|preciso falar com <someone> <real>?
      nao falo|quero_falar|converso com maquina|maquinas|robo|robos|robot|robots ..1
      tem|ha alguem ai? ..3 falar|atender
      nao quero falar com um|uma robo|maquina|robot|computador|gravacao
    `,
    not_interested: `
      nao vou|vamos|quero comprar|contratar|assinar nada
      nao nos|me|lhes interessa ..2
      nao me|estou|tenho|temos|estamos|ha|tenho_nenhum interesse|interessa|interessado|interessada|interessados nao|obrigado|nenhum|nisso|agora?
      sem|nenhum interesse
      nao tenho|ha nenhum interesse
      nao preciso|quero|necessito disso|nada|isso|de_nada|nao? obrigado|disso|nao?
      nao quero comprar nada
    `,
    voicemail: `
      voce|o_numero ligou|chamou para a caixa|secretaria postal|eletronica
      deixe|grave|deixar|deixa|por_favor_deixe sua|seu|a|o|uma|um? sua|seu|mensagem|recado|nome|um? mensagem|recado|nome|nome_e_numero ..3 apos|depois o|do|sinal|bip|tom? sinal|bip|tom|bipe?
      apos|depois|a_seguir o|do|ao sinal|bip|tom|bipe
      caixa postal|de_correio|de_mensagens
      correio de voz
      o numero chamado|para|que|marcado ..4
      sua|a chamada|ligacao esta_sendo|sera|foi encaminhada|transferida ..3
      nao posso|podemos|estou|esta|estamos atender|disponivel|disponiveis|atende ..3
      o|a cliente|assinante|numero|pessoa ..3 nao|indisponivel ..1 disponivel|atender?
      atendedor|secretaria de_chamadas|eletronica|automatico
    `,
    repeat: `
      como e que e|foi|disse ..2
      ^ como e $
      esta|a a? cortar|falhar|cortando|falhando ..5
      qual|como era|foi a pergunta
      pode|podes|poderia|podia|da|consegue|voce|o_senhor|importa|se? se|para|pode|por_favor|me? repetir|repete|repita|repetia|dizer|falar|repitas|de_repetir a|isso|o|de|por_favor|outra|que|mais? pergunta|novo|vez|que|uma|isso|disse? disse|vez|de_novo?
      repete|repita|repetir isso|a_pergunta|por_favor?
      o|como|que que|voce|e|disse|foi? disse|falou|voce|que|foi|dizia|disseste disse|falou|que_disse?
      como|o_que|oi|ha|perdao|desculpe|hein|diga|hem como|disse|o_que?
      desculpe|eu|desculpa? nao entendi|ouvi|percebi|escutei|compreendi|ouco|entendo|escuto a|nada|bem|te|o_que|lhe? ouvir|bem|nada|que_disse|voce|pergunta|direito|voce_disse?
      desculpe|eu|desculpa? nao estou|to|consegui|consigo te|lhe|a? ouvindo|ouvir|entendendo|entender|escutando|escutar|perceber|percebendo bem|nada|direito?
      nao o|a|te|lhe ouvi|ouco|entendi|percebi|estou_a_ouvir|escuto bem|nada?
      outra vez
      mais uma vez
      de novo
      fale|falar|pode_falar|fala mais alto|devagar
      mais alto|devagar
    `,
    hold_on: `
      ! nao desliga|desligue|desligues|desliguem nao|ai|que|por_favor|ja|ainda? ..3
      espera|espere|aguarde|perai|um_minuto|um_momento|pera ai? que eu? pego|vou|procuro|busco|apanho|anoto|vejo ..4
      guenta|guentai|aguenta|perai|pera|espera|espere|esperai|aguarda|aguarde|segura|segure ..1 ai|um|so_um|so|uns|aqui|bocadinho|rapidinho ..7
      um|so_um|me_da_um|so minutinho|momentinho|instantinho|segundinho|minuto|momento|segundo|bocadinho|instante que|vou|deixa|estou|to|tenho|pego|enquanto|ja ..6
      volto|ja|regresso ja|volto|volto_ja
      deixe|deixa me|eu ver|pegar|buscar|procurar|consultar a|o|uma|um|minha|meu ..1
      um|so_um|espere_um|espera_um|aguarde_um|me_da_um|so|da_me_um|de_me_um|peraí|aguenta_um|uma? um|so_um? momento|instante|minuto|segundo|momentinho|minutinho|segundinho|instantinho|bocadinho|pouquinho|bocado so|ja|por_favor|que|ja_volto|eu?
      espere|espera|aguarde|aguarda|aguente|aguenta|pera|perai|calma ai|um|so|na_linha|um_pouco|um_momento|um_instante|um_minuto|um_bocadinho|so_um_pouco|um_segundo|um_pouquinho? um_pouco|um_momento|um_minuto|na_linha|momento|instante|minuto?
      me|de|da da|de|me um|uns|so_um minuto|segundo|momento|minutinho|segundos|minutos
      nao desligue|desligues|desliga
      ja volto
      so um bocadinho|pouco
      calma|espera|espere|aguarde|aguenta ai ..1
      deixa|deixe|vou eu|me|so|ir? pegar|buscar|apanhar|procurar|pega ..3
    `,
  },
  optIn: `
    quero|queria|gostaria|desejo|queremos de? voltar a receber|ter ..2 <messages>|msgs|msg|lembretes
    quero|queria|gostaria|desejo|queremos de? receber|ter ..1 outra_vez|de_novo|novamente ..2 <messages>|msgs|msg|lembretes
    quero|queria|gostaria|desejo|queremos de? receber|ter ..2 <messages>|msgs|msg|lembretes outra_vez|de_novo|novamente
    podem|pode|podes|voces_podem|ja_podem voltar a me? mandar|enviar|escrever|contactar|ligar|mandar_me|enviar_me|me_mandar|me_enviar|escrever_me ..2
    podem|pode|podes|voces_podem me? mandar|enviar|escrever|contactar me? ..1 <messages>|msgs|msg? outra_vez|de_novo|novamente
    voltem|volte|volta a me? mandar|enviar|escrever|me_mandar|me_enviar|mandar_me|enviar_me ..2 <messages>|msgs|msg|lembretes?
    reativem|reative|reativa|reativar|reactivem|reactivar|retomem|retomar os|as|o|a|minha|meu? ..1 <messages>|msgs|msg|lembretes|inscricao|subscricao|envio
    me|quero|queria cadastrem|recadastrem|cadastrar|inscrever|inscrevam|inscreva me|de_novo|novamente ..1 de_novo|novamente|outra_vez?
  `,
  optOut: portugueseOptOut,
});

/** What callers say in Portuguese when a conversation is over, written without diacritics, separated by vertical bars. */
export const portugueseFarewells = `tchau|adeus|ate logo|ate breve|ate amanha|bom dia|boa tarde|boa noite|obrigado|obrigada|muito obrigado|muito obrigada|igualmente|
  para voce tambem|sim|esta bem|ta bom|tudo bem|certo|perfeito|otimo|combinado|entendi|nao obrigado|nao obrigada|so isso|e so isso|mais nada|de nada`;
