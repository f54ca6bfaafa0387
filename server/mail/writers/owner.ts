import type { Texts } from './words.ts'

/** Texts of mails from a practice to its clients. */
export const OWNER_TEXTS = {
  reminders: {
    nl: ({ practice, phone, digest: { late, coming, more, unsubscribeUrl } }) => ({
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
    en: ({ practice, phone, digest: { late, coming, more, unsubscribeUrl } }) => ({
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
  },
  'request-answered': {
    nl: ({ practice, phone }) => ({
      subject: `${practice ?? 'Uw dierenkliniek'} heeft gereageerd op uw verzoek`,
      paragraphs: [
        'De reactie op uw verzoek staat in het portaal. Om uw gegevens te beschermen staat die niet in deze mail.',
      ],
      button: 'Naar mijn verzoek',
      closing: practice && phone ? [`Heeft u een vraag? Bel ${practice}: ${phone}.`] : [],
    }),
    en: ({ practice, phone }) => ({
      subject: `${practice ?? 'Your veterinary clinic'} has responded to your request`,
      paragraphs: ['The response to your request is in the portal. To protect your data it is not in this e-mail.'],
      button: 'Go to my request',
      closing: practice && phone ? [`Do you have a question? Call ${practice}: ${phone}.`] : [],
    }),
  },
} satisfies Record<string, Texts>
