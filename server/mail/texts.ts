import { sentence } from '#contract/sentence.ts'
import type { Language } from '#contract/languages.ts'
import type { RequestKind } from '#contract/request.ts'
import type { KeyPurpose } from '#contract/imports.ts'
import type { MailKind, PaidAccount } from '#server/db/schema.ts'
import type { Mail } from '#server/ports.ts'
import { escapeHtml as escape } from './html.ts'
import { ZONE } from '#contract/zone.ts'

interface Words {
  subject: string
  paragraphs: string[]
  /** What follows the paragraphs, each under a heading of its own; empty ones are left out. */
  lists?: { title: string; items: string[] }[]
  /** What follows the lists. */
  afterLists?: string[]
  /** Label of the button. */
  button: string
  /** What follows the button. */
  closing: string[]
  /** Under the signature: a text with an address. */
  footer?: { text: string; link: string; url: string }
}

/** Sender and recipient. */
interface About {
  practice: string | null
  phone: string | null
  isToStaff: boolean
  /** Of a mail of reminders. */
  digest: Due
  /** Of a mail to the admins of a practice. */
  notice: Notice
  /** Requests that the practice has not seen. */
  unseen: Unseen
}

interface Unseen {
  count: number
  /** By kind, as text. */
  lines: string[]
}

/** What has happened, as text. */
interface Notice {
  by: string | null
  keys: string[]
  purpose: KeyPurpose
  endsOn: string
  former: string[]
  present: string[]
}

/** What is due, as lines of text. */
interface Due {
  late: string[]
  coming: string[]
  more: number
  unsubscribeUrl: string
}

type Writer = (about: About) => Words

/** What a key is called, what it is used for, and what ends with it. */
interface KeyWords {
  name: string
  use: (practice: string) => string
  ended: string
}

const APP = 'Dierenportaal'

const DUTCH_PASSWORD_CHANGED: Words = {
  subject: 'Uw wachtwoord is gewijzigd',
  paragraphs: [
    `Het wachtwoord van uw account in ${APP} is zojuist gewijzigd.`,
    'Heeft u dat zelf gedaan? Dan hoeft u niets te doen.',
  ],
  button: 'Naar het portaal',
  closing: [
    'Heeft u dit niet zelf gedaan? Kies dan meteen een nieuw wachtwoord met ‘Wachtwoord vergeten?’ op de inlogpagina.',
  ],
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

const DUTCH: Record<MailKind, Writer> = {
  activation: ({ practice, phone, isToStaff }) => ({
    subject: practice ? `Uw toegang tot het portaal van ${practice}` : `Uw toegang tot ${APP}`,
    paragraphs: [
      isToStaff
        ? `${practice ?? 'Een dierenkliniek'} nodigt u uit om in ${APP} mee te werken.`
        : `${practice ?? 'Uw dierenkliniek'} heeft in ${APP} een account voor u gemaakt.`,
      isToStaff
        ? 'U geeft cliënten daar toegang, en u ziet wat zij zien.'
        : 'U vindt daar uw facturen, en van uw dieren de herinneringen, het logboek, de bezoeken en de labuitslagen.',
      isToStaff
        ? 'Kies een wachtwoord om de uitnodiging te accepteren. Daarna kunt u inloggen met dit e-mailadres.'
        : 'Kies nu een wachtwoord. Daarna kunt u inloggen met dit e-mailadres.',
    ],
    button: 'Wachtwoord kiezen',
    closing: [
      'Deze link werkt 14 dagen. U kunt hem één keer gebruiken. Werkt de link niet meer? Vraag dan op de inlogpagina een nieuwe aan met ‘Wachtwoord vergeten?’.',
      'Verwachtte u deze e-mail niet? Dan hoeft u niets te doen.',
      ...(practice && phone && !isToStaff ? [`Heeft u een vraag? Bel ${practice}: ${phone}.`] : []),
    ],
  }),
  reset: () => ({
    subject: 'Een nieuw wachtwoord kiezen',
    paragraphs: [`U heeft een nieuw wachtwoord aangevraagd voor ${APP}. U kunt het nu kiezen.`],
    button: 'Nieuw wachtwoord kiezen',
    closing: [
      'Deze link werkt 30 minuten. U kunt hem één keer gebruiken.',
      'Heeft u dit niet zelf aangevraagd? Dan hoeft u niets te doen. Uw wachtwoord blijft hetzelfde.',
    ],
  }),
  access: ({ practice }) => ({
    subject: practice
      ? `${practice} is toegevoegd aan uw portaal`
      : `Er is een dierenkliniek toegevoegd aan uw portaal`,
    paragraphs: [
      practice ? `U vindt ${practice} vanaf nu ook in ${APP}.` : `U vindt vanaf nu nog een dierenkliniek in ${APP}.`,
      'Log in met het e-mailadres en het wachtwoord die u al heeft. Kies daarna de dierenkliniek.',
    ],
    button: 'Naar het portaal',
    closing: ['Verwachtte u deze e-mail niet? Neem dan contact op met de dierenkliniek.'],
  }),
  letter: ({ practice }) => ({
    subject: `Bevestig uw e-mailadres voor ${practice ?? APP}`,
    paragraphs: [
      `Met de code uit een brief van ${practice ?? 'uw dierenkliniek'} is dit e-mailadres opgegeven voor ${APP}.`,
      'Bevestig het adres met de knop. Daarna kunt u inloggen, of eerst een wachtwoord kiezen.',
    ],
    button: 'E-mailadres bevestigen',
    closing: [
      'Deze link werkt 3 dagen. U kunt hem één keer gebruiken.',
      'Heeft u dit niet zelf gedaan? Dan hoeft u niets te doen.',
    ],
  }),
  'address-confirmation': ({ practice }) => ({
    subject: `Bevestig uw e-mailadres voor ${practice ?? APP}`,
    paragraphs: [
      `${practice ?? 'Uw dierenkliniek'} heeft dit e-mailadres doorgegeven voor ${APP}.`,
      'Bevestig het adres met de knop. Daarna kunt u inloggen, of eerst een wachtwoord kiezen.',
    ],
    button: 'E-mailadres bevestigen',
    closing: [
      'Deze link werkt 14 dagen. U kunt hem één keer gebruiken.',
      'Hoort u niet bij deze dierenkliniek? Dan hoeft u niets te doen.',
    ],
  }),
  'address-change-asked': ({ practice, phone }) => ({
    subject: `${practice ?? 'Uw dierenkliniek'} heeft een ander e-mailadres van u`,
    paragraphs: [
      `${practice ?? 'Uw dierenkliniek'} heeft een ander e-mailadres van u doorgegeven. Daarheen is een e-mail gestuurd om het te bevestigen.`,
      'Tot het nieuwe adres is bevestigd, logt u in zoals u gewend bent.',
    ],
    button: 'Naar het portaal',
    closing: [
      practice && phone
        ? `Klopt het niet? Bel ${practice}: ${phone}.`
        : 'Klopt het niet? Neem dan contact op met uw dierenkliniek.',
    ],
  }),
  'address-changed': ({ practice, phone }) => ({
    subject: `Uw e-mailadres voor ${practice ?? APP} is gewijzigd`,
    paragraphs: [
      `Een nieuw e-mailadres voor ${practice ?? 'uw dierenkliniek'} is bevestigd.`,
      'Met dit e-mailadres ziet u de gegevens van deze cliënt niet meer.',
    ],
    button: 'Naar het portaal',
    closing: [
      practice && phone
        ? `Klopt het niet? Bel ${practice}: ${phone}.`
        : 'Klopt het niet? Neem dan contact op met uw dierenkliniek.',
    ],
  }),
  'staff-offer': ({ practice }) => ({
    subject: practice ? `${practice} nodigt u uit als medewerker` : 'Een dierenkliniek nodigt u uit als medewerker',
    paragraphs: [
      `${practice ?? 'Een dierenkliniek'} nodigt u uit om in ${APP} mee te werken.`,
      'Log in met het e-mailadres en het wachtwoord die u al heeft. Daar kunt u de uitnodiging accepteren of weigeren. Tot die tijd verandert er niets.',
    ],
    button: 'Naar het portaal',
    closing: ['Verwachtte u deze e-mail niet? Dan hoeft u niets te doen.'],
  }),
  'password-changed': () => DUTCH_PASSWORD_CHANGED,
  'password-changed-links-ended': () => ({
    ...DUTCH_PASSWORD_CHANGED,
    paragraphs: [
      ...DUTCH_PASSWORD_CHANGED.paragraphs,
      'Uw agenda-abonnementen en de kaarten die u had gedeeld, zijn ook beëindigd. In het portaal kunt u ze opnieuw maken.',
    ],
  }),
  'passkey-added': () => ({
    subject: 'Er is een passkey toegevoegd',
    paragraphs: [
      `Aan uw account in ${APP} is zojuist een passkey toegevoegd. Daarmee kan iemand inloggen zonder uw wachtwoord.`,
      'Heeft u dat zelf gedaan? Dan hoeft u niets te doen.',
    ],
    button: 'Naar het portaal',
    closing: [
      'Heeft u dit niet zelf gedaan? Log dan meteen in, verwijder de passkey bij Instellingen, en kies een nieuw wachtwoord.',
    ],
  }),
  'passkey-removed': () => ({
    subject: 'Er is een passkey verwijderd',
    paragraphs: [
      `Van uw account in ${APP} is zojuist een passkey verwijderd. Daarmee kan niemand meer inloggen.`,
      'Heeft u dat zelf gedaan? Dan hoeft u niets te doen.',
    ],
    button: 'Naar het portaal',
    closing: [
      'Heeft u dit niet zelf gedaan? Kies dan meteen een nieuw wachtwoord met ‘Wachtwoord vergeten?’ op de inlogpagina.',
    ],
  }),
  'second-factor-on': () => ({
    subject: 'Inloggen met een code staat aan',
    paragraphs: [
      `Voor uw account in ${APP} is zojuist een authenticator-app ingesteld. Bij het inloggen vragen we voortaan ook een code.`,
      'Heeft u dat zelf gedaan? Dan hoeft u niets te doen.',
    ],
    button: 'Naar het portaal',
    closing: ['Heeft u dit niet zelf gedaan? Waarschuw dan meteen een beheerder van uw praktijk.'],
  }),
  'second-factor-off': () => ({
    subject: 'Inloggen met een code staat uit',
    paragraphs: [
      `De authenticator-app van uw account in ${APP} is zojuist verwijderd. Codes van de app en herstelcodes werken niet meer.`,
      'Heeft u dat zelf gedaan? Dan hoeft u niets te doen.',
    ],
    button: 'Naar het portaal',
    closing: [
      'Heeft u dit niet zelf gedaan? Kies dan meteen een nieuw wachtwoord met ‘Wachtwoord vergeten?’ op de inlogpagina, en stel de app opnieuw in.',
    ],
  }),
  'second-factor-reset': () => ({
    subject: 'Uw tweede factor is verwijderd',
    paragraphs: [
      `Een beheerder heeft de authenticator-app, de herstelcodes en de passkeys van uw account in ${APP} verwijderd. U bent overal uitgelogd.`,
      'Log in met uw wachtwoord. Daarna kunt u opnieuw een tweede factor instellen.',
    ],
    button: 'Naar het portaal',
    closing: ['Heeft u hier niet om gevraagd? Waarschuw dan meteen een beheerder van uw praktijk.'],
  }),
  'recovery-codes-made': () => ({
    subject: 'Er zijn nieuwe herstelcodes',
    paragraphs: [
      `Voor uw account in ${APP} zijn zojuist nieuwe herstelcodes gemaakt. De oude werken niet meer.`,
      'Heeft u dat zelf gedaan? Dan hoeft u niets te doen.',
    ],
    button: 'Naar het portaal',
    closing: [
      'Heeft u dit niet zelf gedaan? Kies dan meteen een nieuw wachtwoord met ‘Wachtwoord vergeten?’ op de inlogpagina.',
    ],
  }),
  'import-key-made': ({ practice, notice: { by, keys, purpose, endsOn } }) => ({
    subject: `Er is een ${DUTCH_KEY[purpose].name} gemaakt voor ${practice ?? 'uw praktijk'}`,
    paragraphs: [
      `${by ?? 'Een beheerder'} heeft in ${APP} de ${DUTCH_KEY[purpose].name} ‘${keys.join(', ')}’ gemaakt. Een ander systeem kan daarmee tot ${endsOn} ${DUTCH_KEY[purpose].use(practice ?? 'uw praktijk')}.`,
      'Klopt dat? Dan hoeft u niets te doen.',
    ],
    button: 'Naar het portaal',
    closing: ['Klopt het niet? Log dan meteen in en trek de sleutel in bij Praktijk.'],
  }),
  'import-key-ending': ({ practice, notice: { keys, purpose, endsOn } }) => ({
    subject: `Een ${DUTCH_KEY[purpose].name} van ${practice ?? 'uw praktijk'} loopt af`,
    paragraphs: [
      `De ${DUTCH_KEY[purpose].name} ‘${keys.join(', ')}’ werkt tot ${endsOn}. ${DUTCH_KEY[purpose].ended}`,
      'Maak op tijd een nieuwe sleutel bij Praktijk, en zet die in het systeem dat hem gebruikt. Trek daarna de oude in.',
    ],
    button: 'Naar het portaal',
    closing: ['Is de sleutel niet meer nodig? Dan hoeft u niets te doen.'],
  }),
  'import-unconfirmed': ({ practice, notice: { keys } }) => ({
    subject: `Een export van ${practice ?? 'uw praktijk'} wacht op uw bevestiging`,
    paragraphs: [
      `Het praktijksysteem heeft met de sleutel ‘${keys.join(', ')}’ een export gestuurd waarvan een groot deel wegvalt. Er is nog niets veranderd.`,
      'Bekijk bij Praktijk wat er wegvalt, en kies of de export wordt geladen. Een nieuwe export neemt de plaats van deze in.',
    ],
    button: 'Naar het portaal',
    closing: ['Heeft een andere beheerder dat al gedaan? Dan hoeft u niets te doen.'],
  }),
  'import-key-maker-left': ({ practice, notice: { by, keys } }) => ({
    subject: `Sleutels van ${practice ?? 'uw praktijk'} houden of intrekken`,
    paragraphs: [
      `${by ?? 'Een collega'} is geen beheerder meer bij ${practice ?? 'uw praktijk'}. Sleutels die deze collega voor andere systemen maakte, zijn gepauzeerd. Deze systemen kunnen er niets meer mee, en hun exports wachten.`,
    ],
    lists: [{ title: 'Sleutels', items: keys }],
    afterLists: ['Kies bij Praktijk van elke sleutel of u die houdt of intrekt.'],
    button: 'Naar het portaal',
    closing: ['Heeft een andere beheerder dat al gedaan? Dan hoeft u niets te doen.'],
  }),
  'account-number-changed': ({ practice, notice: { by, former, present } }) => ({
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
  reminders: ({ practice, phone, digest: { late, coming, more, unsubscribeUrl } }) => ({
    subject: practice ? `Herinneringen van ${practice}` : 'Herinneringen van uw dierenkliniek',
    paragraphs: [
      late.length > 0
        ? 'Voor uw dieren is het volgende nog te doen.'
        : 'Voor uw dieren is het volgende binnenkort te doen.',
    ],
    lists: [
      { title: 'Te laat', items: late },
      { title: 'Binnenkort', items: coming },
    ],
    afterLists: [
      ...(more > 0 ? [`En nog ${more} in het portaal.`] : []),
      practice && phone
        ? `Wilt u een afspraak maken? Bel ${practice}: ${phone}.`
        : 'Wilt u een afspraak maken? Neem dan contact op met uw dierenkliniek.',
    ],
    button: 'Naar mijn herinneringen',
    closing: ['Is iets al gedaan? Dan hoeft u niets te doen.'],
    footer: {
      text: 'U krijgt deze mail omdat u die in het portaal heeft aangezet. U krijgt hem hooguit één keer per week, en alleen als er iets te doen is.',
      link: 'Afmelden',
      url: unsubscribeUrl,
    },
  }),
  'requests-new': ({ practice, unseen: { count, lines } }) => ({
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
  'requests-unseen': ({ practice, unseen: { count, lines } }) => ({
    subject: `${count === 1 ? 'Een verzoek wacht' : 'Verzoeken wachten'} te lang op ${practice ?? 'uw praktijk'}`,
    paragraphs: [
      `${count === 1 ? 'Een verzoek van een cliënt is' : `${count} verzoeken van cliënten zijn`} niet op tijd gezien. Cliënten lezen dat in het portaal, met uw telefoonnummer.`,
    ],
    lists: [{ title: 'Nog niet gezien', items: lines }],
    button: 'Naar de verzoeken',
    closing: ['U krijgt deze mail één keer per dag, tot alles is gezien.'],
  }),
  'request-answered': ({ practice, phone }) => ({
    subject: `${practice ?? 'Uw dierenkliniek'} heeft gereageerd op uw verzoek`,
    paragraphs: [
      'De reactie op uw verzoek staat in het portaal. Om uw gegevens te beschermen staat die niet in deze mail.',
    ],
    button: 'Naar mijn verzoek',
    closing: practice && phone ? [`Heeft u een vraag? Bel ${practice}: ${phone}.`] : [],
  }),
}

const ENGLISH_PASSWORD_CHANGED: Words = {
  subject: 'Your password was changed',
  paragraphs: [
    `The password of your account in ${APP} has just been changed.`,
    'Did you do this yourself? Then there is nothing you need to do.',
  ],
  button: 'Go to the portal',
  closing: [
    'Did you not do this yourself? Choose a new password at once, with ‘Forgot your password?’ on the sign-in page.',
  ],
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

const ENGLISH: Record<MailKind, Writer> = {
  activation: ({ practice, phone, isToStaff }) => ({
    subject: practice ? `Your access to the portal of ${practice}` : `Your access to ${APP}`,
    paragraphs: [
      isToStaff
        ? `${practice ?? 'A veterinary clinic'} invites you to work with it in ${APP}.`
        : `${practice ?? 'Your veterinary clinic'} has made an account for you in ${APP}.`,
      isToStaff
        ? 'There you give clients access, and you see what they see.'
        : 'There you will find your invoices, and for your animals the reminders, logbook, visits and lab results.',
      isToStaff
        ? 'Choose a password to accept the invitation. After that you can sign in with this e-mail address.'
        : 'Choose a password now. After that you can sign in with this e-mail address.',
    ],
    button: 'Choose a password',
    closing: [
      'This link works for 14 days. You can use it once. Does it no longer work? Ask for a new one on the sign-in page, with ‘Forgot your password?’.',
      'Did you not expect this e-mail? Then there is nothing you need to do.',
      ...(practice && phone && !isToStaff ? [`Do you have a question? Call ${practice}: ${phone}.`] : []),
    ],
  }),
  reset: () => ({
    subject: 'Choose a new password',
    paragraphs: [`You asked for a new password for ${APP}. You can choose it now.`],
    button: 'Choose a new password',
    closing: [
      'This link works for 30 minutes. You can use it once.',
      'Did you not ask for this yourself? Then there is nothing you need to do. Your password stays the same.',
    ],
  }),
  access: ({ practice }) => ({
    subject: practice ? `${practice} was added to your portal` : 'A veterinary clinic was added to your portal',
    paragraphs: [
      practice
        ? `From now on you will also find ${practice} in ${APP}.`
        : `From now on you will find one more veterinary clinic in ${APP}.`,
      'Sign in with the e-mail address and the password you already have. Then choose the clinic.',
    ],
    button: 'Go to the portal',
    closing: ['Did you not expect this e-mail? Please contact the clinic.'],
  }),
  letter: ({ practice }) => ({
    subject: `Confirm your e-mail address for ${practice ?? APP}`,
    paragraphs: [
      `With the code of a letter from ${practice ?? 'your veterinary clinic'}, this e-mail address was given for ${APP}.`,
      'Confirm the address by the button. After that you can sign in, or choose a password first.',
    ],
    button: 'Confirm the e-mail address',
    closing: ['This link works for 3 days. You can use it once.', 'Was this not you? Then you need not do anything.'],
  }),
  'address-confirmation': ({ practice }) => ({
    subject: `Confirm your e-mail address for ${practice ?? APP}`,
    paragraphs: [
      `${practice ?? 'Your veterinary clinic'} has passed on this e-mail address for ${APP}.`,
      'Confirm the address by the button. After that you can sign in, or choose a password first.',
    ],
    button: 'Confirm the e-mail address',
    closing: [
      'This link works for 14 days. You can use it once.',
      'Are you not a client of this clinic? Then you need not do anything.',
    ],
  }),
  'address-change-asked': ({ practice, phone }) => ({
    subject: `${practice ?? 'Your veterinary clinic'} has another e-mail address of yours`,
    paragraphs: [
      `${practice ?? 'Your veterinary clinic'} has passed on another e-mail address of yours. An e-mail was sent there to confirm it.`,
      'Until the new address is confirmed, you sign in as before.',
    ],
    button: 'Go to the portal',
    closing: [
      practice && phone
        ? `Is it not right? Call ${practice}: ${phone}.`
        : 'Is it not right? Please contact your veterinary clinic.',
    ],
  }),
  'address-changed': ({ practice, phone }) => ({
    subject: `Your e-mail address for ${practice ?? APP} has changed`,
    paragraphs: [
      `A new e-mail address for ${practice ?? 'your veterinary clinic'} was confirmed.`,
      'By this e-mail address you no longer see the records of this client.',
    ],
    button: 'Go to the portal',
    closing: [
      practice && phone
        ? `Is it not right? Call ${practice}: ${phone}.`
        : 'Is it not right? Please contact your veterinary clinic.',
    ],
  }),
  'staff-offer': ({ practice }) => ({
    subject: practice
      ? `${practice} invites you to join its staff`
      : 'A veterinary clinic invites you to join its staff',
    paragraphs: [
      `${practice ?? 'A veterinary clinic'} invites you to work with it in ${APP}.`,
      'Sign in with the e-mail address and the password you already have. There you can accept the invitation or decline it. Until then nothing changes.',
    ],
    button: 'Go to the portal',
    closing: ['Did you not expect this e-mail? Then there is nothing you need to do.'],
  }),
  'password-changed': () => ENGLISH_PASSWORD_CHANGED,
  'password-changed-links-ended': () => ({
    ...ENGLISH_PASSWORD_CHANGED,
    paragraphs: [
      ...ENGLISH_PASSWORD_CHANGED.paragraphs,
      'Your calendar subscriptions and the cards that you had shared have ended as well. You can make them again in the portal.',
    ],
  }),
  'passkey-added': () => ({
    subject: 'A passkey was added',
    paragraphs: [
      `A passkey has just been added to your account in ${APP}. With it somebody can sign in without your password.`,
      'Did you do this yourself? Then there is nothing you need to do.',
    ],
    button: 'Go to the portal',
    closing: [
      'Did you not do this yourself? Sign in at once, remove the passkey in Settings, and choose a new password.',
    ],
  }),
  'passkey-removed': () => ({
    subject: 'A passkey was removed',
    paragraphs: [
      `A passkey has just been removed from your account in ${APP}. Nobody can sign in with it any more.`,
      'Did you do this yourself? Then there is nothing you need to do.',
    ],
    button: 'Go to the portal',
    closing: [
      'Did you not do this yourself? Choose a new password at once, with ‘Forgot your password?’ on the sign-in page.',
    ],
  }),
  'second-factor-on': () => ({
    subject: 'Signing in with a code is on',
    paragraphs: [
      `An authenticator app has just been set up for your account in ${APP}. From now on we also ask for a code when you sign in.`,
      'Did you do this yourself? Then there is nothing you need to do.',
    ],
    button: 'Go to the portal',
    closing: ['Did you not do this yourself? Tell an administrator of your practice at once.'],
  }),
  'second-factor-off': () => ({
    subject: 'Signing in with a code is off',
    paragraphs: [
      `The authenticator app of your account in ${APP} has just been removed. Codes of the app and recovery codes no longer work.`,
      'Did you do this yourself? Then there is nothing you need to do.',
    ],
    button: 'Go to the portal',
    closing: [
      'Did you not do this yourself? Choose a new password at once, with ‘Forgot your password?’ on the sign-in page, and set up the app again.',
    ],
  }),
  'second-factor-reset': () => ({
    subject: 'Your second factor was removed',
    paragraphs: [
      `An administrator has removed the authenticator app, the recovery codes and the passkeys of your account in ${APP}. You are signed out everywhere.`,
      'Sign in with your password. After that you can set up a second factor again.',
    ],
    button: 'Go to the portal',
    closing: ['Did you not ask for this? Tell an administrator of your practice at once.'],
  }),
  'recovery-codes-made': () => ({
    subject: 'There are new recovery codes',
    paragraphs: [
      `New recovery codes have just been made for your account in ${APP}. The old ones no longer work.`,
      'Did you do this yourself? Then there is nothing you need to do.',
    ],
    button: 'Go to the portal',
    closing: [
      'Did you not do this yourself? Choose a new password at once, with ‘Forgot your password?’ on the sign-in page.',
    ],
  }),
  'import-key-made': ({ practice, notice: { by, keys, purpose, endsOn } }) => ({
    subject: `${ENGLISH_KEY[purpose].one} was made for ${practice ?? 'your practice'}`,
    paragraphs: [
      `${by ?? 'An administrator'} has made the ${ENGLISH_KEY[purpose].name} ‘${keys.join(', ')}’ in ${APP}. With it another system can ${ENGLISH_KEY[purpose].use(practice ?? 'your practice')} until ${endsOn}.`,
      'Is that right? Then there is nothing you need to do.',
    ],
    button: 'Go to the portal',
    closing: ['Is it not right? Sign in at once, and revoke the key under Practice.'],
  }),
  'import-key-ending': ({ practice, notice: { keys, purpose, endsOn } }) => ({
    subject: `${ENGLISH_KEY[purpose].one} of ${practice ?? 'your practice'} is about to end`,
    paragraphs: [
      `The ${ENGLISH_KEY[purpose].name} ‘${keys.join(', ')}’ works until ${endsOn}. ${ENGLISH_KEY[purpose].ended}`,
      'Make a new key under Practice in time, and put it into the system that uses it. Then revoke the old one.',
    ],
    button: 'Go to the portal',
    closing: ['Is the key no longer needed? Then there is nothing you need to do.'],
  }),
  'import-unconfirmed': ({ practice, notice: { keys } }) => ({
    subject: `An export of ${practice ?? 'your practice'} waits for your confirmation`,
    paragraphs: [
      `The practice system has sent an export with the key ‘${keys.join(', ')}’, and a large part of it would be lost. Nothing has changed yet.`,
      'Under Practice, look at what would be lost and choose whether the export is loaded. A newer export replaces this one.',
    ],
    button: 'Go to the portal',
    closing: ['Has another administrator done that already? Then there is nothing you need to do.'],
  }),
  'import-key-maker-left': ({ practice, notice: { by, keys } }) => ({
    subject: `Keep or revoke keys of ${practice ?? 'your practice'}`,
    paragraphs: [
      `${by ?? 'A colleague'} is no longer an administrator at ${practice ?? 'your practice'}. Keys that this colleague made for other systems are paused. These systems cannot use them, and their exports wait.`,
    ],
    lists: [{ title: 'Keys', items: keys }],
    afterLists: ['Choose under Practice for each key whether you keep or revoke it.'],
    button: 'Go to the portal',
    closing: ['Has another administrator done so already? Then there is nothing you need to do.'],
  }),
  'account-number-changed': ({ practice, notice: { by, former, present } }) => ({
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
  reminders: ({ practice, phone, digest: { late, coming, more, unsubscribeUrl } }) => ({
    subject: practice ? `Reminders from ${practice}` : 'Reminders from your veterinary clinic',
    paragraphs: [
      late.length > 0
        ? 'The following is still to be done for your animals.'
        : 'The following is to be done soon for your animals.',
    ],
    lists: [
      { title: 'Late', items: late },
      { title: 'Coming soon', items: coming },
    ],
    afterLists: [
      ...(more > 0 ? [`And ${more} more in the portal.`] : []),
      practice && phone
        ? `Would you like to make an appointment? Call ${practice}: ${phone}.`
        : 'Would you like to make an appointment? Please contact your veterinary clinic.',
    ],
    button: 'Go to my reminders',
    closing: ['Has something been done already? Then there is nothing you need to do.'],
    footer: {
      text: 'You get this e-mail because you switched it on in the portal. It comes once a week at most, and only when there is something to do.',
      link: 'Unsubscribe',
      url: unsubscribeUrl,
    },
  }),
  'requests-new': ({ practice, unseen: { count, lines } }) => ({
    subject: `${count === 1 ? 'A new request' : 'New requests'} for ${practice ?? 'your practice'}`,
    paragraphs: [
      count === 1
        ? 'There is a request of a client that has not been seen yet.'
        : `There are ${count} requests of clients that have not been seen yet.`,
    ],
    lists: [{ title: 'Not seen yet', items: lines }],
    button: 'Go to the requests',
    closing: ['You get this e-mail once a quarter of an hour at most. The requests themselves are in the portal only.'],
  }),
  'requests-unseen': ({ practice, unseen: { count, lines } }) => ({
    subject: `${count === 1 ? 'A request has' : 'Requests have'} waited too long for ${practice ?? 'your practice'}`,
    paragraphs: [
      `${count === 1 ? 'A request of a client was' : `${count} requests of clients were`} not seen in time. Clients read that in the portal, with your telephone number.`,
    ],
    lists: [{ title: 'Not seen yet', items: lines }],
    button: 'Go to the requests',
    closing: ['You get this e-mail once a day, until everything has been seen.'],
  }),
  'request-answered': ({ practice, phone }) => ({
    subject: `${practice ?? 'Your veterinary clinic'} has responded to your request`,
    paragraphs: ['The response to your request is in the portal. To protect your data it is not in this e-mail.'],
    button: 'Go to my request',
    closing: practice && phone ? [`Do you have a question? Call ${practice}: ${phone}.`] : [],
  }),
}

const WRITERS: Record<Language, Record<MailKind, Writer>> = { nl: DUTCH, en: ENGLISH }
// One greeting for staff and owners, without a name, as not every account has one.
const GREETING: Record<Language, string> = { nl: 'Goedendag,', en: 'Hello,' }
const REGARDS: Record<Language, string> = { nl: 'Met vriendelijke groet,', en: 'Kind regards,' }
const COPY_LINK: Record<Language, string> = {
  nl: 'Werkt de knop niet? Kopieer dan dit adres en plak het in uw browser:',
  en: 'Does the button not work? Copy this address and paste it into your browser:',
}

// Dark mode, for mail clients with media queries; the others use the attributes.
const STYLE = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){body{background:#1b1b1b!important;color:#f2f2f2!important}
a:not(.button){color:#9ac1f7!important}}`

// Against header injection by a line break in a practice's name.
const oneLine = (text: string | null) => text?.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim() || null

/** A reminder that says nothing of itself. */
const UNNAMED: Record<Language, string> = { nl: 'Herinnering', en: 'Reminder' }
const LOCALES: Record<Language, string> = { nl: 'nl-NL', en: 'en-GB' }

function dueOf({ digest, language }: Mail): Due {
  const { reminders = [], more = 0, unsubscribeUrl = '' } = digest ?? {}
  const day = new Intl.DateTimeFormat(LOCALES[language], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  const lines = (isLate: boolean) =>
    reminders
      .filter(({ late }) => late === isLate)
      .map(({ date, animal, what }) => {
        const name = [oneLine(animal), oneLine(what) ?? UNNAMED[language]].filter(Boolean).join(': ')
        return `${name} (${day.format(new Date(date))})`
      })
  return { late: lines(true), coming: lines(false), more, unsubscribeUrl }
}

/** A practice without an account. */
const NO_ACCOUNT: Record<Language, string> = { nl: 'Geen rekeningnummer', en: 'No account number' }

function noticeOf({ details, language }: Mail): Notice {
  const { by = null, keys = [], purpose = 'import', endsAt, former, present } = details ?? {}
  const day = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: ZONE })
  const lines = (account: PaidAccount | undefined) =>
    [oneLine(account?.iban ?? null) ?? NO_ACCOUNT[language], oneLine(account?.holder ?? null)].filter(
      (line) => line !== null,
    )
  return {
    by: oneLine(by),
    keys: keys.map((key) => oneLine(key) ?? ''),
    purpose,
    endsOn: endsAt ? day.format(new Date(endsAt)) : '',
    former: lines(former),
    present: lines(present),
  }
}

const REQUESTS: Record<Language, Record<RequestKind, string>> = {
  nl: {
    REPEAT_MEDICINE: 'Medicijn opnieuw',
    APPOINTMENT: 'Afspraak',
    QUESTION: 'Vraag',
    DETAILS: 'Gegevens wijzigen',
  },
  en: {
    REPEAT_MEDICINE: 'Medicine again',
    APPOINTMENT: 'Appointment',
    QUESTION: 'Question',
    DETAILS: 'Change my details',
  },
}

function unseenOf({ requests = [], language }: Mail): Unseen {
  return {
    count: requests.reduce((sum, { count }) => sum + count, 0),
    lines: requests.map(({ kind, count }) => `${REQUESTS[language][kind]}: ${count}`),
  }
}

/** Names the client, where the account has several at the practice. */
const ABOUT_CLIENT: Record<Language, (client: string) => string> = {
  nl: (client) => sentence(`Deze e-mail gaat over ${client}`),
  en: (client) => sentence(`This e-mail is about ${client}`),
}

/** Where a logo is that comes with its mail. */
export const LOGO_ID = 'logo@dierenportaal'

/** Renders a mail in its language; without a link of its own it links to the portal. */
export function writeMail(
  mail: Mail,
  publicUrl: string,
  logoUrl = `cid:${LOGO_ID}`,
): { subject: string; text: string; html: string } {
  const practice = oneLine(mail.practiceName)
  const phone = oneLine(mail.practicePhone)
  const { isToStaff } = mail
  const about: About = {
    practice,
    phone,
    isToStaff,
    digest: dueOf(mail),
    notice: noticeOf(mail),
    unseen: unseenOf(mail),
  }
  const words = WRITERS[mail.language][mail.kind](about)
  const { subject, lists = [], afterLists = [], button, closing, footer } = words
  const client = oneLine(mail.clientName ?? null)
  const paragraphs = [...words.paragraphs, ...(client === null ? [] : [ABOUT_CLIENT[mail.language](client)])]
  const filled = lists.filter(({ items }) => items.length > 0)
  const address = mail.link ?? publicUrl
  const greeting = GREETING[mail.language]
  const signature = [REGARDS[mail.language], practice ?? APP]
  const text =
    [
      greeting,
      ...paragraphs,
      ...filled.map(({ title, items }) => [`${title}:`, ...items.map((item) => `- ${item}`)].join('\n')),
      ...afterLists,
      `${button}:\n${address}`,
      ...closing,
      signature.join('\n'),
      ...(footer ? [`${footer.text}\n${footer.link}: ${footer.url}`] : []),
    ].join('\n\n') + '\n'
  return { subject, text, html: page() }

  function page(): string {
    const paragraph = (content: string) => `<p style="margin:0 0 16px">${content}</p>`
    // Its text is beside it, so that it is silent where it is not shown.
    const logo = () =>
      mail.digest?.logo
        ? `<img src="${escape(logoUrl)}" alt="" height="56" style="display:block;height:56px;width:auto;max-width:100%;margin:0 0 16px">\n`
        : ''
    const list = ({ title, items }: { title: string; items: string[] }) =>
      `<h2 style="margin:24px 0 8px;font-size:16px;line-height:1.3">${escape(title)}</h2>
<ul style="margin:0 0 16px;padding:0 0 0 20px">${items.map((item) => `<li style="margin:0 0 4px">${escape(item)}</li>`).join('')}</ul>`
    const smallPrint = (footer: NonNullable<Words['footer']>) =>
      `<p style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #8a8a8a;font-size:14px">${escape(footer.text)}<br><a href="${escape(footer.url)}" style="color:#214799">${escape(footer.link)}</a></p>`
    const href = escape(address)
    return `<!doctype html>
<html lang="${mail.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escape(subject)}</title>
<style>${STYLE}</style>
</head>
<body style="margin:0;padding:24px;background:#ffffff;color:#1b1b1b;font:16px/1.5 Arial,sans-serif">
<main style="max-width:560px;margin:0 auto;overflow-wrap:anywhere;word-break:break-word">
${logo()}<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escape(subject)}</h1>
${[...[greeting, ...paragraphs].map((content) => paragraph(escape(content))), ...filled.map(list), ...afterLists.map((content) => paragraph(escape(content)))].join('\n')}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr>
<td style="padding:12px 20px;border-radius:6px;background:#214799"><a class="button" href="${href}" style="color:#ffffff;font-weight:bold;text-decoration:none">${escape(button)}</a></td>
</tr></table>
${paragraph(`${escape(COPY_LINK[mail.language])}<br><a href="${href}" style="color:#214799">${href}</a>`)}
${closing.map((content) => paragraph(escape(content))).join('\n')}
${paragraph(signature.map(escape).join('<br>'))}${footer ? `\n${smallPrint(footer)}` : ''}
</main>
</body>
</html>
`
  }
}
