import { APP, type Texts, type Words } from './words.ts'

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

/** Texts of mails about the security of the recipient's own account. */
export const SECURITY_TEXTS = {
  'password-changed': {
    nl: () => DUTCH_PASSWORD_CHANGED,
    en: () => ENGLISH_PASSWORD_CHANGED,
  },
  'password-changed-links-ended': {
    nl: () => ({
      ...DUTCH_PASSWORD_CHANGED,
      paragraphs: [
        ...DUTCH_PASSWORD_CHANGED.paragraphs,
        'Uw agenda-abonnementen en de kaarten die u had gedeeld, zijn ook beëindigd. In het portaal kunt u ze opnieuw maken.',
      ],
    }),
    en: () => ({
      ...ENGLISH_PASSWORD_CHANGED,
      paragraphs: [
        ...ENGLISH_PASSWORD_CHANGED.paragraphs,
        'Your calendar subscriptions and the cards that you had shared have ended as well. You can make them again in the portal.',
      ],
    }),
  },
  'passkey-added': {
    nl: () => ({
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
    en: () => ({
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
  },
  'passkey-removed': {
    nl: () => ({
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
    en: () => ({
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
  },
  'second-factor-on': {
    nl: () => ({
      subject: 'Inloggen met een code staat aan',
      paragraphs: [
        `Voor uw account in ${APP} is zojuist een authenticator-app ingesteld. Bij het inloggen vragen we voortaan ook een code.`,
        'Heeft u dat zelf gedaan? Dan hoeft u niets te doen.',
      ],
      button: 'Naar het portaal',
      closing: ['Heeft u dit niet zelf gedaan? Waarschuw dan meteen een beheerder van uw praktijk.'],
    }),
    en: () => ({
      subject: 'Signing in with a code is on',
      paragraphs: [
        `An authenticator app has just been set up for your account in ${APP}. From now on we also ask for a code when you sign in.`,
        'Did you do this yourself? Then there is nothing you need to do.',
      ],
      button: 'Go to the portal',
      closing: ['Did you not do this yourself? Tell an administrator of your practice at once.'],
    }),
  },
  'second-factor-off': {
    nl: () => ({
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
    en: () => ({
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
  },
  'second-factor-reset': {
    nl: () => ({
      subject: 'Uw tweede factor is verwijderd',
      paragraphs: [
        `Een beheerder heeft de authenticator-app, de herstelcodes en de passkeys van uw account in ${APP} verwijderd. U bent overal uitgelogd.`,
        'Log in met uw wachtwoord. Daarna kunt u opnieuw een tweede factor instellen.',
      ],
      button: 'Naar het portaal',
      closing: ['Heeft u hier niet om gevraagd? Waarschuw dan meteen een beheerder van uw praktijk.'],
    }),
    en: () => ({
      subject: 'Your second factor was removed',
      paragraphs: [
        `An administrator has removed the authenticator app, the recovery codes and the passkeys of your account in ${APP}. You are signed out everywhere.`,
        'Sign in with your password. After that you can set up a second factor again.',
      ],
      button: 'Go to the portal',
      closing: ['Did you not ask for this? Tell an administrator of your practice at once.'],
    }),
  },
  'recovery-codes-made': {
    nl: () => ({
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
    en: () => ({
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
  },
} satisfies Record<string, Texts>
