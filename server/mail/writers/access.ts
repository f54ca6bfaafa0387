import { APP, type Texts } from './words.ts'

/** Texts of mails that give access to the portal or to a practice. */
export const ACCESS_TEXTS = {
  activation: {
    nl: ({ practice, phone, isToStaff }) => ({
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
    en: ({ practice, phone, isToStaff }) => ({
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
  },
  access: {
    nl: ({ practice }) => ({
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
    en: ({ practice }) => ({
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
  },
  'staff-offer': {
    nl: ({ practice }) => ({
      subject: practice ? `${practice} nodigt u uit als medewerker` : 'Een dierenkliniek nodigt u uit als medewerker',
      paragraphs: [
        `${practice ?? 'Een dierenkliniek'} nodigt u uit om in ${APP} mee te werken.`,
        'Log in met het e-mailadres en het wachtwoord die u al heeft. Daar kunt u de uitnodiging accepteren of weigeren. Tot die tijd verandert er niets.',
      ],
      button: 'Naar het portaal',
      closing: ['Verwachtte u deze e-mail niet? Dan hoeft u niets te doen.'],
    }),
    en: ({ practice }) => ({
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
  },
  reset: {
    nl: () => ({
      subject: 'Een nieuw wachtwoord kiezen',
      paragraphs: [`U heeft een nieuw wachtwoord aangevraagd voor ${APP}. U kunt het nu kiezen.`],
      button: 'Nieuw wachtwoord kiezen',
      closing: [
        'Deze link werkt 30 minuten. U kunt hem één keer gebruiken.',
        'Heeft u dit niet zelf aangevraagd? Dan hoeft u niets te doen. Uw wachtwoord blijft hetzelfde.',
      ],
    }),
    en: () => ({
      subject: 'Choose a new password',
      paragraphs: [`You asked for a new password for ${APP}. You can choose it now.`],
      button: 'Choose a new password',
      closing: [
        'This link works for 30 minutes. You can use it once.',
        'Did you not ask for this yourself? Then there is nothing you need to do. Your password stays the same.',
      ],
    }),
  },
  letter: {
    nl: ({ practice }) => ({
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
    en: ({ practice }) => ({
      subject: `Confirm your e-mail address for ${practice ?? APP}`,
      paragraphs: [
        `With the code of a letter from ${practice ?? 'your veterinary clinic'}, this e-mail address was given for ${APP}.`,
        'Confirm the address by the button. After that you can sign in, or choose a password first.',
      ],
      button: 'Confirm the e-mail address',
      closing: ['This link works for 3 days. You can use it once.', 'Was this not you? Then you need not do anything.'],
    }),
  },
  'mailbox-confirmation': {
    nl: ({ practice }) => ({
      subject: `Bevestig dit e-mailadres voor ${practice ?? APP}`,
      paragraphs: [
        `${practice ?? 'Een dierenkliniek'} heeft dit e-mailadres opgegeven voor mails over verzoeken van cliënten in ${APP}.`,
        'Bevestig het adres met de knop. Tot dan gaan deze mails naar de beheerders van de praktijk.',
      ],
      button: 'E-mailadres bevestigen',
      closing: [
        'Deze link werkt 14 dagen. U kunt hem één keer gebruiken.',
        'Hoort u niet bij deze dierenkliniek? Dan hoeft u niets te doen.',
      ],
    }),
    en: ({ practice }) => ({
      subject: `Confirm this e-mail address for ${practice ?? APP}`,
      paragraphs: [
        `${practice ?? 'A veterinary clinic'} has given this e-mail address for mails about requests of its clients in ${APP}.`,
        'Confirm the address by the button. Until then these mails go to the administrators of the practice.',
      ],
      button: 'Confirm the e-mail address',
      closing: [
        'This link works for 14 days. You can use it once.',
        'Do you not belong to this veterinary clinic? Then there is nothing you need to do.',
      ],
    }),
  },
  'address-confirmation': {
    nl: ({ practice }) => ({
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
    en: ({ practice }) => ({
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
  },
  'address-change-asked': {
    nl: ({ practice, phone }) => ({
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
    en: ({ practice, phone }) => ({
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
  },
  'address-changed': {
    nl: ({ practice, phone }) => ({
      subject: `Uw e-mailadres voor ${practice ?? APP} is gewijzigd`,
      paragraphs: [
        `Uw gegevens bij ${practice ?? 'uw dierenkliniek'} horen nu bij een ander e-mailadres.`,
        'Met dit e-mailadres ziet u de gegevens van deze cliënt niet meer.',
      ],
      button: 'Naar het portaal',
      closing: [
        practice && phone
          ? `Klopt het niet? Bel ${practice}: ${phone}.`
          : 'Klopt het niet? Neem dan contact op met uw dierenkliniek.',
      ],
    }),
    en: ({ practice, phone }) => ({
      subject: `Your e-mail address for ${practice ?? APP} has changed`,
      paragraphs: [
        `Your records at ${practice ?? 'your veterinary clinic'} now belong to another e-mail address.`,
        'By this e-mail address you no longer see the records of this client.',
      ],
      button: 'Go to the portal',
      closing: [
        practice && phone
          ? `Is it not right? Call ${practice}: ${phone}.`
          : 'Is it not right? Please contact your veterinary clinic.',
      ],
    }),
  },
} satisfies Record<string, Texts>
