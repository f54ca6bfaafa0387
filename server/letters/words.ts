import type { Language } from '#contract/languages.ts'

interface Letter {
  practice: string
  /** Where the code is typed, as people write it. */
  address: string
  until: string
}

/** The texts of a letter. */
export const LETTER_WORDS: Record<
  Language,
  {
    file: string
    title: (practice: string) => string
    opening: (letter: Letter) => string
    steps: (letter: Letter) => string[]
    code: string
    closing: (letter: Letter) => string[]
  }
> = {
  nl: {
    file: 'brieven',
    title: (practice) => `Uw dieren online bij ${practice}`,
    opening: ({ practice }) =>
      `${practice} heeft een portaal. U vindt daar uw facturen, en van uw dieren de herinneringen, het logboek, de bezoeken en de uitslagen. Wij hebben nog geen e-mailadres van u. Met deze brief meldt u zich zelf aan.`,
    steps: ({ address }) => [
      `Scan het vierkant met uw telefoon. Of ga naar ${address} en typ de code.`,
      'Vul uw e-mailadres in. U krijgt een e-mail.',
      'Bevestig uw adres met de knop in die e-mail, en kies een wachtwoord.',
    ],
    code: 'Uw code',
    closing: ({ until }) => [
      `De code werkt één keer, tot en met ${until}. Bewaar hem tot dan, en geef hem aan niemand: wie de code heeft, kan zich als u aanmelden.`,
      'Wilt u het portaal niet gebruiken? Dan hoeft u niets te doen.',
    ],
  },
  en: {
    file: 'letters',
    title: (practice) => `Your animals online at ${practice}`,
    opening: ({ practice }) =>
      `${practice} has a portal. There you will find your invoices, and for your animals the reminders, logbook, visits and results. We do not have your e-mail address yet. With this letter you sign up yourself.`,
    steps: ({ address }) => [
      `Scan the square with your telephone. Or go to ${address} and type the code.`,
      'Enter your e-mail address. You get an e-mail.',
      'Confirm your address by the button in that e-mail, and choose a password.',
    ],
    code: 'Your code',
    closing: ({ until }) => [
      `The code works once, until ${until}. Keep it until then, and give it to nobody: with the code, somebody else can sign up as you.`,
      'Would you rather not use the portal? Then you need not do anything.',
    ],
  },
}
