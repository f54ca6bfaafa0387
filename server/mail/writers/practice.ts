import type { KeyPurpose } from '#contract/imports.ts'
import { APP, type Texts } from './words.ts'

/** Name and use of a key, and what ends with it. */
interface KeyWords {
  name: string
  use: (practice: string) => string
  ended: string
}

const DUTCH_KEY: Record<KeyPurpose, KeyWords> = {
  import: {
    name: 'importsleutel',
    use: (practice) => `gegevens van ${practice} sturen`,
    ended: 'Daarna komen er met deze sleutel geen gegevens meer binnen.',
  },
  requests: {
    name: 'sleutel voor verzoeken',
    use: (practice) => `de verzoeken van cliënten van ${practice} lezen en beantwoorden`,
    ended: 'Daarna kan geen systeem er nog verzoeken mee lezen of beantwoorden.',
  },
}

const ENGLISH_KEY: Record<KeyPurpose, KeyWords & { one: string }> = {
  import: {
    name: 'import key',
    one: 'An import key',
    use: (practice) => `send data of ${practice}`,
    ended: 'After that no more data comes in by this key.',
  },
  requests: {
    name: 'key for requests',
    one: 'A key for requests',
    use: (practice) => `read and answer the requests of clients of ${practice}`,
    ended: 'After that no system can read or answer requests by it any more.',
  },
}

/** Texts of mails to the admins of a practice. */
export const PRACTICE_TEXTS = {
  'import-key-made': {
    nl: ({ practice, notice: { by, keys, purpose, endsOn } }) => ({
      subject: `Er is een ${DUTCH_KEY[purpose].name} gemaakt voor ${practice ?? 'uw praktijk'}`,
      paragraphs: [
        `${by ?? 'Een beheerder'} heeft in ${APP} de ${DUTCH_KEY[purpose].name} ‘${keys.join(', ')}’ gemaakt. Een ander systeem kan daarmee tot ${endsOn} ${DUTCH_KEY[purpose].use(practice ?? 'uw praktijk')}.`,
        'Klopt dat? Dan hoeft u niets te doen.',
      ],
      button: 'Naar het portaal',
      closing: ['Klopt het niet? Log dan meteen in en trek de sleutel in bij Praktijk.'],
    }),
    en: ({ practice, notice: { by, keys, purpose, endsOn } }) => ({
      subject: `${ENGLISH_KEY[purpose].one} was made for ${practice ?? 'your practice'}`,
      paragraphs: [
        `${by ?? 'An administrator'} has made the ${ENGLISH_KEY[purpose].name} ‘${keys.join(', ')}’ in ${APP}. With it another system can ${ENGLISH_KEY[purpose].use(practice ?? 'your practice')} until ${endsOn}.`,
        'Is that right? Then there is nothing you need to do.',
      ],
      button: 'Go to the portal',
      closing: ['Is it not right? Sign in at once, and revoke the key under Practice.'],
    }),
  },
  'import-key-ending': {
    nl: ({ practice, notice: { keys, purpose, endsOn } }) => ({
      subject: `Een ${DUTCH_KEY[purpose].name} van ${practice ?? 'uw praktijk'} loopt af`,
      paragraphs: [
        `De ${DUTCH_KEY[purpose].name} ‘${keys.join(', ')}’ werkt tot ${endsOn}. ${DUTCH_KEY[purpose].ended}`,
        'Maak op tijd een nieuwe sleutel bij Praktijk, en zet die in het systeem dat hem gebruikt. Trek daarna de oude in.',
      ],
      button: 'Naar het portaal',
      closing: ['Is de sleutel niet meer nodig? Dan hoeft u niets te doen.'],
    }),
    en: ({ practice, notice: { keys, purpose, endsOn } }) => ({
      subject: `${ENGLISH_KEY[purpose].one} of ${practice ?? 'your practice'} is about to end`,
      paragraphs: [
        `The ${ENGLISH_KEY[purpose].name} ‘${keys.join(', ')}’ works until ${endsOn}. ${ENGLISH_KEY[purpose].ended}`,
        'Make a new key under Practice in time, and put it into the system that uses it. Then revoke the old one.',
      ],
      button: 'Go to the portal',
      closing: ['Is the key no longer needed? Then there is nothing you need to do.'],
    }),
  },
  'import-key-maker-left': {
    nl: ({ practice, notice: { by, keys } }) => ({
      subject: `Sleutels van ${practice ?? 'uw praktijk'} houden of intrekken`,
      paragraphs: [
        `${by ?? 'Een collega'} is geen beheerder meer bij ${practice ?? 'uw praktijk'}. Sleutels die deze collega voor andere systemen maakte, zijn gepauzeerd. Deze systemen kunnen er niets meer mee, en hun exports wachten.`,
      ],
      lists: [{ title: 'Sleutels', items: keys }],
      afterLists: ['Kies bij Praktijk van elke sleutel of u die houdt of intrekt.'],
      button: 'Naar het portaal',
      closing: ['Heeft een andere beheerder dat al gedaan? Dan hoeft u niets te doen.'],
    }),
    en: ({ practice, notice: { by, keys } }) => ({
      subject: `Keep or revoke keys of ${practice ?? 'your practice'}`,
      paragraphs: [
        `${by ?? 'A colleague'} is no longer an administrator at ${practice ?? 'your practice'}. Keys that this colleague made for other systems are paused. These systems cannot use them, and their exports wait.`,
      ],
      lists: [{ title: 'Keys', items: keys }],
      afterLists: ['Choose under Practice for each key whether you keep or revoke it.'],
      button: 'Go to the portal',
      closing: ['Has another administrator done so already? Then there is nothing you need to do.'],
    }),
  },
  'import-unconfirmed': {
    nl: ({ practice, notice: { keys } }) => ({
      subject: `Een export van ${practice ?? 'uw praktijk'} wacht op uw bevestiging`,
      paragraphs: [
        `Het praktijksysteem heeft met de sleutel ‘${keys.join(', ')}’ een export gestuurd waarvan een groot deel wegvalt. Er is nog niets veranderd.`,
        'Bekijk bij Praktijk wat er wegvalt, en kies of de export wordt geladen. Een nieuwe export neemt de plaats van deze in.',
      ],
      button: 'Naar het portaal',
      closing: ['Heeft een andere beheerder dat al gedaan? Dan hoeft u niets te doen.'],
    }),
    en: ({ practice, notice: { keys } }) => ({
      subject: `An export of ${practice ?? 'your practice'} waits for your confirmation`,
      paragraphs: [
        `The practice system has sent an export with the key ‘${keys.join(', ')}’, and a large part of it would be lost. Nothing has changed yet.`,
        'Under Practice, look at what would be lost and choose whether the export is loaded. A newer export replaces this one.',
      ],
      button: 'Go to the portal',
      closing: ['Has another administrator done that already? Then there is nothing you need to do.'],
    }),
  },
  'account-number-changed': {
    nl: ({ practice, notice: { by, former, present } }) => ({
      subject: `Het rekeningnummer van ${practice ?? 'uw praktijk'} is gewijzigd`,
      paragraphs: [
        `${by ? `${by} heeft` : 'Een import heeft'} in ${APP} gewijzigd aan wie cliënten van ${practice ?? 'uw praktijk'} betalen.`,
      ],
      lists: [
        { title: 'Eerst', items: former },
        { title: 'Nu', items: present },
      ],
      afterLists: ['Klopt dat? Dan hoeft u niets te doen.'],
      button: 'Naar het portaal',
      closing: [
        'Klopt het niet? Log dan meteen in en zet bij Praktijk het vorige rekeningnummer terug. Kies daarna een nieuw wachtwoord als iemand anders onder uw naam heeft ingelogd.',
      ],
    }),
    en: ({ practice, notice: { by, former, present } }) => ({
      subject: `The account number of ${practice ?? 'your practice'} was changed`,
      paragraphs: [`${by ?? 'An import'} has changed in ${APP} to whom clients of ${practice ?? 'your practice'} pay.`],
      lists: [
        { title: 'Before', items: former },
        { title: 'Now', items: present },
      ],
      afterLists: ['Is that right? Then there is nothing you need to do.'],
      button: 'Go to the portal',
      closing: [
        'Is it not right? Sign in at once, and put the former account number back under Practice. Then choose a new password if somebody else has signed in as you.',
      ],
    }),
  },
  'retention-tightened': {
    nl: ({ practice, notice: { by } }) => ({
      subject: `${practice ?? 'Uw praktijk'} bewaart gegevens korter`,
      paragraphs: [
        `${by ?? 'Een collega'} heeft in ${APP} de bewaartermijnen van ${practice ?? 'uw praktijk'} verkort of aangezet. Vanaf komende nacht worden oudere gegevens definitief verwijderd.`,
        'Bekijk bij Praktijk, Bewaartermijnen wat er verdwijnt. Klopt dat? Dan hoeft u niets te doen.',
      ],
      button: 'Naar het portaal',
      closing: [
        'Klopt het niet? Log dan vandaag in en zet het verwijderen uit. Kies daarna een nieuw wachtwoord als iemand anders onder uw naam heeft ingelogd.',
      ],
    }),
    en: ({ practice, notice: { by } }) => ({
      subject: `${practice ?? 'Your practice'} keeps records for less long`,
      paragraphs: [
        `${by ?? 'A colleague'} has shortened or switched on the retention periods of ${practice ?? 'your practice'} in ${APP}. From the coming night, older records are removed for good.`,
        'See under Practice, Retention periods what will be removed. Is that right? Then there is nothing you need to do.',
      ],
      button: 'Go to the portal',
      closing: [
        'Is it not right? Sign in today and switch the removal off. Then choose a new password if somebody else has signed in as you.',
      ],
    }),
  },
  'requests-new': {
    nl: ({ practice, unseen: { count, lines } }) => ({
      subject: `${count === 1 ? 'Een nieuw verzoek' : 'Nieuwe verzoeken'} voor ${practice ?? 'uw praktijk'}`,
      paragraphs: [
        count === 1
          ? 'Er is een verzoek van een cliënt dat nog niet is gezien.'
          : `Er zijn ${count} verzoeken van cliënten die nog niet zijn gezien.`,
      ],
      lists: [{ title: 'Nog niet gezien', items: lines }],
      button: 'Naar de verzoeken',
      closing: ['U krijgt deze mail hooguit één keer per kwartier. De verzoeken zelf staan alleen in het portaal.'],
    }),
    en: ({ practice, unseen: { count, lines } }) => ({
      subject: `${count === 1 ? 'A new request' : 'New requests'} for ${practice ?? 'your practice'}`,
      paragraphs: [
        count === 1
          ? 'There is a request of a client that has not been seen yet.'
          : `There are ${count} requests of clients that have not been seen yet.`,
      ],
      lists: [{ title: 'Not seen yet', items: lines }],
      button: 'Go to the requests',
      closing: [
        'You get this e-mail once a quarter of an hour at most. The requests themselves are in the portal only.',
      ],
    }),
  },
  'requests-unseen': {
    nl: ({ practice, unseen: { count, lines } }) => ({
      subject: `${count === 1 ? 'Een verzoek wacht' : 'Verzoeken wachten'} te lang op ${practice ?? 'uw praktijk'}`,
      paragraphs: [
        `${count === 1 ? 'Een verzoek van een cliënt is' : `${count} verzoeken van cliënten zijn`} niet op tijd gezien. Cliënten lezen dat in het portaal, met uw telefoonnummer.`,
      ],
      lists: [{ title: 'Nog niet gezien', items: lines }],
      button: 'Naar de verzoeken',
      closing: ['U krijgt deze mail één keer per dag, tot alles is gezien.'],
    }),
    en: ({ practice, unseen: { count, lines } }) => ({
      subject: `${count === 1 ? 'A request has' : 'Requests have'} waited too long for ${practice ?? 'your practice'}`,
      paragraphs: [
        `${count === 1 ? 'A request of a client was' : `${count} requests of clients were`} not seen in time. Clients read that in the portal, with your telephone number.`,
      ],
      lists: [{ title: 'Not seen yet', items: lines }],
      button: 'Go to the requests',
      closing: ['You get this e-mail once a day, until everything has been seen.'],
    }),
  },
} satisfies Record<string, Texts>
