import type { AnnouncedChange } from '#contract/mail.ts'
import type { About, Texts } from './words.ts'

interface Change {
  /** The practice, the person who did it, the person that it is about, and the name of the key. */
  practice: string
  by: string | null
  member: string
  key: string | null
}

interface Text {
  subject: string
  text: string
}

type Sentences = Record<AnnouncedChange, (change: Change) => Text>

const DUTCH: Sentences = {
  'admin-ended': ({ practice, by, member }) => ({
    subject: `Een beheerder van ${practice} is gestopt`,
    text: `${member} is geen beheerder meer van ${practice}. Dat heeft ${by ?? 'een export of de leverancier'} gedaan.`,
  }),
  'admin-invited': ({ practice, by, member }) => ({
    subject: `Er is een beheerder uitgenodigd voor ${practice}`,
    text: `${by ?? 'De leverancier'} heeft ${member} uitgenodigd als beheerder van ${practice}.`,
  }),
  'admin-joined': ({ practice, member }) => ({
    subject: `${practice} heeft een nieuwe beheerder`,
    text: `${member} heeft de uitnodiging aangenomen en is nu beheerder van ${practice}.`,
  }),
  'admin-made': ({ practice, by, member }) => ({
    subject: `${practice} heeft een nieuwe beheerder`,
    text: `${by ?? 'De leverancier'} heeft ${member} beheerder gemaakt van ${practice}.`,
  }),
  'admin-proposed': ({ practice, member, key }) => ({
    subject: `Een export noemt een nieuwe beheerder voor ${practice}`,
    text: `Een export${key === null ? '' : ` met de sleutel ‘${key}’`} noemt ${member} als beheerder van ${practice}. Kies bij Medewerkers of dat mag. Tot dan verandert er niets.`,
  }),
  'clients-removed': ({ practice, by }) => ({
    subject: `Alle cliënten van ${practice} zijn uit het portaal gehaald`,
    text: `${by ?? 'De leverancier'} heeft alle cliënten van ${practice} uit het portaal gehaald. Bij Activiteit kunt u dat zeven dagen terugdraaien.`,
  }),
  'factors-removed': ({ by, member }) => ({
    subject: 'De tweede factor van een collega is verwijderd',
    text: `${by ?? 'De leverancier'} heeft de authenticator-app, de herstelcodes en de passkeys van ${member} verwijderd.`,
  }),
  'key-kept': ({ practice, by, key }) => ({
    subject: `Een sleutel van ${practice} werkt weer`,
    text: `${by ?? 'Een beheerder'} houdt de sleutel ‘${key ?? ''}’. Het systeem met deze sleutel kan weer bij de gegevens van ${practice}.`,
  }),
  'mailbox-changed': ({ practice, by, member }) => ({
    subject: `E-mails over verzoeken aan ${practice} gaan naar een ander adres`,
    text: `${by ?? 'De leverancier'} heeft ${member} ingesteld als adres voor e-mails over verzoeken. Dat geldt zodra iemand het adres heeft bevestigd.`,
  }),
  'second-factor-optional': ({ practice, by }) => ({
    subject: `Een tweede factor is niet meer verplicht bij ${practice}`,
    text: `${by ?? 'Een beheerder'} heeft uitgezet dat medewerkers van ${practice} een tweede factor nodig hebben.`,
  }),
}

const ENGLISH: Sentences = {
  'admin-ended': ({ practice, by, member }) => ({
    subject: `An administrator of ${practice} has stopped`,
    text: `${member} is no longer an administrator of ${practice}. This was done by ${by ?? 'an export or the supplier'}.`,
  }),
  'admin-invited': ({ practice, by, member }) => ({
    subject: `An administrator was invited to ${practice}`,
    text: `${by ?? 'The supplier'} has invited ${member} as an administrator of ${practice}.`,
  }),
  'admin-joined': ({ practice, member }) => ({
    subject: `${practice} has a new administrator`,
    text: `${member} has accepted the invitation and is now an administrator of ${practice}.`,
  }),
  'admin-made': ({ practice, by, member }) => ({
    subject: `${practice} has a new administrator`,
    text: `${by ?? 'The supplier'} has made ${member} an administrator of ${practice}.`,
  }),
  'admin-proposed': ({ practice, member, key }) => ({
    subject: `An export names a new administrator for ${practice}`,
    text: `An export${key === null ? '' : ` with the key ‘${key}’`} names ${member} as an administrator of ${practice}. Choose under Staff whether you agree. Nothing changes until then.`,
  }),
  'clients-removed': ({ practice, by }) => ({
    subject: `All clients of ${practice} were removed from the portal`,
    text: `${by ?? 'The supplier'} has removed all clients of ${practice} from the portal. You can undo this under Activity for seven days.`,
  }),
  'factors-removed': ({ by, member }) => ({
    subject: 'The second factor of a colleague was removed',
    text: `${by ?? 'The supplier'} has removed the authenticator app, the recovery codes and the passkeys of ${member}.`,
  }),
  'key-kept': ({ practice, by, key }) => ({
    subject: `A key of ${practice} works again`,
    text: `${by ?? 'An administrator'} keeps the key ‘${key ?? ''}’. The system that has this key can use the data of ${practice} again.`,
  }),
  'mailbox-changed': ({ practice, by, member }) => ({
    subject: `E-mails about requests to ${practice} go to another address`,
    text: `${by ?? 'The supplier'} has set ${member} as the address for e-mails about requests. It is used once somebody has confirmed it.`,
  }),
  'second-factor-optional': ({ practice, by }) => ({
    subject: `A second factor is no longer required at ${practice}`,
    text: `${by ?? 'An administrator'} has switched off that staff of ${practice} need a second factor.`,
  }),
}

const aboutOf = ({ practice, notice: { by, member, keys } }: About, unnamed: string): Change => ({
  practice: practice ?? unnamed,
  by,
  member,
  key: keys[0] ?? null,
})

/** A mail to all admins of a practice about a change by which somebody could take it over. */
export const ADMIN_CHANGE: Texts = {
  nl: (about) => {
    const { subject, text } = DUTCH[about.notice.change](aboutOf(about, 'uw praktijk'))
    return {
      subject,
      paragraphs: [text, 'Klopt dat? Dan hoeft u niets te doen.'],
      button: 'Naar het portaal',
      closing: [
        'Klopt het niet? Log dan meteen in en draai het terug. Kies een nieuw wachtwoord als iemand anders onder uw naam heeft ingelogd.',
      ],
    }
  },
  en: (about) => {
    const { subject, text } = ENGLISH[about.notice.change](aboutOf(about, 'your practice'))
    return {
      subject,
      paragraphs: [text, 'Is that right? Then there is nothing you need to do.'],
      button: 'Go to the portal',
      closing: [
        'Is it not right? Then sign in at once and undo it. Choose a new password if somebody else has signed in under your name.',
      ],
    }
  },
}
