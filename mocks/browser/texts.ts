import type { Language } from '#contract/languages.ts'
import type { Persona } from '#mocks/personas.ts'
import type { MailKind } from '#server/db/schema.ts'
import type { Switches } from './switches.ts'

interface Texts {
  demo: string
  about: string
  signIn: string
  people: Record<Persona, string>
  cannotSignIn: string
  latency: string
  milliseconds: (value: number) => string
  failures: string
  failing: Record<Switches['failures'], string>
  mails: string
  mail: Record<MailKind, string>
  resetDemo: string
}

/** Messages of the panel, which are not part of the portal's catalogues. */
export const TEXTS: Record<Language, Texts> = {
  nl: {
    demo: 'Demo',
    about: 'Alles gebeurt in deze browser. Er wordt niets verstuurd.',
    signIn: 'Inloggen als',
    people: {
      admin: 'Beheerder van De Waag',
      staff: 'Medewerker van De Waag',
      group: 'Beheerder van twee praktijken',
      owner: 'Eigenaar van vier dieren',
      two: 'Cliënt van twee praktijken',
      none: 'Account zonder praktijk',
    },
    cannotSignIn: 'Inloggen lukt niet. Begin opnieuw.',
    latency: 'Vertraging',
    milliseconds: (value) => (value === 0 ? 'Geen' : `${value} ms`),
    failures: 'Storing',
    failing: { none: 'Geen', tenth: '1 op de 10', third: '1 op de 3', offline: 'Geen verbinding' },
    mails: 'Niet verstuurde mails',
    mail: {
      activation: 'Account activeren',
      'activation-asked': 'Account activeren',
      'staff-activation': 'Account activeren als medewerker',
      access: 'Toegang tot het portaal',
      'staff-offer': 'Uitnodiging als medewerker',
      reset: 'Nieuw wachtwoord kiezen',
      'password-changed': 'Wachtwoord gewijzigd',
      'password-changed-links-ended': 'Wachtwoord gewijzigd',
      'passkey-added': 'Passkey toegevoegd',
      'passkey-removed': 'Passkey verwijderd',
      'second-factor-on': 'Inloggen met een code staat aan',
      'second-factor-off': 'Inloggen met een code staat uit',
      'second-factor-reset': 'Tweede factor verwijderd',
      'recovery-codes-made': 'Nieuwe herstelcodes',
      'identity-linked': 'Werkaccount gekoppeld',
      'identity-unlinked': 'Werkaccount ontkoppeld',
      'import-key-made': 'Importsleutel gemaakt',
      'import-key-ending': 'Importsleutel loopt af',
      'import-key-maker-left': 'Importsleutel overnemen of intrekken',
      'import-unconfirmed': 'Export wacht op bevestiging',
      'admin-change': 'Wijziging door een beheerder',
      'account-number-changed': 'Rekeningnummer gewijzigd',
      'retention-tightened': 'Gegevens korter bewaard',
      reminders: 'Herinneringen',
      letter: 'E-mailadres bevestigen',
      'mailbox-confirmation': 'E-mailadres van de praktijk bevestigen',
      'address-confirmation': 'Nieuw e-mailadres bevestigen',
      'address-change-asked': 'Ander e-mailadres doorgegeven',
      'address-changed': 'E-mailadres gewijzigd',
      'requests-new': 'Nieuwe verzoeken',
      'requests-unseen': 'Verzoeken die nog niet zijn gezien',
      'estimate-sent': 'Nieuwe begroting',
      'estimate-changed': 'Begroting gewijzigd',
      'estimate-withdrawn': 'Begroting ingetrokken',
      'estimate-ending': 'Begroting verloopt',
      'estimate-answered': 'Antwoord op een begroting',
      'estimates-ending': 'Begrotingen verlopen',
      'request-answered': 'Antwoord op een verzoek',
      'request-asked': 'Vraag over een verzoek',
      'form-asked': 'Formulier om in te vullen',
      'forms-new': 'Ingevulde formulieren',
    },
    resetDemo: 'Opnieuw beginnen',
  },
  en: {
    demo: 'Demo',
    about: 'Everything happens in this browser. Nothing is sent.',
    signIn: 'Sign in as',
    people: {
      admin: 'Administrator of De Waag',
      staff: 'Member of staff of De Waag',
      group: 'Administrator of two practices',
      owner: 'Owner of four animals',
      two: 'Client of two practices',
      none: 'Account without a practice',
    },
    cannotSignIn: 'Signing in does not work. Start over.',
    latency: 'Delay',
    milliseconds: (value) => (value === 0 ? 'None' : `${value} ms`),
    failures: 'Failures',
    failing: { none: 'None', tenth: '1 in 10', third: '1 in 3', offline: 'No connection' },
    mails: 'Mails that were not sent',
    mail: {
      activation: 'Activate the account',
      'activation-asked': 'Activate the account',
      'staff-activation': 'Activate the account as staff',
      access: 'Access to the portal',
      'staff-offer': 'Invitation as a member of staff',
      reset: 'Choose a new password',
      'password-changed': 'Password changed',
      'password-changed-links-ended': 'Password changed',
      'passkey-added': 'Passkey added',
      'passkey-removed': 'Passkey removed',
      'second-factor-on': 'Signing in with a code turned on',
      'second-factor-off': 'Signing in with a code turned off',
      'second-factor-reset': 'Second factor removed',
      'recovery-codes-made': 'New recovery codes',
      'identity-linked': 'Work account linked',
      'identity-unlinked': 'Work account unlinked',
      'import-key-made': 'Import key created',
      'import-key-ending': 'Import key about to expire',
      'import-key-maker-left': 'Keep or revoke import key',
      'import-unconfirmed': 'Export waiting for confirmation',
      'admin-change': 'Change by an administrator',
      'account-number-changed': 'Account number changed',
      'retention-tightened': 'Records kept for a shorter time',
      reminders: 'Reminders',
      letter: 'Confirm the e-mail address',
      'mailbox-confirmation': 'Confirm the e-mail address of the practice',
      'address-confirmation': 'Confirm the new e-mail address',
      'address-change-asked': 'Another e-mail address received',
      'address-changed': 'E-mail address changed',
      'requests-new': 'New requests',
      'requests-unseen': 'Requests not seen yet',
      'estimate-sent': 'New estimate',
      'estimate-changed': 'Estimate changed',
      'estimate-withdrawn': 'Estimate withdrawn',
      'estimate-ending': 'Estimate lapses',
      'estimate-answered': 'Answer to an estimate',
      'estimates-ending': 'Estimates lapse',
      'request-answered': 'Answer to a request',
      'request-asked': 'Question about a request',
      'form-asked': 'Form to complete',
      'forms-new': 'Completed forms',
    },
    resetDemo: 'Start over',
  },
}
