import type { FieldType, FormKind } from './form.ts'
import type { FormContent, FormField } from './schemas/form.ts'

// Forms to begin with. A practice takes one over, edits it and publishes it.

interface FormTemplate {
  id: string
  kind: FormKind
  content: FormContent
}

const texts = (nl: string, en: string) => ({ nl, en })
const field = (
  id: string,
  type: FieldType,
  [nl, en]: readonly [nl: string, en: string],
  more: Partial<FormField> = {},
): FormField => ({ id, type, label: texts(nl, en), required: true, ...more })
const choice = (id: string, nl: string, en: string) => ({ id, label: texts(nl, en) })
const YES_NO = [choice('yes', 'Ja', 'Yes'), choice('no', 'Nee', 'No')]
const yesNo = (id: string, label: readonly [string, string], more: Partial<FormField> = {}) =>
  field(id, 'choice', label, { choices: YES_NO, ...more })
const ifYes = (on: string): Partial<FormField> => ({ shownIf: { by: 'answer', field: on, values: ['yes'] } })

const ANIMAL = [
  field('animal', 'text', ['Naam van uw dier', 'Name of your animal'], { fact: 'patientName' }),
  field('species', 'text', ['Diersoort', 'Species'], { fact: 'species' }),
  field('birth-date', 'date', ['Geboortedatum van uw dier', 'Date of birth of your animal'], {
    fact: 'birthDate',
    required: false,
  }),
  field('chip', 'text', ['Chipnummer', 'Chip number'], { fact: 'chipNumber', required: false }),
]
const OWNER = [
  field('name', 'text', ['Uw naam', 'Your name'], { fact: 'clientName' }),
  field('address', 'text', ['Uw adres', 'Your address'], { fact: 'address' }),
  field('phone', 'text', ['Uw telefoonnummer', 'Your telephone number'], { fact: 'phone' }),
]

export const FORM_TEMPLATES: readonly FormTemplate[] = [
  {
    id: 'anamnesis',
    kind: 'form',
    content: {
      title: texts('Vragenlijst voor het bezoek', 'Questions before the visit'),
      introduction: texts(
        'Met uw antwoorden kan de dierenarts zich voorbereiden op uw bezoek.',
        'Your answers help the vet to prepare for your visit.',
      ),
      fields: [
        ...ANIMAL,
        field('complaint', 'lines', ['Waarvoor komt u met uw dier?', 'Why are you bringing your animal?']),
        field('since', 'date', ['Sinds wanneer is dit zo?', 'Since when has this been the case?'], { required: false }),
        field('eating', 'choice', ['Hoe eet en drinkt uw dier?', 'How is your animal eating and drinking?'], {
          choices: [
            choice('normal', 'Zoals altijd', 'As usual'),
            choice('more', 'Meer dan anders', 'More than usual'),
            choice('less', 'Minder dan anders', 'Less than usual'),
          ],
        }),
        field('signs', 'choices', ['Wat ziet u bij uw dier?', 'What do you see in your animal?'], {
          required: false,
          choices: [
            choice('vomiting', 'Braken', 'Vomiting'),
            choice('diarrhoea', 'Diarree', 'Diarrhoea'),
            choice('coughing', 'Hoesten', 'Coughing'),
            choice('lameness', 'Kreupel lopen', 'Lameness'),
            choice('itching', 'Jeuk', 'Itching'),
          ],
        }),
        yesNo('medicine', ['Krijgt uw dier medicijnen?', 'Is your animal on medication?']),
        field(
          'medicines',
          'lines',
          ['Welke medicijnen, en hoeveel?', 'Which medication, and how much?'],
          ifYes('medicine'),
        ),
        field('outdoors', 'choice', ['Komt uw kat buiten?', 'Does your cat go outdoors?'], {
          choices: YES_NO,
          shownIf: { by: 'species', values: ['CAT'] },
        }),
        field('photos', 'photo', ['Foto’s die iets laten zien', 'Photos that show something'], { required: false }),
      ],
    },
  },
  {
    id: 'anaesthesia',
    kind: 'consent',
    content: {
      title: texts('Toestemming voor narcose en operatie', 'Consent to anaesthesia and surgery'),
      introduction: texts(
        'Uw dier krijgt een verdoving of narcose. Elke narcose heeft een risico, ook bij gezonde dieren. De dierenarts bewaakt uw dier tijdens en na de ingreep. Soms is tijdens de ingreep een extra behandeling nodig. Met uw handtekening geeft u toestemming voor de narcose en de ingreep.',
        'Your animal will be sedated or anaesthetised. Every anaesthesia has a risk, also for healthy animals. The vet monitors your animal during and after the procedure. Sometimes an additional treatment is needed during the procedure. With your signature you consent to the anaesthesia and the procedure.',
      ),
      fields: [
        ...ANIMAL,
        field('weight', 'text', ['Gewicht', 'Weight'], { fact: 'weight', required: false }),
        field('reachable', 'text', [
          'Telefoonnummer waarop u die dag bereikbaar bent',
          'Telephone number at which we can reach you that day',
        ]),
        yesNo('fasting', [
          'Ik weet dat mijn dier nuchter moet zijn zoals de praktijk heeft gezegd.',
          'I know that my animal must be fasted as the practice has said.',
        ]),
        yesNo('illness', [
          'Is uw dier ziek geweest of heeft het eerder een reactie op narcose gehad?',
          'Has your animal been ill, or did it react to anaesthesia before?',
        ]),
        field('illnesses', 'lines', ['Wat was er aan de hand?', 'What was the matter?'], ifYes('illness')),
        field('extra', 'choice', ['Als een extra behandeling nodig is:', 'If an additional treatment is needed:'], {
          choices: [choice('do', 'Voer deze uit', 'Carry it out'), choice('call', 'Bel mij eerst', 'Call me first')],
        }),
      ],
    },
  },
  {
    id: 'new-client',
    kind: 'form',
    content: {
      title: texts('Kennismaking', 'Getting to know you'),
      introduction: texts(
        'Welkom bij onze praktijk. Wilt u ons helpen met een paar vragen?',
        'Welcome to our practice. Please help us with a few questions.',
      ),
      fields: [
        ...OWNER,
        field('reach', 'choice', ['Hoe wilt u het liefst bereikt worden?', 'How would you like to be reached?'], {
          choices: [choice('phone', 'Per telefoon', 'By telephone'), choice('email', 'Per e-mail', 'By e-mail')],
        }),
        yesNo('former', ['Was u eerder bij een andere dierenarts?', 'Were you with another vet before?']),
        field('former-practice', 'text', ['Naam van die praktijk', 'Name of that practice'], ifYes('former')),
        yesNo(
          'fetch',
          ['Mogen wij daar de gegevens van uw dieren opvragen?', 'May we ask them for the data of your animals?'],
          ifYes('former'),
        ),
        yesNo('insured', ['Zijn uw dieren verzekerd?', 'Are your animals insured?']),
        field('remarks', 'lines', ['Wat moeten wij nog weten?', 'What else should we know?'], { required: false }),
      ],
    },
  },
  {
    id: 'euthanasia',
    kind: 'consent',
    content: {
      title: texts('Toestemming voor euthanasie', 'Consent to euthanasia'),
      introduction: texts(
        'U heeft met de dierenarts gesproken over het laten inslapen van uw dier. Met uw handtekening geeft u daarvoor toestemming. U verklaart dat u de eigenaar bent of namens de eigenaar beslist.',
        'You have talked with the vet about putting your animal to sleep. With your signature you consent to it. You declare that you are the owner, or decide on behalf of the owner.',
      ),
      fields: [
        ...ANIMAL.slice(0, 2),
        field('presence', 'choice', ['Wilt u erbij zijn?', 'Would you like to be present?'], {
          choices: YES_NO,
        }),
        field(
          'afterwards',
          'choice',
          ['Wat wilt u daarna voor uw dier?', 'What would you like for your animal afterwards?'],
          {
            choices: [
              choice('home', 'Ik neem mijn dier mee naar huis', 'I take my animal home'),
              choice('cremation', 'Crematie zonder as terug', 'Cremation without return of the ashes'),
              choice('ashes', 'Crematie met as terug', 'Cremation with return of the ashes'),
              choice('undecided', 'Dat bespreek ik nog', 'I will discuss this later'),
            ],
          },
        ),
      ],
    },
  },
  {
    id: 'privacy',
    kind: 'consent',
    content: {
      title: texts('Toestemming voor gebruik van gegevens', 'Consent to the use of data'),
      introduction: texts(
        'Voor de behandeling van uw dier bewaren wij uw gegevens. Daarvoor is geen toestemming nodig. Voor het gebruik hieronder vragen wij wel uw toestemming. U mag elke vraag met nee beantwoorden. U kunt uw toestemming altijd intrekken.',
        'We store your data for the treatment of your animal. This needs no consent. We do ask for your consent to the uses below. You may answer no to each question. You can withdraw your consent at any time.',
      ),
      fields: [
        ...OWNER.slice(0, 1),
        yesNo('photos', [
          'Mogen wij foto’s van uw dier op onze website plaatsen?',
          'May we publish photos of your animal on our website?',
        ]),
        yesNo('research', [
          'Mogen wij gegevens van uw dier zonder uw naam gebruiken voor onderzoek?',
          'May we use data of your animal for research, without your name?',
        ]),
        yesNo('news', [
          'Mogen wij u nieuws over de praktijk sturen per e-mail?',
          'May we send you news about the practice by e-mail?',
        ]),
      ],
    },
  },
]
